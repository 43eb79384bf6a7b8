// The renderer's process: opens the bundled site, then makes releases as the server orders them over IPC.
import { openBundle } from './bundled.ts';
import { createMaker } from './make.ts';
import { inOneLine, type RenderNews, type RenderOrder } from './messages.ts';

const [root = '', bundle = '', work = '', code = '', apiUrl = ''] = process.argv.slice(2);

const tell = (news: RenderNews) => void process.send?.(news);
// The server is gone: nobody waits for what is being made.
process.once('disconnect', () => process.exit(0));

try {
  const maker = createMaker(await openBundle(root, bundle), code, apiUrl, work);
  let turn: Promise<void> = Promise.resolve();
  process.on('message', (order: RenderOrder) => {
    turn = turn.then(() => obey(order));
  });
  tell({ kind: 'ready', code });

  async function obey(order: RenderOrder): Promise<void> {
    try {
      const result = await maker.make(order, tell);
      tell({ kind: 'done', result, heapMegabytes: Math.round(process.memoryUsage().heapUsed / 1e6) });
      await maker.prepare(order).catch(() => {});
    } catch (error) {
      tell({ kind: 'failed', message: inOneLine(error, root) });
    }
  }
} catch (error) {
  tell({ kind: 'failed', message: inOneLine(error, root) });
  process.exitCode = 1;
  process.disconnect?.();
}
