import type { SiteBundle } from './bundle.ts';
import { createFolders } from './files.ts';
import type { Page } from './pages.ts';
import { startPageThread } from './pageThread.ts';
import { type RenderedFile, renderEach, renderFile, type Target } from './renderFile.ts';

/** From so many pages on a second thread saves more time than it takes to start. */
const minPagesForThread = 300;
/** Most pages that the thread is asked for at once; half of a batch of posts (pages/_posts.ts). */
const maxPerRequest = 50;

/**
 * Renders pages into a release, many of them in two threads. This one takes them from the front and the other one from
 * the end, so that each reads its own posts. Throws BuildError; no page is being rendered any more then.
 */
export async function renderPages(
  bundle: SiteBundle,
  pages: Page[],
  target: Target,
  onRendered: (page: Page, rendered: RenderedFile) => void,
): Promise<void> {
  createFolders(
    target.folder,
    pages.map(({ file }) => file),
  );
  const waiting = [...pages];
  const thread =
    pages.length < minPagesForThread ? undefined : startPageThread({ bundleFolder: bundle.folder, target });
  async function renderInThread() {
    while (thread && waiting.length) {
      // Fewer towards the end, so that both threads finish together.
      const taken = waiting.splice(-Math.min(maxPerRequest, Math.ceil(waiting.length / 4)));
      const rendered = await thread.render(taken.map(({ pathname }) => pathname));
      for (const [index, page] of taken.entries()) onRendered(page, rendered[index] as RenderedFile);
    }
  }
  const stopOnError = (error: unknown) => {
    waiting.length = 0;
    throw error;
  };
  try {
    const both = await Promise.allSettled([
      renderEach(
        () => waiting.shift(),
        async (page) => onRendered(page, await renderFile(bundle, page, target)),
      ).catch(stopOnError),
      renderInThread().catch(stopOnError),
    ]);
    for (const end of both) if (end.status === 'rejected') throw end.reason;
  } finally {
    await thread?.stop();
  }
}
