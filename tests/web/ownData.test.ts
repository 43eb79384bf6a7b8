import { expect, test, vi } from 'vitest';
import { dayInIstanbul, dayMs, hourMs } from '../../src/shared/time.ts';
import { loadUpcomingSeats } from '../../src/web/account/ownData.store.ts';
import { storageOf } from './storage.ts';

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

test.each([
  ['after a try without an answer says that the account is gone', true, [{ done: expect.any(String) }, []]],
  ['alone ends the session', false, [expect.objectContaining({ fields: {} }), ['t1']]],
])('an erasure refused for its session %s', async (_, isTriedAgain, expected) => {
  vi.resetModules();
  vi.stubGlobal('localStorage', storageOf(new Map([['token', 't1']])));
  const { eraseAccount } = await import('../../src/web/account/ownData.store.ts');
  const { onTokenRefused } = await import('../../src/web/token.ts');
  const refused: string[] = [];
  onTokenRefused((token) => refused.push(token));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  if (isTriedAgain)
    expect(await eraseAccount(undefined)).toMatchObject({ message: 'Hesabınız silinemedi. Lütfen tekrar deneyin.' });
  vi.stubGlobal('fetch', async () => Response.json({ code: 'unauthenticated', message: 'Yok' }, { status: 401 }));
  expect([await eraseAccount(undefined), refused]).toEqual(expected);
});
