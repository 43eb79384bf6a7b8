import { eq, ne } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { activationLinks, resetCodes, sessions, users } from '../../src/api/account/account.tables.ts';
import { hashPassword } from '../../src/api/account/passwords.ts';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { cartItems } from '../../src/api/cart/cart.tables.ts';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { orders, participants } from '../../src/api/orders/orders.tables.ts';
import { demoData } from '../../src/demo/demoData.ts';
import { seedDatabase } from '../../src/demo/seed.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { addProduct, checkout, eraseOwn, linkSeat, picture, takeSeat } from './shop.ts';

const password = 'uzaktaki fener';
const api = await openTestApi();
await seedDatabase(api.ctx, demoData, async () => picture);
const password_hash = await hashPassword(password);

let id = '';
let email = '';
let token = '';
/** A user who bought two seats of one product and has another product in the cart. */
beforeEach(async () => {
  await api.ctx.db.delete(mails);
  ({ id, email, token } = await api.signUp({ password_hash }));
  const { body: products } = await api.send('GET /api/products');
  const [bought, wanted] = products.filter(({ stock }) => stock > 3);
  const line = {
    id: bought?.id,
    title: bought?.title,
    price: bought?.price,
    quantity: 2,
    participants: [{ fullName: 'Ada Lale Er' }, { fullName: 'Ege Er', email: 'ege@ornek.com' }],
  };
  const order = await api.send('POST /api/order/create', { token, body: { cartItems: [line], terms_accepted: true } });
  expect(order.status).toBe(201);
  await api.send('POST /api/cart/add', { token, body: { product_id: wanted?.id, quantity: 1 } });
});

const erase = (body: Record<string, unknown> = {}) => api.send('DELETE /api/profile', { token, body });

describe('exporting my data', () => {
  test('returns account, sessions, cart and orders with all participants, and no secret', async () => {
    const { body, text, headers } = await api.send('GET /api/profile/export', { token });
    expect(body).toMatchObject({
      account: { id, email, has_password: true, google_linked: false },
      sessions: [{ current: true }],
      cart: [{ quantity: 1 }],
      orders: [
        {
          quantity: 2,
          buyer_email: email,
          participants: [
            { name: 'Ada Lale', surname: 'Er', email },
            { name: 'Ege', surname: 'Er', email: 'ege@ornek.com' },
          ],
        },
      ],
    });
    expect(text).not.toMatch(/argon2|password_hash|token_hash/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-disposition')).toBe('attachment; filename="verilerim.json"');
  });
});

describe('exporting my data later than ten minutes after signing in', () => {
  test('asks for the password', async () => {
    api.advance(601_000);
    const take = (body: Record<string, unknown>) => api.send('POST /api/profile/export', { token, body });
    const refused = await api.send('GET /api/profile/export', { token });
    expect([refused.status, refused.body.code]).toEqual([403, 'reauthentication_required']);
    expect((await take({})).body.code).toBe('reauthentication_required');
    expect((await take({ current_password: 'yanlış' })).body.code).toBe('wrong_password');
    const { status, headers, body } = await take({ current_password: password });
    expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename="verilerim.json"']);
    expect(body).toMatchObject({ account: { id } });
  });
});

describe('erasing my account', () => {
  test('deletes account, sessions, cart and every name at once and keeps what was sold', async () => {
    const { db } = api.ctx;
    await api.send('POST /api/forgot-password/request', { body: { email } });
    const sold = await db.select().from(orders).where(eq(orders.user_id, id));
    expect((await erase()).status).toBe(200);
    expect((await api.send('GET /api/me', { token })).status).toBe(401);
    const [kept] = await db
      .select()
      .from(orders)
      .where(eq(orders.id, sold[0]?.id as string));
    expect(kept).toMatchObject({
      code: sold[0]?.code,
      quantity: 2,
      unit_price_kurus: sold[0]?.unit_price_kurus,
      user_id: null,
      buyer_email: null,
      buyer_name: null,
    });
    const counts = [
      db.$count(users, eq(users.email, email)),
      db.$count(sessions, eq(sessions.user_id, id)),
      db.$count(cartItems, eq(cartItems.user_id, id)),
      db.$count(activationLinks, eq(activationLinks.user_id, id)),
      db.$count(resetCodes, eq(resetCodes.user_id, id)),
      db.$count(participants, eq(participants.order_id, kept?.id as string)),
    ];
    expect(await Promise.all(counts)).toEqual([0, 0, 0, 0, 0, 0]);
    // Who had a seat of their own is told.
    const queued = await db.select().from(mails).where(ne(mails.kind, 'seat_cancelled'));
    const dump = JSON.stringify([kept, await db.select().from(auditLog), queued]);
    expect(dump.toLowerCase()).not.toContain(email);
    expect(dump).not.toMatch(/Ada Lale|ada lale|ege@ornek/);
  });

  test('leaves the address free to register again', async () => {
    await erase();
    const body = { name: 'Yeni', surname: 'Kişi', email, password: 'başka bir fener' };
    expect((await api.send('POST /api/register', { body })).status).toBe(201);
  });

  test('asks for the password after ten minutes', async () => {
    api.advance(601_000);
    expect((await erase()).body.code).toBe('reauthentication_required');
    expect((await erase({ current_password: 'yanlış' })).body.code).toBe('wrong_password');
    expect((await erase({ current_password: password })).status).toBe(200);
  });

  test('is refused to the last admin, also when the last two erase themselves in parallel', async () => {
    const admins = [await api.signUp({ role: 'admin' }), await api.signUp({ role: 'admin' })];
    const answers = await Promise.all(
      admins.map((admin) => api.send('DELETE /api/profile', { token: admin.token, body: {} })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe('last_admin');
    expect(await api.ctx.db.$count(users, eq(users.role, 'admin'))).toBe(1);
  });
});

test('whoever erases is told which seats that frees, also one taken over of a buyer who was erased', async () => {
  const list = async (of: string) => (await api.send('GET /api/profile/upcoming-seats', { token: of })).body.seats;
  const [event, past] = [await addProduct(api.ctx, { title: 'Devir' }), await addProduct(api.ctx)];
  const [buyer, holder] = [await api.signUp(), await api.signUp()];
  const [order] = (await checkout(api, buyer.token, [cartLine(event, 2)])).body.orders;
  await checkout(api, buyer.token, [cartLine(past, 1)]);
  await api.ctx.db.update(products).set({ starts_at: api.ctx.clock() }).where(eq(products.id, past));
  const seats = { code: order?.code, event_title: 'Devir', date: '2199-05-10', time: '14:00', quantity: 2 };
  expect(await list(buyer.token)).toEqual([seats]);
  await takeSeat(api, await linkSeat(api, buyer, order?.id as string), 'Ece Işık', holder.email);
  expect([await list(buyer.token), await list(holder.token)]).toEqual([[{ ...seats, quantity: 1 }], []]);
  await eraseOwn(api, buyer);
  expect(await list(holder.token)).toEqual([{ ...seats, quantity: 1 }]);
});
