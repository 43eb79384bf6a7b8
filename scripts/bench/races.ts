// Races between buyers, over many rounds: two API processes sell on one PostgreSQL.
import { pino } from 'pino';
import { readEnv } from '../../src/api/env.ts';
import { openContext } from '../../src/api/openContext.ts';
import { addCustomers, addProduct, countSales } from '../../tests/api/shop.ts';
import {
  type CheckoutReply,
  checkoutAtOnce,
  checkoutCrossed,
  countReplies,
  repeatCheckout,
} from '../../tests/load/checkouts.ts';
import { startApi } from '../../tests/load/processes.ts';
import { openDatabase } from './databases.ts';
import { report } from './report.ts';

const group = 'Races, two processes on PostgreSQL';
const counts = (answers: CheckoutReply[]) => JSON.stringify(countReplies(answers));

/** Repeats a round and reports in how many of them the result was right. */
async function repeatRace(name: string, rounds: number, round: () => Promise<boolean>): Promise<void> {
  let passed = 0;
  for (let index = 0; index < rounds; index += 1) if (await round()) passed += 1;
  report({ group, name, value: passed, unit: `of ${rounds}`, min: rounds });
}

/** Runs each race `rounds` times. */
export async function measureRaces(rounds: number): Promise<void> {
  await using database = await openDatabase('postgres');
  await using open = new AsyncDisposableStack();
  const logger = pino({ level: 'silent' });
  const ctx = open.adopt(await openContext(readEnv(database.environment), logger), (it) => it.close());
  const start = async () => open.adopt(await startApi(database.environment), (api) => api.stop()).checkout;
  const sells = [await start(), await start()];
  const event = (stock: number) => addProduct(ctx, { stock });
  const tokens = await addCustomers(ctx, 200);
  await repeatRace('200 buyers for 20 seats', rounds, async () => {
    const id = await event(20);
    const seen = counts(await checkoutAtOnce(sells, tokens, id));
    const { orders, left, whole } = await countSales(ctx, id);
    return seen === '{"201":20,"stock_exhausted":180}' && orders === 20 && left === 0 && whole;
  });
  await repeatRace('the last seat for two', rounds, async () => {
    const seen = counts(await checkoutAtOnce(sells, tokens.slice(0, 2), await event(1)));
    return seen === '{"201":1,"stock_exhausted":1}';
  });
  await repeatRace('crossed carts of two events', rounds, async () => {
    const pair: [string, string] = [await event(60), await event(60)];
    return counts(await checkoutCrossed(sells, tokens.slice(0, 60), pair)) === '{"201":60}';
  });
  await repeatRace('one key pressed 50 times', rounds, async () => {
    const id = await event(20);
    const seen = counts(await repeatCheckout(sells, tokens[0] as string, id, 50));
    return seen === '{"201":50}' && (await countSales(ctx, id)).orders === 1;
  });
}
