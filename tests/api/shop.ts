import { asc, eq } from 'drizzle-orm';
import { users } from '../../src/api/account/account.tables.ts';
import { openSession } from '../../src/api/account/sessions.service.ts';
import { categories, products } from '../../src/api/catalog/catalog.tables.ts';
import { toNameColumns } from '../../src/api/catalog/categories.service.ts';
import type { AppContext } from '../../src/api/context.ts';
import { checkouts, orders, participants } from '../../src/api/orders/orders.tables.ts';
import { startsAt } from '../../src/shared/time.ts';
import type { Checkout } from '../load/checkouts.ts';
import { form } from './formData.ts';
import type { TestApi } from './harness.ts';

/** The address of a stored picture. */
export const picture = `/media/${'0'.repeat(32)}_960x540.webp`;
let count = 0;

type ProductDetails = Partial<typeof products.$inferInsert>;

/** Inserts a product and returns its id. */
export async function addProduct({ db }: AppContext, details: ProductDetails = {}): Promise<string> {
  const { date = '2199-05-10', time = '14:00' } = details;
  count += 1;
  const name = 'Drama';
  const [category] = await db
    .insert(categories)
    .values(toNameColumns(name))
    .onConflictDoUpdate({ target: categories.name_key, set: { name } })
    .returning();
  const [row] = await db
    .insert(products)
    .values({
      slug: `etkinlik-${count}-${crypto.randomUUID()}`,
      ...{ title: 'Yaratıcı Drama', description: 'Bir gün.', location: 'Merkez', stock: 20, price_kurus: 65_000 },
      ...{ starts_at: startsAt(date, time), category_id: category?.id as string, image1: picture, image2: picture },
      ...{ ...details, date, time },
    })
    .returning();
  return row?.id as string;
}

/** Changes a product in the database alone, without a notice. */
export const changeProduct = ({ db }: AppContext, id: string, change: ProductDetails) =>
  db.update(products).set(change).where(eq(products.id, id));

/** Seats left of a product. */
export async function readStock({ db }: AppContext, id: string): Promise<number> {
  const [row] = await db.select({ stock: products.stock }).from(products).where(eq(products.id, id));
  return row?.stock as number;
}

/** Reads all orders, oldest first, each with its number of participants. */
export async function readOrders({ db }: AppContext) {
  const rows = await db.select().from(orders).orderBy(asc(orders.created_at));
  const people = await db.select().from(participants);
  return rows.map((row) => ({ ...row, people: people.filter((person) => person.order_id === row.id).length }));
}

/** Sends one checkout with these lines. */
export function checkout(api: TestApi, token: string, cartItems: unknown, headers: Record<string, string> = {}) {
  return api.send('POST /api/order/create', { token, body: { cartItems }, headers });
}

/** An admin changes some fields of a product in its form. */
export async function editProduct(api: TestApi, { token }: { token: string }, id: string, change: object) {
  const { body } = await api.send('GET /api/admin/product/:id', { token, params: { id } });
  const { title, price, description, stock, date, time, location, category } = body;
  const fields = { title, price, description, stock, date, time, location, category, stock_base: stock, ...change };
  const sent = form({ ...fields, oldImage1: picture, oldImage2: picture } as never);
  return api.send('PUT /api/product/update/:id', { token, params: { id }, body: sent });
}

/** An admin sets the status of an order line. */
export const setStatus = (api: TestApi, { token }: { token: string }, id: string, status: string) =>
  api.send('PATCH /api/admin/orders/:id/status', { token, params: { id }, body: { status } });

export const cancelOrder = (api: TestApi, admin: { token: string }, id: string) =>
  setStatus(api, admin, id, 'cancelled');

/** An admin records that so many lira of a checkout were paid. */
export const recordPayment = (
  api: TestApi,
  { token }: { token: string },
  code: string,
  amount: number,
  more: object = {},
) =>
  api.send('POST /api/admin/checkouts/:code/payments', {
    ...{ token, params: { code } },
    body: { amount, received_on: '2026-01-05', ...more },
  });

