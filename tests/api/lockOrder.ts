import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { lockSeatProducts } from '../../src/api/catalog/seats.service.ts';
import type { Database } from '../../src/api/db/connection.ts';
import { queryRows } from '../../src/api/db/sql.ts';
import { cartLine } from '../load/cartLines.ts';
import type { TestApi } from './harness.ts';
import { soldOut } from './line.ts';
import { addProduct, cancelOrder, checkout, editProduct, releaseCheckout } from './shop.ts';

type Change = () => Promise<{ status: number }>;

/** How many transactions of this database wait for a lock. */
export async function countWaiting({ ctx: { db } }: TestApi): Promise<number> {
  const rows = await queryRows<{ count: number }>(
    db,
    sql`select count(distinct pid)::int as count from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}

/** As `startBehind`, while the product is locked. */
const startBehindLock = (api: TestApi, productId: string, changes: [Change, Change]): Promise<number[]> =>
  startBehind(api, (tx) => lockSeatProducts(tx, [productId]), changes);

/**
 * Starts two changes while `lock` holds, the second once the first waits, then lets them go; returns how each was
 * answered. On the embedded database one simply runs after the other.
 */
async function startBehind(
  api: TestApi,
  lock: (tx: Database) => Promise<unknown>,
  changes: [Change, Change],
): Promise<number[]> {
  const answers: ReturnType<Change>[] = [];
  if (api.ctx.connection.kind === 'embedded') answers.push(...changes.map((change) => change()));
  else
    await api.ctx.db.transaction(async (tx) => {
      await lock(tx);
      for (const [index, change] of changes.entries()) {
        answers.push(change());
        while ((await countWaiting(api)) <= index) await sleep(10);
      }
    });
  return (await Promise.all(answers)).map(({ status }) => status);
}

/** An admin who waits for an event cancels an order of it while another one deactivates them. */
export async function deactivateWhileCancelling(api: TestApi): Promise<number[]> {
  const [boss, admin] = [await api.signUp({ role: 'admin' }), await api.signUp({ role: 'admin' })];
  const { id, buyers } = await soldOut(api, 1);
  await waitFor(api, admin, id);
  return startBehindLock(api, id, [
    () => cancelOrder(api, admin, buyers[0]?.orderId as string),
    () => api.send('PATCH /api/admin/users/deactivate/:id', { token: boss.token, params: { id: admin.id } }),
  ]);
}

/** A buyer who waits for another seat of the same event is erased while an admin cancels their order. */
export async function eraseWhileCancelling(api: TestApi): Promise<number[]> {
  const [boss, admin] = [await api.signUp({ role: 'admin' }), await api.signUp({ role: 'admin' })];
  const { id, buyers } = await soldOut(api, 1);
  const [buyer] = buyers as [(typeof buyers)[number]];
  await waitFor(api, buyer, id);
  return startBehindLock(api, id, [
    () => api.send('POST /api/admin/people/erase', { token: boss.token, body: { email: buyer.email } }),
    () => cancelOrder(api, admin, buyer.orderId),
  ]);
}

/** Two of three admins erase each other at the same moment. */
export async function eraseEachOther(api: TestApi): Promise<number[]> {
  const [first, second] = [await api.signUp({ role: 'admin' }), await api.signUp({ role: 'admin' })];
  await api.signUp({ role: 'admin' });
  const erase = ({ token }: { token: string }, { email }: { email: string }) =>
    api.send('POST /api/admin/people/erase', { token, body: { email } });
  const answers = await Promise.all([erase(first, second), erase(second, first)]);
  return answers.map(({ status }) => status).sort();
}

/** Somebody who waits for an event is erased, and orders another one before that ends. */
export async function orderWhileErased(api: TestApi): Promise<number[]> {
  const boss = await api.signUp({ role: 'admin' });
  const buyer = await api.signUp();
  const { id } = await soldOut(api, 1);
  const other = await addProduct(api.ctx, { stock: 1 });
  await waitFor(api, buyer, id);
  return startBehindLock(api, id, [
    () => api.send('POST /api/admin/people/erase', { token: boss.token, body: { email: buyer.email } }),
    () => checkout(api, buyer.token, [cartLine(other)]),
  ]);
}

/** Somebody is erased while an admin takes a copy of their data and has read the account. */
export async function eraseWhileExporting(api: TestApi): Promise<number[]> {
  const [boss, person] = [await api.signUp({ role: 'admin' }), await api.signUp()];
  const body = { email: person.email };
  return startBehind(api, (tx) => tx.execute(sql`lock table app.enquiries in access exclusive mode`), [
    () => api.send('POST /api/admin/people/export', { token: boss.token, body }),
    () => api.send('DELETE /api/profile', { token: person.token, body: {} }),
  ]);
}

/** An admin moves an event while an order of it that nobody paid is released. */
export async function moveWhileReleasing(api: TestApi): Promise<number[]> {
  const [admin, buyer] = [await api.signUp({ role: 'admin' }), await api.signUp()];
  const id = await addProduct(api.ctx);
  const { code } = (await checkout(api, buyer.token, [cartLine(id)])).body.orders[0]!;
  return startBehindLock(api, id, [
    () => editProduct(api, admin, id, { date: '2199-06-10' }),
    () => releaseCheckout(api, admin, code),
  ]);
}

const waitFor = (api: TestApi, { token }: { token: string }, product_id: string) =>
  api.send('POST /api/waitlist', { token, body: { product_id, quantity: 1 } });
