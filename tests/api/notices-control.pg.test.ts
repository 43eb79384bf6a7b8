import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { claimAnnouncement } from '../../src/api/catalog/moves.service.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { sendNotices } from '../../src/api/notices/notices.service.ts';
import { claimNotice } from '../../src/api/notices/sentNotices.service.ts';
import { readSoldSeats } from '../../src/api/orders/noticeSeats.service.ts';
import { addDays, dayInIstanbul, startsAt } from '../../src/shared/time.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { mailsTo } from './mails.ts';
import { addProduct, checkout } from './shop.ts';

vi.mock('../../src/api/catalog/moves.service.ts', { spy: true });
vi.mock('../../src/api/notices/sentNotices.service.ts', { spy: true });
vi.mock('../../src/api/orders/noticeSeats.service.ts', { spy: true });
afterEach(() => vi.resetAllMocks());

// The negative control of two processes that send notices at once: nobody claims a notice before it is mailed.
test('without a claim two runs at once mail a reminder twice, so the race test can fail', async () => {
  vi.mocked(claimNotice).mockResolvedValue(true);
  const api = await openTestApi();
  const day = addDays(dayInIstanbul(api.ctx.clock()), 3);
  const id = await addProduct(api.ctx, { date: day });
  const { token } = await api.signUp();
  await checkout(api, token, [cartLine(id)]);
  api.advance(startsAt(addDays(day, -1), '12:00').getTime() - api.ctx.clock().getTime());
  await Promise.all([sendNotices(api.ctx), sendNotices(api.ctx)]);
  expect(await api.ctx.db.$count(mails, eq(mails.kind, 'event_reminder'))).toBe(2);
});

// The negative control of a notice that is pressed several times at once: nobody claims it before it is mailed.
test('without a claim three presses at once mail everybody three times, so the race test can fail', async () => {
  vi.mocked(claimAnnouncement).mockResolvedValue({ date: '2199-01-01', time: '10:00', location: '', leader: '' });
  const api = await openTestApi();
  const admin = await api.signUp({ role: 'admin' });
  const id = await addProduct(api.ctx);
  await checkout(api, (await api.signUp()).token, [cartLine(id)]);
  const press = () => api.send('POST /api/admin/product/:id/notice', { token: admin.token, params: { id } });
  await Promise.all([press(), press(), press()]);
  expect(await api.ctx.db.$count(mails, eq(mails.kind, 'event_moved'))).toBe(3);
});

// The negative control of the test that the practice is not asked about an event that fills up meanwhile: the job
// believes what it read before it held the product.
test('a job that believes what it read before the lock asks about a full event, so the test can fail', async () => {
  const api = await openTestApi({ NOTICE_EMAIL: 'merkez@ornek.com' });
  const day = addDays(dayInIstanbul(api.ctx.clock()), 1);
  api.advance(startsAt(day, '11:00').getTime() - api.ctx.clock().getTime());
  const id = await addProduct(api.ctx, { date: addDays(day, 2), min_participants: 1 });
  const { token } = await api.signUp();
  const stale = await readSoldSeats(api.ctx.db, id);
  await checkout(api, token, [cartLine(id)]);
  vi.mocked(readSoldSeats).mockResolvedValue(stale);
  await sendNotices(api.ctx);
  expect((await mailsTo(api, 'merkez@ornek.com')).map(({ kind }) => kind)).toContain('decision');
});
