// Requests a second and how long they took: public lists, sign-in, orders, and lists while many sign in.
import { setTimeout as sleep } from 'node:timers/promises';
import { cannon, type Shots } from './cannon.ts';
import { type Crowd, fillCrowd, inside, type Kind, openDatabase } from './databases.ts';
import { type Product, startProduct } from './product.ts';
import { note } from './report.ts';

/** A prime, so that each buyer meets each of the 20 events: an account buys ten seats of one at most. */
const crowdSize = 6007;

/** Measures one database, filled with a crowd; `seconds` a run. */
export async function measureLoad(kind: Kind, seconds: number): Promise<void> {
  const group = `Load, ${kind === 'postgres' ? 'PostgreSQL' : 'embedded database'}`;
  await using database = await openDatabase(kind);
  const crowd = await inside(database.environment, (ctx) => fillCrowd(ctx, crowdSize));
  await using product = await startProduct({ ...database.environment, SEED: 'demo' }, true);
  note({ group, name: 'memory after start', value: product.memory().now, unit: 'MB' });
  // What a start leaves to do for itself, and the disk for what was filled in, is another question.
  await sleep(5000);
  await measureLists(group, product, kind, seconds);
  await measureSignIn(group, product, crowd, seconds);
  await measureOrders(group, product, crowd, seconds);
  note({ group, name: 'memory after the load', value: product.memory().now, unit: 'MB' });
}

async function measureLists(group: string, { origin }: Product, kind: Kind, seconds: number): Promise<void> {
  for (const path of ['/api/products', '/api/blogs', '/api/gallery']) {
    const list = { origin, method: 'GET' as const, path, connections: 50, for: { seconds } };
    const most = kind === 'postgres' ? 10 : undefined;
    const steady = await cannon({ ...list, rate: 2000 });
    note({ group, name: `${path} at 2,000/s: p99`, value: steady.latency.p99, unit: 'ms', most });
    note({ group, name: `${path} at 2,000/s: reached`, value: steady.average, unit: '/s' });
    note({ group, name: `${path} at 2,000/s: not answered`, value: steady.refused, unit: '', most: 0 });
    const full = await cannon(list);
    note({ group, name: `${path} as fast as possible`, value: full.average, unit: '/s' });
  }
}

const signIn = ({ emails, password }: Crowd): Shots => ({
  method: 'POST',
  path: '/api/login',
  bodies: emails.map((email) => JSON.stringify({ email, password })),
});

async function measureSignIn(group: string, { origin }: Product, crowd: Crowd, seconds: number): Promise<void> {
  const people = { origin, ...signIn(crowd), for: { seconds } };
  const steady = await cannon({ ...people, connections: 20, rate: 20 });
  note({ group, name: 'sign-in at 20/s: p50', value: steady.latency.p50, unit: 'ms' });
  note({ group, name: 'sign-in at 20/s: p95', value: steady.latency.p95, unit: 'ms', most: 60 });
  note({ group, name: 'sign-in at 20/s: not answered', value: steady.refused, unit: '', most: 0 });
  const full = await cannon({ ...people, connections: 20 });
  note({ group, name: 'sign-in as fast as possible', value: full.average, unit: '/s' });
  const [lists] = await Promise.all([
    cannon({ origin, method: 'GET', path: '/api/products', connections: 20, rate: 200, for: { seconds } }),
    cannon({ ...people, connections: 500 }),
  ]);
  note({ group, name: 'lists while 500 sign in: p95', value: lists.latency.p95, unit: 'ms', most: 300 });
}

const order = (events: string[], tokens: string[]): Shots => ({
  method: 'POST',
  path: '/api/order/create',
  tokens,
  bodies: events.map((id) =>
    JSON.stringify({ cartItems: [{ id, quantity: 1, participants: [{ fullName: 'Ada Deniz' }] }] }),
  ),
});

/** Fifty buyers: without pause, then all at one moment with silence between; of many events and of one. */
async function measureOrders(
  group: string,
  { origin }: Product,
  { events, tokens }: Crowd,
  seconds: number,
): Promise<void> {
  for (const [what, chosen] of [
    ['many events', events],
    ['one event', events.slice(0, 1)],
  ] as const) {
    const buyers = { origin, ...order(chosen, tokens), connections: 50 };
    const { latency, average, refused } = await cannon({ ...buyers, for: { seconds } });
    note({ group, name: `order of ${what}, 50 at a time: p50`, value: latency.p50, unit: 'ms' });
    note({ group, name: `order of ${what}, 50 at a time: p95`, value: latency.p95, unit: 'ms', most: 30 });
    note({ group, name: `orders of ${what}`, value: average, unit: '/s' });
    const burst = await cannon({ ...buyers, for: { bursts: 40 } });
    note({ group, name: `order of ${what}, 50 at one moment: p50`, value: burst.latency.p50, unit: 'ms' });
    note({ group, name: `order of ${what}, 50 at one moment: p95`, value: burst.latency.p95, unit: 'ms', most: 30 });
    note({ group, name: `orders of ${what} not answered`, value: refused + burst.refused, unit: '', most: 0 });
  }
}
