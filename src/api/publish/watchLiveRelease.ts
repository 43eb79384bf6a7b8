import type { AppContext } from '../context.ts';
import type { Topic } from '../events.ts';
import type { LocalSite } from './localSite.ts';
import { readLiveRelease } from './releases.service.ts';

/** Topics that announce a release. `catalog` is none of them: every order emits it, too. */
const announcing = new Set<Topic>(['publish-expected', 'blog', 'consulting', 'gallery', 'site', 'content']);
/** Messages of other processes may be lost; the database is read at least this often. */
const checkMs = 30_000;

/**
 * Serves the release that is live in the database: another process may have published it, or gone back to it. A release
 * that is not on this disk is rendered here under the same name. Comments that are deleted go from its pages. Starts a
 * renderer when somebody edits, too.
 */
export function watchLiveRelease(ctx: AppContext, site: LocalSite): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let handled = site.current()?.name;
  let running = Promise.resolve();
  const run = (work: () => Promise<void>) => {
    running = running.then(work).catch((error) => {
      if (!stopping.signal.aborted) ctx.log.error({ err: error }, 'could not follow the live release');
    });
  };

  async function showLive(): Promise<void> {
    const live = await readLiveRelease(ctx.db);
    // Compared with the last live one: this process may already show the next, which is not live yet.
    if (stopping.signal.aborted || !live || live.code === null || live.name === handled) return;
    if (live.name !== site.current()?.name && !(await site.show(live.name)))
      await site.renderAndShow(live.name, stopping.signal);
    handled = live.name;
  }

  const unsubscribe = ctx.events.on((topic) => {
    if (topic === 'publish') run(showLive);
    if (topic === 'comments') run(site.cutDeletedComments);
    if (announcing.has(topic) && !ctx.env.deployHookUrl) site.startRenderer();
  });
  const timer = setInterval(() => {
    run(showLive);
    run(site.cutDeletedComments);
  }, checkMs);
  return {
    async stop() {
      stopping.abort();
      unsubscribe();
      clearInterval(timer);
      await running;
    },
  };
}
