// Requests a second and how long they took: public lists, sign-in, orders, and lists while many sign in.
import autocannon from 'autocannon';
import { arrivals } from './arrivals.ts';
import { type Crowd, fillCrowd, inside, type Kind, openDatabase } from './databases.ts';
import { type Product, startProduct } from './product.ts';
import { note } from './report.ts';

interface Run {
  connections: number;
  seconds: number;
  /** Requests a second over all connections; as fast as possible without. */
  rate?: number;
  request: autocannon.Request;
}

const json = { 'content-type': 'application/json' };

async function cannon(origin: string, { connections, seconds, rate, request }: Run) {
  const result = await autocannon({
    url: origin,
    connections,
    duration: seconds,
    requests: [request],
    ...(rate ? { overallRate: rate } : {}),
  });
  return { ...result, refused: result.non2xx + result.errors };
}

/** Measures one database, filled with a crowd; `seconds` a run. */
export async function measureLoad(kind: Kind, seconds: number): Promise<void> {
  const group = `Load, ${kind === 'postgres' ? 'PostgreSQL' : 'embedded database'}`;
  const database = await openDatabase(kind);
  const crowd = await inside(database.environment, (platform) => fillCrowd(platform, 600));
  const product = await startProduct({ ...database.environment, SEED: 'demo' }, true);
  try {
    note({ group, name: 'memory after start', value: product.memory().now, unit: 'MB' });
    await measureLists(group, product, kind, seconds);
    await measureSignIn(group, product, crowd, seconds);
    await measureOrders(group, product, crowd, seconds);
    note({ group, name: 'memory after the load', value: product.memory().now, unit: 'MB' });
  } finally {
    await product.stop();
    await database.close();
  }
}

async function measureLists(group: string, { origin }: Product, kind: Kind, seconds: number): Promise<void> {
  for (const path of ['/api/products', '/api/blogs', '/api/gallery']) {
    const request = { method: 'GET' as const, path };
    const most = kind === 'postgres' ? 10 : undefined;
    const steady = await cannon(origin, { connections: 50, seconds, rate: 2000, request });
    note({ group, name: `${path} at 2,000/s: p99`, value: steady.latency.p99, unit: 'ms', most });
    note({ group, name: `${path} at 2,000/s: reached`, value: steady.requests.average, unit: '/s' });
    note({ group, name: `${path} at 2,000/s: not answered`, value: steady.refused, unit: '', most: 0 });
    const full = await cannon(origin, { connections: 50, seconds, request });
    note({ group, name: `${path} as fast as possible`, value: full.requests.average, unit: '/s' });
  }
}

const signIn = ({ emails, password }: Crowd): autocannon.Request => {
  let next = 0;
  return {
    method: 'POST',
    path: '/api/login',
    headers: json,
    setupRequest: (request) => {
      next += 1;
      return { ...request, body: JSON.stringify({ email: emails[next % emails.length], password }) };
    },
  };
};

async function measureSignIn(group: string, { origin }: Product, crowd: Crowd, seconds: number): Promise<void> {
  // Not by autocannon: it lets a second's twenty go at its first moment, which is twenty at once.
  const { emails, password } = crowd;
  const steady = await arrivals({ rate: 20, seconds }, (index) =>
    fetch(`${origin}/api/login`, {
      method: 'POST',
      headers: json,
      body: JSON.stringify({ email: emails[index % emails.length], password }),
    }),
  );
  note({ group, name: 'sign-in at 20/s: p50', value: steady.quantile(0.5), unit: 'ms' });
  note({ group, name: 'sign-in at 20/s: p95', value: steady.quantile(0.95), unit: 'ms', most: 60 });
  note({ group, name: 'sign-in at 20/s: not answered', value: steady.refused, unit: '', most: 0 });
  const full = await cannon(origin, { connections: 20, seconds, request: signIn(crowd) });
  note({ group, name: 'sign-in as fast as possible', value: full.requests.average, unit: '/s' });
  const list = { method: 'GET' as const, path: '/api/products' };
  const [lists] = await Promise.all([
    cannon(origin, { connections: 20, seconds, rate: 200, request: list }),
    cannon(origin, { connections: 500, seconds, request: signIn(crowd) }),
  ]);
  note({ group, name: 'lists while 500 sign in: p97.5', value: lists.latency.p97_5, unit: 'ms', most: 300 });
}

async function measureOrders(group: string, { origin }: Product, crowd: Crowd, seconds: number): Promise<void> {
  let next = 0;
  const request: autocannon.Request = {
    method: 'POST',
    path: '/api/order/create',
    setupRequest: (fresh) => {
      next += 1;
      const id = crowd.events[next % crowd.events.length];
      const cartItems = [{ id, quantity: 1, participants: [{ fullName: 'Ada Deniz' }] }];
      const authorization = `Bearer ${crowd.tokens[next % crowd.tokens.length]}`;
      return { ...fresh, headers: { ...json, authorization }, body: JSON.stringify({ cartItems }) };
    },
  };
  const full = await cannon(origin, { connections: 50, seconds, request });
  note({ group, name: 'order, 50 at a time: p50', value: full.latency.p50, unit: 'ms' });
  note({ group, name: 'order, 50 at a time: p97.5', value: full.latency.p97_5, unit: 'ms', most: 30 });
  note({ group, name: 'order, 50 at a time: p99', value: full.latency.p99, unit: 'ms' });
  note({ group, name: 'orders', value: full.requests.average, unit: '/s' });
  note({ group, name: 'orders not answered', value: full.refused, unit: '', most: 0 });
}
