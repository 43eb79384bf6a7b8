import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { sendNotices } from '../../src/api/notices/notices.service.ts';
import type * as sentNotices from '../../src/api/notices/sentNotices.service.ts';
import { addDays, dayInIstanbul, startsAt } from '../../src/shared/time.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { addProduct, checkout } from './shop.ts';

// The negative control of two processes that send notices at once: nobody claims a notice before it is mailed.
vi.mock('../../src/api/notices/sentNotices.service.ts', async (original) => ({
  ...(await original<typeof sentNotices>()),
  claimNotice: async () => true,
}));

test('without a claim two runs at once mail a reminder twice, so the race test can fail', async () => {
  const api = await openTestApi();
  const day = addDays(dayInIstanbul(api.ctx.clock()), 3);
  const id = await addProduct(api.ctx, { date: day });
  const { token } = await api.signUp();
  await checkout(api, token, [cartLine(id)]);
  api.advance(startsAt(addDays(day, -1), '12:00').getTime() - api.ctx.clock().getTime());
  await Promise.all([sendNotices(api.ctx), sendNotices(api.ctx)]);
  expect(await api.ctx.db.$count(mails, eq(mails.kind, 'event_reminder'))).toBe(2);
});
