import { expect, test, vi } from 'vitest';
import { dayInIstanbul, dayMs, hourMs } from '../../src/shared/time.ts';
import { loadUpcomingSeats } from '../../src/web/account/ownData.store.ts';

test.each([-dayMs, -hourMs, 0, hourMs, dayMs])(
  'orders are upcoming by the clock of the server, whatever that of the device says (%i ms wrong)',
  async (wrongMs) => {
    const now = Date.now();
    const participants = [{ handed_on: true }, { handed_on: false }];
    const begins = (afterMs: number) => {
      const start = new Date(now + afterMs);
      return { status: 'reserved', date: dayInIstanbul(start), time: toClock(start), quantity: 2, participants };
    };
    const orders = [begins(-10 * 60_000), begins(10 * 60_000)];
    vi.useFakeTimers({ toFake: ['Date'], now: now + wrongMs });
    vi.stubGlobal('fetch', async () => Response.json(orders, { headers: { date: new Date(now).toUTCString() } }));
    try {
      expect(await loadUpcomingSeats()).toEqual([{ order: orders[1], seats: 1 }]);
    } finally {
      vi.useRealTimers();
    }
  },
);

const toClock = (moment: Date) => new Date(moment.getTime() + 3 * hourMs).toISOString().slice(11, 16);
