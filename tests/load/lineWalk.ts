import { asc, desc, eq } from 'drizzle-orm';
import fc from 'fast-check';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import { endOffers } from '../../src/api/waitlist/waitlist.jobs.ts';
import { waitlist } from '../../src/api/waitlist/waitlist.tables.ts';
import { dayMs, hourMs } from '../../src/shared/time.ts';
import type { TestApi } from '../api/harness.ts';
import { countSeats } from '../api/line.ts';
import { addProduct, cancelOrder, checkout, editProduct, readOrders, releaseCheckout } from '../api/shop.ts';
import { cartLine } from './cartLines.ts';

/** One step of somebody around a sold-out event; `pick` chooses among those it can be about. */
type Step =
  | { kind: 'join'; seats: number }
  | { kind: 'buy'; seats: number }
  | { kind: 'cancel'; pick: number }
  | { kind: 'release'; pick: number }
  | { kind: 'prioritise'; pick: number; priority: number }
  | { kind: 'accept' | 'decline' | 'leave'; pick: number }
  | { kind: 'stock'; change: number }
  | { kind: 'wait'; hours: number };

const seats = fc.integer({ min: 1, max: 4 });
const pick = fc.nat(50);

export const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('join' as const), seats }) },
    { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('cancel' as const, 'release' as const), pick }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('prioritise' as const), pick, priority: fc.nat(2) }),
    },
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

/** The event of one walk, and who is around it. */
interface Walk {
  api: TestApi;
  id: string;
  /** Accounts that did nothing yet. */
  tokens: Iterator<string>;
  /** Tokens by entry. */
  owners: Map<string, string>;
  /** How often each entry was passed, counted from outside. */
  passed: Map<string, number>;
  /** Seats put on sale. */
  capacity: number;
}

type Entry = typeof waitlist.$inferSelect;

/** A walk takes longer than a session of an admin. */
const newAdmin = (api: TestApi) => api.signUp({ role: 'admin', email: `${crypto.randomUUID()}@ornek.com` });
const newcomer = ({ tokens }: Walk) => tokens.next().value as string;
const choose = <T>(items: T[], index: number): T | undefined => items[index % items.length];
const buy = ({ api, id }: Walk, token: string, count: number) => checkout(api, token, [cartLine(id, count)]);

async function joinLine(walk: Walk, quantity: number): Promise<void> {
  const { api, id, owners } = walk;
  const token = newcomer(walk);
  const { body, status } = await api.send('POST /api/waitlist', { token, body: { product_id: id, quantity } });
  if (status === 201) owners.set(body.id, token);
}

async function giveBack({ api, id }: Walk, { kind, pick: index }: Extract<Step, { kind: 'cancel' | 'release' }>) {
  const standing = (await readOrders(api.ctx)).filter((row) => row.product_id === id && row.status !== 'cancelled');
  const line = choose(standing, index);
  if (!line) return;
  const admin = await newAdmin(api);
  if (kind === 'cancel') await cancelOrder(api, admin, line.id);
  else await releaseCheckout(api, admin, line.code);
}

async function prioritise({ api }: Walk, before: Entry[], index: number, priority: number): Promise<void> {
  const entry = choose(before, index);
  if (!entry) return;
  const { token } = await newAdmin(api);
  await api.send('PATCH /api/admin/waitlist/:id', { token, params: { id: entry.id }, body: { priority } });
}

async function answerOffer(
  walk: Walk,
  before: Entry[],
  { kind, pick: index }: Extract<Step, { kind: 'accept' | 'decline' | 'leave' }>,
): Promise<void> {
  const { api, owners } = walk;
  const entry = choose(
    before.filter(({ state }) => state === 'offered' || (kind === 'leave' && state === 'waiting')),
    index,
  );
  if (!entry) return;
  const call = { token: owners.get(entry.id) as string, params: { id: entry.id } };
  if (kind === 'accept') await buy(walk, call.token, (index % entry.quantity) + 1);
  if (kind === 'decline') await api.send('POST /api/waitlist/:id/decline', call);
  if (kind === 'leave') await api.send('DELETE /api/waitlist/:id', call);
}

