// The process that renders one release, or one page of a preview: imports the bundled site, waits for the request, answers
// it and ends. It never answers a second one, so that nothing which pages keep in memory is old.
import { once } from 'node:events';
import { openBundle } from './bundle.ts';
import { describeError, type PageRequest, type RendererMessage, type RenderRequest } from './messages.ts';
import { renderPreview } from './renderPreview.ts';
import { renderRelease } from './renderRelease.ts';

const [root = '', folder = '', code = '', apiUrl = ''] = process.argv.slice(2);

let sent: Promise<void> = Promise.resolve();
const send = (message: RendererMessage) => {
  sent = new Promise((resolve) => process.send?.(message, () => resolve()));
};
// The parent is gone: nobody needs the release.
process.once('disconnect', () => process.exit(0));

try {
  const bundle = await openBundle(folder);
  send({ kind: 'ready' });
  const [request] = (await once(process, 'message')) as [RenderRequest | PageRequest];
  if ('preview' in request) send({ kind: 'page', html: await renderPreview(bundle, request) });
  else send({ kind: 'done', result: await renderRelease(bundle, code, apiUrl, request, send) });
} catch (error) {
  send({ kind: 'failed', message: describeError(error, root) });
}
// A page of some hundred kilobytes does not fit into the channel at once; disconnecting would cut it off.
await sent;
process.disconnect?.();
