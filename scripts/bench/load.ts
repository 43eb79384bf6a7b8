// Throughput and latency of public lists, sign-in, orders, and lists while many people sign in.
import { setTimeout as sleep } from 'node:timers/promises';
import { cartLine } from '../../tests/load/cartLines.ts';
import { withContext } from '../../tests/load/context.ts';
import { type Crowd, fillCrowd, type Kind, openDatabase } from './databases.ts';
import { generateLoad, type Requests } from './loadGenerator.ts';
import { type Product, startProduct } from './product.ts';
import { report } from './report.ts';

/** A prime, so that each buyer meets each of the 20 events: an account buys ten seats of one at most. */
const crowdSize = 6007;

/** Measures the API on one kind of database, `seconds` for each load. */
export async function measureLoad(kind: Kind, seconds: number): Promise<void> {
  const group = `Load, ${kind === 'postgres' ? 'PostgreSQL' : 'embedded database'}`;
  await using database = await openDatabase(kind);
  const crowd = await withContext(database.environment, (ctx) => fillCrowd(ctx, crowdSize));
  await using product = await startProduct({ ...database.environment, SEED: 'demo' }, true);
  report({ group, name: 'memory after start', value: product.memory().now, unit: 'MB' });
  // Lets work of the start and writes to the disk end.
  await sleep(5000);
  await measureLists(group, product, kind, seconds);
  await measureSignIn(group, product, crowd, seconds);
  await measureOrders(group, product, crowd, seconds, kind === 'postgres' ? 30 : 60);
  report({ group, name: 'memory after the load', value: product.memory().now, unit: 'MB' });
}

async function measureLists(group: string, { origin }: Product, kind: Kind, seconds: number): Promise<void> {
  for (const path of ['/api/products', '/api/blogs', '/api/gallery']) {
    const list = { origin, method: 'GET' as const, path, connections: 50, for: { seconds } };
    const max = kind === 'postgres' ? 10 : undefined;
    const steady = await generateLoad({ ...list, rate: 2000 });
    report({ group, name: `${path} at 2,000/s: p99`, value: steady.latency.p99, unit: 'ms', max });
    report({ group, name: `${path} at 2,000/s: reached`, value: steady.perSecond, unit: '/s' });
    report({ group, name: `${path} at 2,000/s: not answered`, value: steady.failed, unit: '', max: 0 });
    const full = await generateLoad(list);
    report({ group, name: `${path} as fast as possible`, value: full.perSecond, unit: '/s' });
  }
}

const signIn = ({ emails, password }: Crowd): Requests => ({
  method: 'POST',
  path: '/api/login',
  bodies: emails.map((email) => JSON.stringify({ email, password })),
});

async function measureSignIn(group: string, { origin }: Product, crowd: Crowd, seconds: number): Promise<void> {
  const people = { origin, ...signIn(crowd), for: { seconds } };
  const steady = await generateLoad({ ...people, connections: 20, rate: 20 });
  report({ group, name: 'sign-in at 20/s: p50', value: steady.latency.p50, unit: 'ms' });
  report({ group, name: 'sign-in at 20/s: p95', value: steady.latency.p95, unit: 'ms', max: 60 });
  report({ group, name: 'sign-in at 20/s: not answered', value: steady.failed, unit: '', max: 0 });
  const full = await generateLoad({ ...people, connections: 20 });
  report({ group, name: 'sign-in as fast as possible', value: full.perSecond, unit: '/s' });
  const [lists] = await Promise.all([
    generateLoad({ origin, method: 'GET', path: '/api/products', connections: 20, rate: 200, for: { seconds } }),
    generateLoad({ ...people, connections: 500 }),
  ]);
  report({ group, name: 'lists while 500 sign in: p95', value: lists.latency.p95, unit: 'ms', max: 300 });
}

const order = (events: string[], tokens: string[]): Requests => ({
  method: 'POST',
  path: '/api/order/create',
  tokens,
  bodies: events.map((id) => JSON.stringify({ cartItems: [cartLine(id)] })),
});

/** Fifty buyers, each without a pause, then in bursts; of many products and of one. */
async function measureOrders(
  group: string,
  { origin }: Product,
  { events, tokens }: Crowd,
  seconds: number,
  max: number,
): Promise<void> {
  for (const [what, chosen] of [
    ['many events', events],
    ['one event', events.slice(0, 1)],
  ] as const) {
    const buyers = { origin, ...order(chosen, tokens), connections: 50 };
    const { latency, perSecond, failed } = await generateLoad({ ...buyers, for: { seconds } });
    report({ group, name: `order of ${what}, 50 at a time: p50`, value: latency.p50, unit: 'ms' });
    report({ group, name: `order of ${what}, 50 at a time: p95`, value: latency.p95, unit: 'ms', max });
    report({ group, name: `orders of ${what}`, value: perSecond, unit: '/s' });
    const burst = await generateLoad({ ...buyers, for: { bursts: 40 } });
    report({ group, name: `order of ${what}, 50 at one moment: p50`, value: burst.latency.p50, unit: 'ms' });
    report({ group, name: `order of ${what}, 50 at one moment: p95`, value: burst.latency.p95, unit: 'ms', max });
    report({ group, name: `orders of ${what} not answered`, value: failed + burst.failed, unit: '', max: 0 });
  }
}
