import type { Seats } from '../../contract/catalog.ts';
import type { AppContext } from '../context.ts';
import { createFeed, type Feed } from '../http/feed.ts';
import { listSeats } from './seats.service.ts';

/** Streams seats and prices of all products on sale to open pages: the current state, then each change. */
export function createSeatFeed(ctx: AppContext): Feed<Seats[]> {
  const feed = createFeed(() => listSeats(ctx.db, ctx.clock()), {
    minIntervalMs: 250,
    maxIntervalMs: 2000,
    onError: (error) => ctx.log.error({ err: error }, 'seats could not be read'),
  });
  ctx.events.on((topic) => {
    if (topic === 'catalog') feed.refresh();
  });
  return feed;
}
