import { afterAll, describe, expect, inject, test } from 'vitest';
import type { AppContext } from '../../src/api/context.ts';
import { areEqual, checkoutAtOnce, checkoutCrossed, countReplies, repeatCheckout } from '../load/checkouts.ts';
import { withContext } from '../load/context.ts';
import { type CheckoutAttempt, killWhileSelling, tryCheckout } from '../load/killWhileSelling.ts';
import { countRounds, createRandom } from '../load/longRun.ts';
import { newDatabase } from '../load/postgres.ts';
import { type ApiProcess, startApi } from '../load/processes.ts';
import { tempFolder } from './cleanup.ts';
import { addCustomers, addProduct, countSales, readOrders } from './shop.ts';

const server = inject('postgresUrl');
const kills = countRounds(2);
const random = createRandom();
const environment = await ownDatabase();

/** A data folder, and with PostgreSQL a database, that only this file uses. */
async function ownDatabase(): Promise<Record<string, string>> {
  const DATA_DIR = tempFolder('processes');
  return server ? { DATA_DIR, DATABASE_URL: await newDatabase(server) } : { DATA_DIR };
}

function* cycle<T>(items: T[]): Generator<T, never> {
  for (;;) yield* items;
}

const inside = <T>(work: (ctx: AppContext) => Promise<T>) => withContext(environment, work);

describe('a process killed while it sells', () => {
  test(
    'loses no acknowledged order, leaves no incomplete one, and lets the others be repeated',
    async () => {
      const stock = 100_000;
      const { tokens, productIds } = await inside(async (ctx) => ({
        // Each account may hold ten seats: five of these checkouts.
        tokens: await addCustomers(ctx, 100 * kills),
        productIds: [await addProduct(ctx, { stock }), await addProduct(ctx, { stock })],
      }));
      const customers = cycle(tokens);
      const tries: CheckoutAttempt[] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        const api = await startApi(environment);
        tries.push(...(await killWhileSelling(api, customers, productIds, kill ? 1 + random() * 30 : 1, random)));
        await inside(async (ctx) => expectWhole(ctx, tries, productIds, stock));
      }
      const api = await startApi(environment);
      for (const one of tries) if (!one.code) await tryCheckout(api.checkout, one, productIds);
      await api.kill();
      await inside(async (ctx) => {
        await expectWhole(ctx, tries, productIds, stock);
        expect((await readOrders(ctx)).length).toBe(tries.length * 2);
      });
    },
    60_000 + kills * 30_000,
  );
});

/** Expects every acknowledged checkout, complete checkouts only, and a sum of seats that fits. */
async function expectWhole(
  ctx: AppContext,
  tries: CheckoutAttempt[],
  productIds: string[],
  stock: number,
): Promise<void> {
  const byCode = Map.groupBy(await readOrders(ctx), (row) => row.code);
  const acknowledged = tries.flatMap((one) => one.code ?? []);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(acknowledged.filter((code) => !byCode.has(code))).toEqual([]);
  const half = [...byCode.values()].filter((rows) => rows.length !== 2 || rows.some((row) => row.people !== 2));
  expect(half).toEqual([]);
  for (const product of productIds) {
    const { seats, left, whole } = await countSales(ctx, product);
    expect([seats + left, whole]).toEqual([stock, true]);
  }
}

if (server) {
  describe('two processes on one PostgreSQL', () => {
    let both: ApiProcess[] = [];
    afterAll(() => Promise.all(both.map((api) => api.stop())));

    test('sell no seat twice, deadlock never and repeat replies by key between them', async () => {
      const tokens = await inside((ctx) => addCustomers(ctx, 100));
      both = await Promise.all([startApi(environment), startApi(environment)]);
      const sells = both.map((api) => api.checkout);
      await inside(async (look) => {
        for (let round = 0; round < countRounds(1); round += 1) {
          const few = await addProduct(look, { stock: 20 });
          expect(countReplies(await checkoutAtOnce(sells, tokens, few))).toEqual({ 201: 20, stock_exhausted: 80 });
          expect(await countSales(look, few)).toEqual({ orders: 20, seats: 20, left: 0, whole: true });

          const last = await addProduct(look, { stock: 1 });
          expect(countReplies(await checkoutAtOnce(sells, tokens.slice(0, 2), last))).toEqual({
            201: 1,
            stock_exhausted: 1,
          });

          const pair: [string, string] = [await addProduct(look, { stock: 99 }), await addProduct(look, { stock: 99 })];
          expect(countReplies(await checkoutCrossed(sells, tokens.slice(0, 40), pair))).toEqual({ 201: 40 });

          const once = await addProduct(look, { stock: 5 });
          const answers = await repeatCheckout(sells, tokens[0] as string, once, 50);
          expect([countReplies(answers), areEqual(answers)]).toEqual([{ 201: 50 }, true]);
          expect(await countSales(look, once)).toMatchObject({ orders: 1, left: 4 });
        }
      });
    });

    test('send open pages the sales of the other process within two seconds', async () => {
      const [first, second] = both as [ApiProcess, ApiProcess];
      const { product, token } = await inside(async (look) => ({
        product: await addProduct(look, { stock: 9 }),
        token: (await addCustomers(look, 1))[0] as string,
      }));
      const page = await fetch(`${second.origin}/api/products/events`);
      const reader = page.body?.pipeThrough(new TextDecoderStream()).getReader();
      let heard = '';
      const hears = async (words: string) => {
        while (!heard.includes(words)) {
          const { value, done } = (await reader?.read()) ?? { done: true };
          if (done) throw new Error(`the stream ended after ${heard}`);
          heard += value;
        }
      };
      await hears(`{"id":"${product}","stock":9`);
      await first.checkout(token, [{ id: product, quantity: 1, participants: [{ fullName: 'Ada' }] }]);
      const start = performance.now();
      await hears(`{"id":"${product}","stock":8`);
      expect(performance.now() - start).toBeLessThan(2000);
      await reader?.cancel();
    });
  });
}
