// Seats that move: cancelling while 200 people wait, and 300 buyers beside 20 cancellations.

import { users } from '../../src/api/account/account.tables.ts';
import type { AppContext } from '../../src/api/context.ts';
import { waitlist } from '../../src/api/waitlist/waitlist.tables.ts';
import { addCustomers, addProduct } from '../../tests/api/shop.ts';
import { cartLine } from '../../tests/load/cartLines.ts';
import { withContext } from '../../tests/load/context.ts';
import { send } from '../../tests/load/send.ts';
import { type Kind, openDatabase } from './databases.ts';
import { generateLoad } from './loadGenerator.ts';
import { buySeats, startProduct } from './product.ts';
import { report } from './report.ts';

const waitingPeople = 200;
const cancellations = 20;
const buyers = 300;

/** A sold-out event with a line, and everybody around it. */
interface Hall {
  id: string;
  owners: string[];
  hunters: string[];
}

async function fillHall(ctx: AppContext): Promise<Hall> {
  const id = await addProduct(ctx, { stock: cancellations });
  const owners = await addCustomers(ctx, cancellations);
  const hunters = await addCustomers(ctx, buyers);
  const values = Array.from({ length: waitingPeople }, () => ({
    email: `${crypto.randomUUID()}@ornek.com`,
    name: 'Deniz',
    surname: 'Yılmaz',
    activated_at: ctx.clock(),
  }));
  const people = await ctx.db.insert(users).values(values).returning({ id: users.id });
  const now = ctx.clock().getTime();
  await ctx.db.insert(waitlist).values(
    people.map((person, index) => ({
      product_id: id,
      user_id: person.id,
      quantity: (index % 3) + 1,
      joined_at: new Date(now + index),
    })),
  );
  return { id, owners, hunters };
}

/** Buys one seat for each owner; returns the ids of the orders. */
async function sellOut(origin: string, { id, owners }: Hall): Promise<string[]> {
  const orders = [];
  for (const token of owners) orders.push((await buySeats(origin, token, id)).id);
  return orders;
}

/** Cancels one order after the other; returns how long each took, in milliseconds. */
async function cancelAll(origin: string, { owners }: Hall, orders: string[]): Promise<number[]> {
  const times = [];
  for (const [index, token] of owners.entries()) {
    const start = performance.now();
    const answer = await send(origin, `POST /api/my-orders/${orders[index]}/cancel`, token, { expected_refund: 0 });
    if (answer.status !== 200) throw new Error(`cancelling answered ${answer.status}`);
    await answer.text();
    times.push(performance.now() - start);
  }
  return times;
}

const p95 = (times: number[]) => times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? 0;

export async function measureSeats(kind: Kind): Promise<void> {
  const group = `Seats that move, ${kind === 'postgres' ? 'PostgreSQL' : 'embedded database'}`;
  await using database = await openDatabase(kind);
  const halls = await withContext(database.environment, async (ctx) => [
    await fillHall(ctx),
    await fillHall(ctx),
    await fillHall(ctx),
  ]);
  await using product = await startProduct({ ...database.environment, SEED: 'none', RATE_LIMIT_FACTOR: '1000' }, true);
  const { origin } = product;
  const [first, quiet, crowded] = halls as [Hall, Hall, Hall];
  // Not counted: first runs of code are slower.
  await cancelAll(origin, first, await sellOut(origin, first));
  const times = await cancelAll(origin, quiet, await sellOut(origin, quiet));
  report({ group, name: `cancelling with ${waitingPeople} waiting: p95`, value: p95(times), unit: 'ms', max: 30 });
  const orders = await sellOut(origin, crowded);
  const buying = generateLoad({
    origin,
    method: 'POST',
    path: '/api/order/create',
    tokens: crowded.hunters,
    bodies: [JSON.stringify({ cartItems: [cartLine(crowded.id)] })],
    connections: buyers,
    rate: buyers,
    for: { seconds: 10 },
  });
  await cancelAll(origin, crowded, orders);
  const { latency } = await buying;
  const max = kind === 'postgres' ? 60 : undefined;
  report({
    group,
    name: `${buyers} buyers beside ${cancellations} cancellations: p95`,
    value: latency.p95,
    unit: 'ms',
    max,
  });
}
