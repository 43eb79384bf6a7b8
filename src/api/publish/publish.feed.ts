import type { PublishState } from '../../contract/publish.ts';
import type { AppContext } from '../context.ts';
import type { Topic } from '../events.ts';
import { createFeed, type Feed } from '../http/feed.ts';
import { readPublishState } from './publish.service.ts';
import { contentChanges } from './publish.tables.ts';

/** Topics after which the state may be another: content changes count as unpublished. */
const topics = new Set<Topic>(['publish', ...contentChanges.room.enumValues]);

/** Streams the state of publishing to open admin pages: the current one, then each change. */
export function createPublishFeed(ctx: AppContext): Feed<PublishState> {
  const feed = createFeed(() => readPublishState(ctx), {
    minIntervalMs: 100,
    maxIntervalMs: 5000,
    onError: (error) => ctx.log.error({ err: error }, 'the state of publishing could not be read'),
  });
  ctx.events.on((topic) => {
    if (topics.has(topic)) feed.refresh();
  });
  return feed;
}
