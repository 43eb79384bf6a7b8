import { eq } from 'drizzle-orm';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import { waitlist } from '../../src/api/waitlist/waitlist.tables.ts';
import { hourMs, startsAt } from '../../src/shared/time.ts';
import { cartLine } from '../load/cartLines.ts';
import type { TestApi } from './harness.ts';
import { addProduct, changeProduct, checkout, readOrders } from './shop.ts';

type Person = Awaited<ReturnType<TestApi['signUp']>>;

/** An event whose seats were all bought, each by somebody of their own. */
export async function soldOut(api: TestApi, seats: number, details: Parameters<typeof addProduct>[1] = {}) {
  const id = await addProduct(api.ctx, { ...details, stock: seats });
  const buyers: (Person & { orderId: string })[] = [];
  for (let seat = 0; seat < seats; seat += 1) {
    const buyer = await api.signUp();
    const { body } = await checkout(api, buyer.token, [cartLine(id)]);
    buyers.push({ ...buyer, orderId: body.orders[0]?.id as string });
  }
  return { id, buyers };
}

/** Joins a line, a millisecond after whoever joined before. */
export async function join(api: TestApi, product_id: string, quantity = 1) {
  api.advance(1);
  const person = await api.signUp();
  const answer = await api.send('POST /api/waitlist', { token: person.token, body: { product_id, quantity } });
  return { ...person, entry: answer.body, status: answer.status, code: answer.body.code };
}

/** The only entry of somebody in the line of one event. */
export async function ownEntry(api: TestApi, { token }: { token: string }) {
  return (await api.send('GET /api/my-waitlist', { token })).body[0];
}

/** Seats left as the public and as an admin see them. */
export async function seatsLeft(api: TestApi, admin: { token: string }, id: string): Promise<[number, number]> {
  const { body } = await api.send('GET /api/product/:id', { params: { id } });
  const own = await api.send('GET /api/admin/product/:id', { token: admin.token, params: { id } });
  return [body.stock, own.body.stock];
}

/** Seats sold, offered and left together. */
export async function countSeats({ ctx }: TestApi, product: string): Promise<number> {
  const [row] = await ctx.db.select().from(products).where(eq(products.id, product));
  const entries = await ctx.db.select().from(waitlist).where(eq(waitlist.product_id, product));
  const lines = (await readOrders(ctx)).filter((line) => line.product_id === product && line.status !== 'cancelled');
  const seats = (rows: { quantity: number }[]) => rows.reduce((sum, { quantity }) => sum + quantity, 0);
  return (row?.stock ?? 0) + seats(lines) + seats(entries.filter(({ state }) => state === 'offered'));
}

/** Day and time in Istanbul, so many hours from now; whole minutes. */
export function startIn(api: TestApi, hours: number): { date: string; time: string } {
  const start = new Date(api.ctx.clock().getTime() + hours * hourMs + 3 * hourMs).toISOString();
  return { date: start.slice(0, 10), time: start.slice(11, 16) };
}

/** Moves an event as the form does, without a notice. */
export const moveEvent = ({ ctx }: TestApi, id: string, start: { date: string; time: string }) =>
  changeProduct(ctx, id, { ...start, starts_at: startsAt(start.date, start.time) });
