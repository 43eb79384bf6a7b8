import { asc, desc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import { endOffers } from '../../src/api/waitlist/waitlist.jobs.ts';
import { waitlist } from '../../src/api/waitlist/waitlist.tables.ts';
import type { TestApi } from '../api/harness.ts';
import { countSeats } from '../api/line.ts';
import { addProduct, checkout, readOrders } from '../api/shop.ts';
import { cartLine } from './cartLines.ts';

/** One step of somebody around a sold-out event; `pick` chooses among those it can be about. */
export type Step =
  | { kind: 'join'; seats: number }
  | { kind: 'buy'; seats: number }
  | { kind: 'cancel'; pick: number }
  | { kind: 'accept' | 'decline' | 'leave'; pick: number }
  | { kind: 'stock'; change: number }
  | { kind: 'wait'; hours: number };

const seats = fc.integer({ min: 1, max: 4 });
const pick = fc.nat(50);

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('join' as const), seats }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constant('cancel' as const), pick }) },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('buy' as const), seats }) },
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constantFrom('accept' as const, 'decline' as const, 'leave' as const), pick }),
    },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('stock' as const), change: fc.integer({ min: -2, max: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours: fc.constantFrom(1, 25, 60) }) },
  ),
  { minLength: 15, maxLength: 24 },
);

const readLine = ({ ctx }: TestApi, id: string) =>
  ctx.db
    .select()
    .from(waitlist)
    .where(eq(waitlist.product_id, id))
    .orderBy(desc(waitlist.priority), asc(waitlist.joined_at), asc(waitlist.id));

/**
 * Walks through the steps on an event of its own, and returns every breach of the rules: a sum of seats that is not what
 * was put on sale, somebody passed more than twice while seats may wait for them, a seat that waits beside somebody it
 * fits, an account that a step failed for.
 */
export async function walk(api: TestApi, tokens: Iterator<string>, path: Step[]): Promise<string[]> {
  const breaches: string[] = [];
  const date = new Date(api.ctx.clock().getTime() + 400 * 86_400_000).toISOString().slice(0, 10);
  const id = await addProduct(api.ctx, { stock: 6, date });
  let capacity = 6;
  const owners = new Map<string, string>();
  const passed = new Map<string, number>();
  const buy = async (token: string, count: number) => checkout(api, token, [cartLine(id, count)]);
  for (const count of [1, 1, 2, 2]) await buy(tokens.next().value as string, count);

  const choose = <T>(items: T[], index: number): T | undefined => items[index % items.length];
  for (const [index, step] of path.entries()) {
    api.advance(1);
    const before = await readLine(api, id);
    if (step.kind === 'join') {
      const token = tokens.next().value as string;
      const { body, status } = await api.send('POST /api/waitlist', {
        token,
        body: { product_id: id, quantity: step.seats },
      });
      if (status === 201) owners.set(body.id, token);
    } else if (step.kind === 'buy') await buy(tokens.next().value as string, step.seats);
    else if (step.kind === 'wait') {
      api.advance(step.hours * 3_600_000);
      await endOffers(api.ctx);
    } else if (step.kind === 'stock') {
      const { stock } = await setStock(api, id, step.change);
      capacity += stock;
    } else if (step.kind === 'cancel') {
      const line = choose(
        (await readOrders(api.ctx)).filter((row) => row.product_id === id && row.status !== 'cancelled'),
        step.pick,
      );
      if (line) await cancel(api, line.id);
    } else {
      const entry = choose(
        before.filter(({ state }) => state === 'offered' || (step.kind === 'leave' && state === 'waiting')),
        step.pick,
      );
      const token = entry && (owners.get(entry.id) as string);
      if (!token) continue;
      if (step.kind === 'accept') await buy(token, (step.pick % entry.quantity) + 1);
      if (step.kind === 'decline')
        await api.send('POST /api/waitlist/:id/decline', { token, params: { id: entry.id } });
      if (step.kind === 'leave') await api.send('DELETE /api/waitlist/:id', { token, params: { id: entry.id } });
    }

    const now = api.ctx.clock();
    const after = await readLine(api, id);
    const stateBefore = new Map(before.map((entry) => [entry.id, entry.state]));
    for (const [place, entry] of after.entries()) {
      if (entry.state !== 'offered' || stateBefore.get(entry.id) !== 'waiting') continue;
      for (const ahead of after.slice(0, place))
        if (ahead.state === 'waiting') passed.set(ahead.id, (passed.get(ahead.id) ?? 0) + 1);
    }
    const tell = (text: string) => breaches.push(`${index} ${JSON.stringify(step)}: ${text}`);
    const sum = await countSeats(api, id);
    if (sum !== capacity) tell(`${sum} seats of ${capacity}`);
    const [product] = await api.ctx.db.select().from(products).where(eq(products.id, id));
    let isReachable = true;
    for (const entry of after.filter(({ state }) => state === 'waiting')) {
      const mayBlock = !entry.hold_until || entry.hold_until > now;
      if ((passed.get(entry.id) ?? 0) > 2 && mayBlock) tell(`passed ${passed.get(entry.id)} times`);
      if (isReachable && entry.quantity <= (product?.stock ?? 0))
        tell(`${product?.stock} seats idle beside ${entry.quantity}`);
      if (entry.passed >= 2 && mayBlock) isReachable = false;
    }
  }
  return breaches;
}

/** Changes the stock as the form of the product does, never below 0; returns by how much. */
async function setStock(api: TestApi, id: string, change: number): Promise<{ stock: number }> {
  const admin = await api.signUp({ role: 'admin', email: `${crypto.randomUUID()}@ornek.com` });
  const { body } = await api.send('GET /api/admin/product/:id', { token: admin.token, params: { id } });
  const stock = Math.max(0, body.stock + change);
  const sent = new FormData();
  const fields = {
    title: body.title,
    price: body.price,
    description: body.description,
    date: body.date,
    time: body.time,
  };
  const place = { location: body.location, category: body.category, oldImage1: body.image1, oldImage2: body.image2 };
  for (const [name, value] of Object.entries({ ...fields, ...place, stock, stock_base: body.stock }))
    sent.set(name, String(value));
  await api.send('PUT /api/product/update/:id', { token: admin.token, params: { id }, body: sent });
  return { stock: stock - body.stock };
}

async function cancel(api: TestApi, id: string): Promise<void> {
  const admin = await api.signUp({ role: 'admin', email: `${crypto.randomUUID()}@ornek.com` });
  const body = { status: 'cancelled' };
  await api.send('PATCH /api/admin/orders/:id/status', { token: admin.token, params: { id }, body });
}