async function take(walk: Walk, step: Step, before: Entry[]): Promise<void> {
  const { api, id } = walk;
  if (step.kind === 'join') await joinLine(walk, step.seats);
  else if (step.kind === 'buy') await buy(walk, newcomer(walk), step.seats);
  else if (step.kind === 'cancel' || step.kind === 'release') await giveBack(walk, step);
  else if (step.kind === 'prioritise') await prioritise(walk, before, step.pick, step.priority);
  else if (step.kind === 'stock') walk.capacity += await setStock(api, id, step.change);
  else if (step.kind === 'wait') {
    api.advance(step.hours * hourMs);
    await endOffers(api.ctx);
  } else await answerOffer(walk, before, step);
}

/** Counts for everybody who waits how many entries behind them just got an offer. */
function countPassed({ passed }: Walk, before: Entry[], after: Entry[]): void {
  const stateBefore = new Map(before.map((entry) => [entry.id, entry.state]));
  for (const [place, entry] of after.entries()) {
    if (entry.state !== 'offered' || stateBefore.get(entry.id) !== 'waiting') continue;
    for (const ahead of after.slice(0, place))
      if (ahead.state === 'waiting') passed.set(ahead.id, (passed.get(ahead.id) ?? 0) + 1);
  }
}

/** What is wrong now, in words. */
async function findBreaches({ api, id, passed, capacity }: Walk, after: Entry[]): Promise<string[]> {
  const now = api.ctx.clock();
  const sum = await countSeats(api, id);
  const breaches = sum === capacity ? [] : [`${sum} seats of ${capacity}`];
  const [product] = await api.ctx.db.select().from(products).where(eq(products.id, id));
  const waiting = after.filter(({ state }) => state === 'waiting');
  const mayBlock = ({ hold_until }: Entry) => !hold_until || hold_until > now;
  for (const entry of waiting)
    if ((passed.get(entry.id) ?? 0) > 2 && mayBlock(entry)) breaches.push(`passed ${passed.get(entry.id)} times`);
  const wall = waiting.findIndex((entry) => entry.passed >= 2 && mayBlock(entry));
  const reachable = wall < 0 ? waiting : waiting.slice(0, wall + 1);
  const free = (product?.stock ?? 0) + (product?.held_seats ?? 0);
  for (const { quantity } of reachable) if (quantity <= free) breaches.push(`${free} seats idle beside ${quantity}`);
  return breaches;
}

/**
 * Walks through the steps on a new event and returns every breach of the rules: seats that do not add up to what was
 * put on sale, somebody passed more than twice while seats may wait for them, a free seat that fits a waiting entry.
 */
export async function walkLine(api: TestApi, tokens: Iterator<string>, path: Step[]): Promise<string[]> {
  const date = new Date(api.ctx.clock().getTime() + 400 * dayMs).toISOString().slice(0, 10);
  const id = await addProduct(api.ctx, { stock: 6, date });
  const walk: Walk = { api, id, tokens, owners: new Map(), passed: new Map(), capacity: 6 };
  for (const count of [1, 1, 2, 2]) await buy(walk, newcomer(walk), count);
  const breaches: string[] = [];
  for (const [index, step] of path.entries()) {
    api.advance(1);
    const before = await readLine(api, id);
    await take(walk, step, before);
    const after = await readLine(api, id);
    countPassed(walk, before, after);
    for (const breach of await findBreaches(walk, after)) breaches.push(`${index} ${JSON.stringify(step)}: ${breach}`);
  }
  return breaches;
}

/** Changes the stock as the form of the product does, never below 0; returns by how much. */
async function setStock(api: TestApi, id: string, change: number): Promise<number> {
  const admin = await newAdmin(api);
  const { body } = await api.send('GET /api/admin/product/:id', { token: admin.token, params: { id } });
  const stock = Math.max(0, body.stock + change);
  await editProduct(api, admin, id, { stock });
  return stock - body.stock;
}