/** A buyer gives up a line, or these seats of it. */
export const cancelOwn = (
  api: TestApi,
  { token }: { token: string },
  id: string,
  expected_refund = 0,
  participants?: number[],
) => api.send('POST /api/my-orders/:id/cancel', { token, params: { id }, body: { expected_refund, participants } });

/** A buyer makes a link that hands a seat on; answers its token. */
export async function linkSeat(api: TestApi, { token }: { token: string }, id: string, position = 1): Promise<string> {
  const params = { id, position: String(position) };
  const { body } = await api.send('POST /api/my-orders/:id/participants/:position/transfer', { token, params });
  return body.url.split('/').at(-1) as string;
}

/** Somebody takes a seat over by the token of its link. */
export const takeSeat = (api: TestApi, token: string, fullName = 'Ece Işık', email = 'ece@ornek.com') =>
  api.send('POST /api/transfers/:token', { params: { token }, body: { fullName, email, kvkk_consent: true } });

/** What a buyer sees of a checkout. */
export const readCheckout = async (api: TestApi, { token }: { token: string }, code: string) =>
  (await api.send('GET /api/my-checkouts/:code', { token, params: { code } })).body;

/** Moves the due date of a checkout in the database alone. */
export const moveDue = ({ db }: AppContext, code: string, due_at: Date) =>
  db.update(checkouts).set({ due_at }).where(eq(checkouts.code, code));

/** An admin takes the unpaid seats of a checkout back. */
export const releaseCheckout = (api: TestApi, { token }: { token: string }, code: string) =>
  api.send('POST /api/admin/checkouts/:code/release', { token, params: { code } });

/** An admin makes a task to pay so many lira of a checkout back. */
export const askRefund = (api: TestApi, { token }: { token: string }, code: string, amount: number, headers = {}) =>
  api.send('POST /api/admin/checkouts/:code/refunds', {
    ...{ token, headers, params: { code } },
    body: { amount, reason: 'Rica' },
  });

export const voidPayment = (api: TestApi, { token }: { token: string }, id = '') =>
  api.send('DELETE /api/admin/payments/:id', { token, params: { id } });

/** An admin calls an event off. */
export const callOff = (api: TestApi, { token }: { token: string }, id: string) =>
  api.send('POST /api/admin/product/:id/cancel', { token, params: { id }, body: { reason: 'Hastalık' } });

/** Saves the payment settings with these changes. */
export async function changePaymentSettings(api: TestApi, { token }: { token: string }, change: object) {
  const { updated_at: _, ...settings } = (await api.send('GET /api/admin/payment-settings', { token })).body;
  return api.send('PUT /api/admin/payment-settings', { token, body: { ...settings, ...change } });
}

export const eraseOwn = (api: TestApi, { token }: { token: string }) =>
  api.send('DELETE /api/profile', { token, body: {} });

/** Checkouts through the app in this process. */
export const checkoutIn =
  (api: TestApi): Checkout =>
  async (token, cartItems, headers) => {
    const { status, body } = await checkout(api, token, cartItems, headers);
    return { status, body };
  };

/** Inserts activated accounts with a session each, and returns their tokens. */
export async function addCustomers({ db, clock }: AppContext, count: number): Promise<string[]> {
  const values = Array.from({ length: count }, () => ({
    email: `${crypto.randomUUID()}@ornek.com`,
    name: 'Deniz',
    surname: 'Yılmaz',
    activated_at: clock(),
  }));
  const rows = await db.insert(users).values(values).returning();
  return Promise.all(rows.map((row) => openSession(db, row.id, 'test', clock())));
}

/** Counts what was sold of a product; `whole` is false when an order lacks a participant. */
export async function countSales(ctx: AppContext, product: string) {
  const lines = (await readOrders(ctx)).filter((row) => row.product_id === product);
  return {
    orders: lines.length,
    seats: lines.reduce((sum, row) => sum + row.quantity, 0),
    left: await readStock(ctx, product),
    whole: lines.every((row) => row.people === row.quantity),
  };
}
