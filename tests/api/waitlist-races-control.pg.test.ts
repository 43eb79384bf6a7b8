import { expect, test, vi } from 'vitest';
import { readSeatProducts, type SeatProduct, writeSeats } from '../../src/api/catalog/seats.service.ts';
import type * as seats from '../../src/api/waitlist/freeSeats.service.ts';
import { rushSeats } from '../load/seatRush.ts';
import { openTestApi } from './harness.ts';

// The negative control of the race test: the same rush, where seats go on sale first and a job serves the line later.
vi.mock('../../src/api/waitlist/freeSeats.service.ts', async (original) => ({
  ...(await original<typeof seats>()),
  async freeSeats({ tx }: Parameters<typeof seats.freeSeats>[0], id: string, quantity: number) {
    const product = (await readSeatProducts(tx, [id])).get(id) as SeatProduct;
    await writeSeats(tx, id, { stock: product.stock + quantity, held_seats: 0 });
  },
}));

test('seats that are handed out by a job are snatched, so the race test can fail', async () => {
  const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
  expect((await rushSeats(api, { cancellations: 6, buyers: 12 })).snatched).toBeGreaterThan(0);
});
