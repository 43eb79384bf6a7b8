// The renderer's process: opens the bundled site, then makes releases as the server orders them over IPC.
import { setTimeout as sleep } from 'node:timers/promises';
import { openBundle } from './bundled.ts';
import { createMaker } from './make.ts';
import { inOneLine, type RenderNews, type RenderOrder } from './messages.ts';

const [root = '', bundle = '', code = '', apiUrl = ''] = process.argv.slice(2);
/** Who starts a renderer for an order sends it at once. */
const patience = 100;

const tell = (news: RenderNews) => void process.send?.(news);
// The server is gone: nobody waits for what is being made.
process.once('disconnect', () => process.exit(0));

try {
  const maker = createMaker(await openBundle(root, bundle), code, apiUrl);
  let ordered = false;
  let turn: Promise<void> = Promise.resolve();
  process.on('message', (order: RenderOrder) => {
    ordered = true;
    turn = turn.then(() => obey(order));
  });
  tell({ kind: 'ready', code });
  await sleep(patience);
  if (!ordered) turn = maker.lookAhead().catch(() => {});

  async function obey(order: RenderOrder): Promise<void> {
    try {
      const result = await maker.make(order, tell);
      tell({ kind: 'done', result, heapMegabytes: Math.round(process.memoryUsage().heapUsed / 1e6) });
    } catch (error) {
      tell({ kind: 'failed', message: inOneLine(error, root) });
    }
  }
} catch (error) {
  tell({ kind: 'failed', message: inOneLine(error, root) });
  process.exitCode = 1;
  process.disconnect?.();
}
