import { inArray } from 'drizzle-orm';
import { askAfterAttempts } from '../../src/api/cards/ask.service.ts';
import { checkouts } from '../../src/api/orders/orders.tables.ts';
import { releaseUnpaid } from '../../src/api/payments/payments.jobs.ts';
import { dayMs } from '../../src/shared/time.ts';
import { beginName, type CardApi } from '../api/cardApi.ts';
import { addCustomers, addProduct, checkout } from '../api/shop.ts';
import { cartLine } from './cartLines.ts';
import { fingerprintOf, inspect, type MoneyRush, watchSeats } from './moneyRush.ts';

/** What a rush of card payments left behind. */
interface CardRush extends MoneyRush {
  /** Checkouts whose seats the clock took although an attempt held them. */
  takenWhileHeld: string[];
}

/**
 * Overdue checkouts, each with an attempt: half of them are paid by card, a quarter by a bank statement, a few by both.
 * Notices three times each, the statement, asking after, two release jobs and buyers for what becomes free run at once;
 * then, when nothing is held any more, releases and notices that come too late.
 */
export async function rushCards(api: CardApi, capacity = 8, buyers = 14): Promise<CardRush> {
  const { ctx } = api;
  const admin = await api.signUp({ role: 'admin' });
  const { paytr } = api.standIn;
  const product = await addProduct(ctx, { stock: capacity });
  const tokens = await addCustomers(ctx, buyers);
  const held = tokens.slice(0, capacity);
  const bought = await Promise.all(held.map((token) => checkout(api, token, [cartLine(product)])));
  const codes = bought.map(({ body }) => body.orders[0]?.code as string);
  const names = await Promise.all(codes.map((code, index) => beginName(api, held[index] as string, code)));
  const due_at = new Date(ctx.clock().getTime() - 30 * dayMs);
  await ctx.db.update(checkouts).set({ due_at }).where(inArray(checkouts.code, codes));

  const stopWatch = watchSeats(api, product);
  const others = tokens.slice(capacity);
  const buy = (token: string) => checkout(api, token, [cartLine(product)]);
  api.standIn.behaviour = { notices: 3 };
  api.advance(3 * 60_000);
  const early = names.filter((_, index) => index % 2 === 0).map((name) => paytr.decide(name, 'paid'));
  const booked = codes.filter((_, index) => index % 4 === 3 || index % 8 === 2);
  await Promise.all([
    releaseUnpaid(ctx),
    importStatement(api, admin.token, booked),
    askAfterAttempts(ctx),
    releaseUnpaid(ctx),
    ...early.flatMap((payment) => [paytr.deliver(payment), paytr.deliver(payment)]),
    ...others.slice(0, others.length / 2).map(buy),
  ]);
  const states = await ctx.db.select().from(checkouts).where(inArray(checkouts.code, codes));
  const takenWhileHeld = states.flatMap(({ code, state }) => (state === 'released' ? [code] : []));

  api.advance(15 * 60_000);
  const late = names.filter((_, index) => index % 4 === 1).map((name) => paytr.decide(name, 'paid'));
  await Promise.all([
    releaseUnpaid(ctx),
    ...late.map((payment) => paytr.deliver(payment)),
    releaseUnpaid(ctx),
    ...others.slice(others.length / 2).map(buy),
  ]);
  await releaseUnpaid(ctx);
  return { sums: await stopWatch(), capacity, takenWhileHeld, ...(await inspect(api, codes)) };
}

/** Records transfers of 650 lira each, as a bank statement names them. */
async function importStatement(api: CardApi, token: string, codes: string[]): Promise<void> {
  const matches = codes.map((code) => ({
    ...{ code, amount: 650, booked_on: '2026-01-05', fingerprint: fingerprintOf(code) },
  }));
  await api.send('POST /api/admin/statement/matches', { token, body: { matches } });
}
