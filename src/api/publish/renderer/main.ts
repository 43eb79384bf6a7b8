// The renderer's process: bundles the site once, then makes releases as the server orders them over IPC.
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createMaker } from './make.ts';
import { BuildFault, type RenderNews, type RenderOrder } from './messages.ts';
import { openWarmSite } from './warm.ts';

const [root = '', work = '', code = '', apiUrl = ''] = process.argv.slice(2);

const tell = (news: RenderNews) => void process.send?.(news);
// The server is gone: nobody waits for what is being made.
process.once('disconnect', () => process.exit(0));

try {
  const bundle = join(work, 'bundle');
  await mkdir(bundle, { recursive: true });
  // Astro keeps its server code beside `outDir` only if that lies under the working directory; anywhere else two
  // renderers would share one folder of the project.
  process.chdir(work);
  const maker = createMaker(await openWarmSite(root, bundle), code, apiUrl, work);
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
      tell({ kind: 'failed', message: inOneLine(error) });
    }
  }
} catch (error) {
  tell({ kind: 'failed', message: inOneLine(error) });
  process.exitCode = 1;
  process.disconnect?.();
}

/** One line without paths of this machine. */
function inOneLine(error: unknown): string {
  if (error instanceof BuildFault) return error.message;
  console.error(error);
  const [line = ''] = String(error instanceof Error ? error.message : error).split('\n');
  return `Site hazırlanamadı: ${line.replaceAll(`${root}/`, '')}`;
}
