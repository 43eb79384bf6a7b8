import { expect, test, vi } from 'vitest';
import { sendNotices } from '../../src/api/notices/notices.service.ts';
import type * as noticeSeats from '../../src/api/orders/noticeSeats.service.ts';
import { addDays, dayInIstanbul, startsAt } from '../../src/shared/time.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { mailsTo } from './mails.ts';
import { addProduct, checkout } from './shop.ts';

let buyLastSeat = () => Promise.resolve();

// The negative control of the test that the practice is not asked about an event that fills up meanwhile: the job
// believes what it read before it held the product.
vi.mock('../../src/api/orders/noticeSeats.service.ts', async (original) => {
  const real = await original<typeof noticeSeats>();
  let stale: Awaited<ReturnType<typeof real.readSoldSeats>> | undefined;
  return {
    ...real,
    async readSoldSeats(...[db, id]: Parameters<typeof real.readSoldSeats>) {
      if (stale) return stale;
      stale = await real.readSoldSeats(db, id);
      await buyLastSeat();
      return stale;
    },
  };
});

test('a job that believes what it read before the lock asks about a full event, so the test can fail', async () => {
  const api = await openTestApi({ NOTICE_EMAIL: 'merkez@ornek.com' });
  const day = addDays(dayInIstanbul(api.ctx.clock()), 1);
  api.advance(startsAt(day, '11:00').getTime() - api.ctx.clock().getTime());
  const id = await addProduct(api.ctx, { date: addDays(day, 2), min_participants: 1 });
  const { token } = await api.signUp();
  buyLastSeat = async () => void (await checkout(api, token, [cartLine(id)]));
  await sendNotices(api.ctx);
  expect((await mailsTo(api, 'merkez@ornek.com')).map(({ kind }) => kind)).toContain('decision');
});
