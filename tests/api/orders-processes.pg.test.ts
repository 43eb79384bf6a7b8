import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, describe, expect, inject, test } from 'vitest';
import type { AppContext } from '../../src/api/context.ts';
import { readEnv } from '../../src/api/env.ts';
import { openContext } from '../../src/api/openContext.ts';
import { attempt, killWhileSelling, type Try } from '../load/kill.ts';
import { newDatabase } from '../load/postgres.ts';
import { type ApiProcess, startApi } from '../load/processes.ts';
import { alike, crossed, hammer, rush, tally } from '../load/rush.ts';
import { addEvent, addPeople, books, soldLines } from './shop.ts';

const server = inject('postgresUrl');
/** The long version kills more often. */
const kills = Number(process.env.KILLS ?? 2);
const environment = await ownDatabase();
afterAll(() => rm(environment.DATA_DIR as string, { recursive: true, force: true }));

/** A data folder, and with PostgreSQL a database, that only this file uses. */
async function ownDatabase(): Promise<Record<string, string>> {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'practice-processes-'));
  return server ? { DATA_DIR, DATABASE_URL: await newDatabase(server) } : { DATA_DIR };
}

/** Looks into the database while no process holds it. */
async function inside<T>(work: (ctx: AppContext) => Promise<T>): Promise<T> {
  const ctx = await openContext(readEnv(environment), pino({ level: 'silent' }));
  try {
    return await work(ctx);
  } finally {
    await ctx.close();
  }
}

describe('a process killed while it sells', () => {
  test(
    'loses no order it acknowledged and leaves no half one, and what was not acknowledged can be repeated',
    async () => {
      const stock = 100_000;
      const { tokens, events } = await inside(async (ctx) => ({
        tokens: await addPeople(ctx, 8),
        events: [await addEvent(ctx, { stock }), await addEvent(ctx, { stock })],
      }));
      const tries: Try[] = [];
      for (let kill = 0; kill < kills; kill += 1) {
        const api = await startApi(environment);
        tries.push(...(await killWhileSelling(api, tokens, events, kill ? 1 + Math.random() * 30 : 1)));
        await inside(async (ctx) => expectWhole(ctx, tries, events, stock));
      }
      const api = await startApi(environment);
      for (const one of tries) if (!one.code) await attempt(api.sell, one, events);
      await api.kill();
      await inside(async (ctx) => {
        await expectWhole(ctx, tries, events, stock);
        expect((await soldLines(ctx)).length).toBe(tries.length * 2);
      });
    },
    60_000 + kills * 30_000,
  );
});

/** Every acknowledged checkout is there, every checkout there is complete, and the seats add up. */
async function expectWhole(ctx: AppContext, tries: Try[], events: string[], stock: number): Promise<void> {
  const byCode = Map.groupBy(await soldLines(ctx), (row) => row.code);
  const acknowledged = tries.flatMap((one) => one.code ?? []);
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(new Set(acknowledged).size).toBe(acknowledged.length);
  expect(acknowledged.filter((code) => !byCode.has(code))).toEqual([]);
  const half = [...byCode.values()].filter((rows) => rows.length !== 2 || rows.some((row) => row.people !== 2));
  expect(half).toEqual([]);
  for (const event of events) {
    const { seats, left, whole } = await books(ctx, event);
    expect([seats + left, whole]).toEqual([stock, true]);
  }
}

if (server) {
  describe('two processes on one PostgreSQL', () => {
    let both: ApiProcess[] = [];
    afterAll(() => Promise.all(both.map((api) => api.stop())));

    test('keep every promise between them', async () => {
      const tokens = await inside((ctx) => addPeople(ctx, 100));
      both = await Promise.all([startApi(environment), startApi(environment)]);
      const sells = both.map((api) => api.sell);
      await inside(async (look) => {
        const few = await addEvent(look, { stock: 20 });
        expect(tally(await rush(sells, tokens, few))).toEqual({ 201: 20, stock_exhausted: 80 });
        expect(await books(look, few)).toEqual({ orders: 20, seats: 20, left: 0, whole: true });

        const last = await addEvent(look, { stock: 1 });
        expect(tally(await rush(sells, tokens.slice(0, 2), last))).toEqual({ 201: 1, stock_exhausted: 1 });

        const pair: [string, string] = [await addEvent(look, { stock: 99 }), await addEvent(look, { stock: 99 })];
        expect(tally(await crossed(sells, tokens.slice(0, 40), pair))).toEqual({ 201: 40 });

        const once = await addEvent(look, { stock: 5 });
        const answers = await hammer(sells, tokens[0] as string, once, 50);
        expect([tally(answers), alike(answers)]).toEqual([{ 201: 50 }, true]);
        expect(await books(look, once)).toMatchObject({ orders: 1, left: 4 });
      });
    });

    test('each tells its open pages of what the other sold, within two seconds', async () => {
      const [first, second] = both as [ApiProcess, ApiProcess];
      const { event, token } = await inside(async (look) => ({
        event: await addEvent(look, { stock: 9 }),
        token: (await addPeople(look, 1))[0] as string,
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
      await hears(`{"id":"${event}","stock":9`);
      const start = performance.now();
      await first.sell(token, [{ id: event, quantity: 1, participants: [{ fullName: 'Ada' }] }]);
      await hears(`{"id":"${event}","stock":8`);
      expect(performance.now() - start).toBeLessThan(2000);
      await reader?.cancel();
    });
  });
}
