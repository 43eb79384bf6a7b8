import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { readEnv } from '../../src/api/env.ts';
import { openPlatform } from '../../src/api/main.ts';
import { addEvent, books } from '../api/shop.ts';
import { newDatabase, startPostgres } from './postgres.ts';
import { startApi } from './processes.ts';
import { crossed, hammer, rush, tally } from './rush.ts';
import { addPeople, percentile, timeOrders } from './shop.ts';

/** One thing measured or counted, and whether it is what was promised. */
export interface Result {
  name: string;
  value: string;
  fine: boolean;
}

/**
 * The shop's promises at length, on a real PostgreSQL behind two API processes: 50 rushes, then the time of an order.
 * `share` shortens it all.
 */
export async function benchShop(share = 1): Promise<Result[]> {
  const folder = mkdtempSync(join(tmpdir(), 'practice-bench-'));
  const server = await startPostgres({ durable: true });
  const environment = { DATA_DIR: folder, DATABASE_URL: await newDatabase(server.url) };
  const platform = await openPlatform(readEnv(environment), pino({ level: 'silent' }));
  const apis = [await startApi(environment), await startApi(environment)];
  try {
    const sells = apis.map((api) => api.sell);
    const tokens = await addPeople(platform, 200);
    const event = (stock: number) => addEvent(platform, { stock });
    const results: Result[] = [];
    const rounds = async (name: string, most: number, round: () => Promise<boolean>) => {
      const count = Math.ceil(most * share);
      let good = 0;
      for (let index = 0; index < count; index += 1) if (await round()) good += 1;
      results.push({ name, value: `${good} of ${count} rounds`, fine: good === count });
    };
    const counts = (answers: Parameters<typeof tally>[0]) => JSON.stringify(tally(answers));

    await rounds('200 buyers for 20 seats', 50, async () => {
      const id = await event(20);
      const seen = counts(await rush(sells, tokens, id));
      const { orders, left, whole } = await books(platform, id);
      return seen === '{"201":20,"stock_exhausted":180}' && orders === 20 && left === 0 && whole;
    });
    await rounds('the last seat for two', 50, async () => {
      const seen = counts(await rush(sells, tokens.slice(0, 2), await event(1)));
      return seen === '{"201":1,"stock_exhausted":1}';
    });
    await rounds('crossed carts of two events', 10, async () => {
      const pair: [string, string] = [await event(500), await event(500)];
      return counts(await crossed(sells, tokens.slice(0, 60), pair)) === '{"201":60}';
    });
    await rounds('one key pressed 50 times', 20, async () => {
      const id = await event(20);
      const seen = counts(await hammer(sells, tokens[0] as string, id, 50));
      return seen === '{"201":50}' && (await books(platform, id)).orders === 1;
    });

    const events = await Promise.all(Array.from({ length: 10 }, () => event(100_000)));
    const sell = sells[0] as (typeof sells)[number];
    await timeOrders(sell, tokens, events, { atOnce: 50, count: 500 * share });
    const times = await timeOrders(sell, tokens, events, { atOnce: 50, count: 2000 * share });
    const p95 = percentile(times, 0.95);
    const value = `p50 ${percentile(times, 0.5).toFixed(1)} ms, p95 ${p95.toFixed(1)} ms`;
    return [...results, { name: 'an order, 50 at a time (p95 at most 30 ms)', value, fine: p95 <= 30 }];
  } finally {
    await Promise.all(apis.map((api) => api.stop()));
    await platform.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
