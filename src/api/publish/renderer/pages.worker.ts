import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { openBundle } from './bundle.ts';
import { BuildError } from './messages.ts';
import { listPages } from './pages.ts';
import {
  type PagesRequest,
  type RenderedFile,
  renderEach,
  renderFile,
  type ThreadData,
  type ThreadReply,
} from './renderFile.ts';

// The second thread of a render process: renders the pages it is asked for into the same release.

// Requests come before pages where processors are few. On Linux alone this is the priority of the thread, not the process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const { bundleFolder, target } = workerData as ThreadData;
const reply = (message: ThreadReply) => parentPort?.postMessage(message);

globalThis.wordsOfBuild = { release: target.release };
const bundle = await openBundle(bundleFolder);
const pages = new Map((await listPages(bundle)).map((page) => [page.pathname, page]));

async function renderAll({ pathnames }: PagesRequest): Promise<RenderedFile[]> {
  const rendered: RenderedFile[] = [];
  const entries = pathnames.entries();
  await renderEach(
    () => entries.next().value,
    async ([index, pathname]) => {
      const page = pages.get(pathname);
      if (!page) throw new BuildError(`“${pathname}” sayfası bu arada kaldırıldı.`);
      rendered[index] = await renderFile(bundle, page, target);
    },
  );
  return rendered;
}

parentPort?.on('message', async (request: PagesRequest) => {
  try {
    reply({ rendered: await renderAll(request) });
  } catch (error) {
    // An error of another class ends the thread, and its parent hears of it with the error's code.
    if (!(error instanceof BuildError)) throw error;
    reply({ problem: error.message });
  }
});
