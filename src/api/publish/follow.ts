import type { AppContext } from '../context.ts';
import type { Topic } from '../events.ts';
import type { LocalSite } from './localSite.ts';
import { liveRelease } from './publish.service.ts';
import { keptReleases } from './releases.service.ts';

/** What tells that a release will be asked for soon; 'catalog' is not among them, for every order tells it too. */
const near = new Set<Topic>(['publish-expected', 'blog', 'consulting', 'gallery', 'site']);
/** A lost message is made up for after this long. */
const lookSeconds = 30;

/**
 * Keeps this process's site at the release that is live for everybody: published, or gone back to, in another process.
 * A release that is not on this machine's disk is made here under the same name. Also gets the renderer ready when
 * somebody starts to edit.
 */
export function followLive(ctx: AppContext, site: LocalSite): { stop(): Promise<void> } {
  const stopping = new AbortController();
  let seen = site.shown();
  let turn = Promise.resolve();
  const look = () => {
    turn = turn.then(follow).catch((error) => {
      if (!stopping.signal.aborted) ctx.log.error({ err: error }, 'could not follow the live release');
    });
  };

  async function follow(): Promise<void> {
    const live = await liveRelease(ctx.db);
    // Only what changed in the database counts: the publisher of this very process shows its release before it tells.
    if (stopping.signal.aborted || !live || live.code === null || live.name === seen) return;
    if (live.name !== site.shown()) {
      const kept = await keptReleases(ctx.db);
      if (!(await site.show(live.name, kept))) {
        await site.make(live.name, () => {}, stopping.signal);
        await site.show(live.name, kept, false);
      }
    }
    seen = live.name;
  }

  const unsubscribe = ctx.events.on((topic) => {
    if (topic === 'publish') look();
    if (near.has(topic) && !ctx.env.deployHookUrl) site.warm();
  });
  const timer = setInterval(look, lookSeconds * 1000);
  return {
    async stop() {
      stopping.abort();
      unsubscribe();
      clearInterval(timer);
      await turn;
    },
  };
}
