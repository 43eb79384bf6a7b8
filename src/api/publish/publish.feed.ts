import type { PublishState } from '../../contract/publish.ts';
import { createFeed, type Feed } from '../http/feed.ts';
import type { Topic } from '../jobs/changes.ts';
import type { Platform } from '../platform.ts';
import { publishState } from './publish.service.ts';

const followed = new Set<Topic>(['publish', 'catalog', 'consulting', 'gallery', 'blog', 'site']);

/** Where publishing stands, for every open admin page: the present state, then each change. */
export function createPublishFeed(platform: Platform): Feed<PublishState> {
  const feed = createFeed(() => publishState(platform), {
    gap: 100,
    every: 5000,
    failed: (error) => platform.log.error({ err: error }, 'the state of publishing could not be read'),
  });
  platform.changes.hear((topic) => {
    if (followed.has(topic)) feed.refresh();
  });
  return feed;
}
