import { eq } from 'drizzle-orm';
import { expect, test, vi } from 'vitest';
import type * as moves from '../../src/api/catalog/moves.service.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { addProduct, checkout } from './shop.ts';

// The negative control of a notice that is pressed several times at once: nobody claims it before it is mailed.
vi.mock('../../src/api/catalog/moves.service.ts', async (original) => ({
  ...(await original<typeof moves>()),
  claimAnnouncement: async () => true,
}));

test('without a claim three presses at once mail everybody three times, so the race test can fail', async () => {
  const api = await openTestApi();
  const admin = await api.signUp({ role: 'admin' });
  const id = await addProduct(api.ctx);
  await checkout(api, (await api.signUp()).token, [cartLine(id)]);
  const press = () => api.send('POST /api/admin/product/:id/notice', { token: admin.token, params: { id } });
  await Promise.all([press(), press(), press()]);
  expect(await api.ctx.db.$count(mails, eq(mails.kind, 'event_moved'))).toBe(3);
});
