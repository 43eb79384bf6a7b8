import { createFeed, type Feed } from '../http/feed.ts';
import type { Platform } from '../platform.ts';
import { listSeats, type Seats } from './seats.service.ts';

/** Seats and prices of everything on sale, for open workshop pages: the present state, then each change. */
export function createSeatFeed(platform: Platform): Feed<Seats[]> {
  const feed = createFeed(() => listSeats(platform.db, platform.clock()), {
    gap: 250,
    every: 2000,
    failed: (error) => platform.log.error({ err: error }, 'seats could not be read'),
  });
  platform.changes.hear((topic) => {
    if (topic === 'catalog') feed.refresh();
  });
  return feed;
}
