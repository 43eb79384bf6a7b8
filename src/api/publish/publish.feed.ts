import type { PublishState } from '../../contract/publish.ts';
import type { AppContext } from '../context.ts';
import type { Topic } from '../events.ts';
import { createFeed, type Feed } from '../http/feed.ts';
import { publishState } from './publish.service.ts';

const followed = new Set<Topic>(['publish', 'catalog', 'consulting', 'gallery', 'blog', 'site']);

/** Where publishing stands, for every open admin page: the present state, then each change. */
export function createPublishFeed(ctx: AppContext): Feed<PublishState> {
  const feed = createFeed(() => publishState(ctx), {
    gap: 100,
    every: 5000,
    failed: (error) => ctx.log.error({ err: error }, 'the state of publishing could not be read'),
  });
  ctx.events.on((topic) => {
    if (followed.has(topic)) feed.refresh();
  });
  return feed;
}
