import { expect, test } from 'vitest';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { createTestUsers, samples } from './samples.ts';
import { addProduct, cancelOrder, checkout } from './shop.ts';

test('the dashboard counts nothing hidden, past, cancelled, read or approved', async () => {
  const api = await openTestApi();
  const testUsers = await createTestUsers(api);
  const { token } = testUsers.admin;
  const stats = async () => (await api.send('GET /api/admin/stats', { token })).body;
  const nothing = { products: 0, upcoming_events: 0, seats_sold: 0, unread_messages: 0, pending_comments: 0 };
  expect(await stats()).toEqual({ users: 1, ...nothing });

  await addProduct(api.ctx, { deleted_at: new Date() });
  await addProduct(api.ctx, { date: '2020-01-01' });
  const product = await addProduct(api.ctx);
  const buyer = await testUsers.customer();
  await checkout(api, buyer.token, [cartLine(product, 3)]);
  const { body } = await checkout(api, buyer.token, [cartLine(product, 2)]);
  await cancelOrder(api, { token }, body.orders[0]?.id as string);
  for (const key of [
    'POST /api/consulting-create-messages',
    'PATCH /api/consulting-messages/:id/read',
    'POST /api/comments/create',
    'PATCH /api/admin/comments/:id/approve',
  ] as const) {
    await api.send(key, await samples[key](testUsers));
  }
  expect(await stats()).toEqual({
    users: 2,
    products: 2,
    upcoming_events: 1,
    seats_sold: 3,
    unread_messages: 1,
    pending_comments: 1,
  });
});
