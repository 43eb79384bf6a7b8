// The process that renders releases, or the pages of previews: imports the bundled site and waits for requests, until
// one fails or its parent ends it.
import { on } from 'node:events';
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
  for await (const [request] of on(process, 'message') as AsyncIterable<[RenderRequest | PageRequest]>) {
    if ('preview' in request) send({ kind: 'page', html: await renderPreview(bundle, request) });
    else send({ kind: 'done', result: await renderRelease(bundle, code, apiUrl, request, send) });
  }
} catch (error) {
  send({ kind: 'failed', message: describeError(error, root) });
}
// A page of some hundred kilobytes does not fit into the channel at once; disconnecting would cut it off.
await sent;
process.disconnect?.();
