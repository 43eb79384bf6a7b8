// The shop's promises at length: two API processes on one PostgreSQL sell to crowds, round after round.
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
import { note } from './report.ts';

const group = 'Races, two processes on PostgreSQL';
const counts = (answers: CheckoutReply[]) => JSON.stringify(countReplies(answers));

/** Plays a round again and again, and notes in how many of them the promise was kept. */
async function play(name: string, rounds: number, round: () => Promise<boolean>): Promise<void> {
  let kept = 0;
  for (let index = 0; index < rounds; index += 1) if (await round()) kept += 1;
  note({ group, name, value: kept, unit: `of ${rounds}`, least: rounds });
}

/** `rounds` rushes of 200 buyers for 20 seats, and the other races beside them. */
export async function measureRaces(rounds: number): Promise<void> {
  await using database = await openDatabase('postgres');
  await using open = new AsyncDisposableStack();
  const logger = pino({ level: 'silent' });
  const ctx = open.adopt(await openContext(readEnv(database.environment), logger), (it) => it.close());
  const start = async () => open.adopt(await startApi(database.environment), (api) => api.stop()).checkout;
  const sells = [await start(), await start()];
  const event = (stock: number) => addProduct(ctx, { stock });
  const tokens = await addCustomers(ctx, 200);
  await play('200 buyers for 20 seats', rounds, async () => {
    const id = await event(20);
    const seen = counts(await checkoutAtOnce(sells, tokens, id));
    const { orders, left, whole } = await countSales(ctx, id);
    return seen === '{"201":20,"stock_exhausted":180}' && orders === 20 && left === 0 && whole;
  });
  await play('the last seat for two', rounds, async () => {
    const seen = counts(await checkoutAtOnce(sells, tokens.slice(0, 2), await event(1)));
    return seen === '{"201":1,"stock_exhausted":1}';
  });
  await play('crossed carts of two events', rounds, async () => {
    const pair: [string, string] = [await event(60), await event(60)];
    return counts(await checkoutCrossed(sells, tokens.slice(0, 60), pair)) === '{"201":60}';
  });
  await play('one key pressed 50 times', rounds, async () => {
    const id = await event(20);
    const seen = counts(await repeatCheckout(sells, tokens[0] as string, id, 50));
    return seen === '{"201":50}' && (await countSales(ctx, id)).orders === 1;
  });
}
