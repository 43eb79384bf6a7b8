import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { endOffers } from '../../src/api/waitlist/waitlist.jobs.ts';
import { waitlist } from '../../src/api/waitlist/waitlist.tables.ts';
import { cartLine } from '../load/cartLines.ts';
import { steps, walkLine } from '../load/lineWalk.ts';
import { countRounds, seed, sizeOf } from '../load/longRun.ts';
import { rushSeats } from '../load/seatRush.ts';
import { openTestApi } from './harness.ts';
import { countSeats, join, ownEntry, soldOut } from './line.ts';
import { addCustomers, cancelOrder, checkout } from './shop.ts';

test('whatever people do, no seat is lost, none waits beside somebody it fits, nobody is passed three times', async () => {
  const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
  const pool: string[] = [];
  const tokens = { next: () => ({ value: pool.pop() as string, done: false }) } as Iterator<string>;
  await fc.assert(
    fc.asyncProperty(steps, async (path) => {
      pool.push(...(await addCustomers(api.ctx, path.length + 8)));
      expect(await walkLine(api, tokens, path)).toEqual([]);
    }),
    { seed, numRuns: countRounds(2), endOnFailure: true },
  );
});

const cancellations = sizeOf({ inGate: 6, inLongRun: 20 });
const buyers = sizeOf({ inGate: 12, inLongRun: 300 });

test('nobody in public gets a seat that becomes free while people wait', async () => {
  const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
  for (let round = 0; round < countRounds(1); round += 1) {
    const rush = await rushSeats(api, { cancellations, buyers });
    expect(rush).toEqual({ snatched: 0, offered: cancellations, sum: cancellations });
  }
});

test('an offer that is taken and ends at the same moment is one of both', async () => {
  const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
  for (let round = 0; round < countRounds(2); round += 1) {
    const { id, buyers } = await soldOut(api, 1);
    const [first, second] = [await join(api, id), await join(api, id)];
    const admin = await api.signUp({ role: 'admin', email: `${crypto.randomUUID()}@ornek.com` });
    await cancelOrder(api, admin, buyers[0]!.orderId);
    const until = new Date(api.ctx.clock().getTime() + (round % 3));
    await api.ctx.db.update(waitlist).set({ offer_until: until }).where(eq(waitlist.id, first.entry.id));
    const both = [() => checkout(api, first.token, [cartLine(id)]), () => endOffers(api.ctx)];
    await Promise.all((round % 2 ? both : both.reverse()).map((run) => run()));
    await endOffers(api.ctx);
    const states = [(await ownEntry(api, first))?.state, (await ownEntry(api, second))?.state];
    expect([
      ['taken', 'waiting'],
      ['lapsed', 'offered'],
    ]).toContainEqual(states);
    expect(await countSeats(api, id)).toBe(1);
    await api.send('DELETE /api/waitlist/:id', { token: second.token, params: { id: second.entry.id } });
  }
});
