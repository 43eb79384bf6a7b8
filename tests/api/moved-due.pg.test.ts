import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { checkouts } from '../../src/api/orders/orders.tables.ts';
import { releaseUnpaid } from '../../src/api/payments/payments.jobs.ts';
import { warnOfDueDates } from '../../src/api/payments/warnings.service.ts';
import { dayInIstanbul, dayMs, hourMs, startsAt } from '../../src/shared/time.ts';
import { cartLine, cartLines } from '../load/cartLines.ts';
import { readAudit } from './changeLog.ts';
import { openTestApi } from './harness.ts';
import { mailsTo } from './mails.ts';
import {
  addProduct,
  checkout,
  editProduct,
  readCheckout,
  recordPayment,
  releaseCheckout,
  setStatus,
  voidPayment,
} from './shop.ts';

const api = await openTestApi({ RATE_LIMIT_FACTOR: '100' });
// Noon, so that no test runs over midnight.
api.advance(startsAt(dayInIstanbul(api.ctx.clock()), '12:00').getTime() + dayMs - api.ctx.clock().getTime());
const admin = await api.signUp({ role: 'admin' });

const now = () => api.ctx.clock().getTime();
/** The day so many days ahead. */
const day = (ahead: number) => dayInIstanbul(new Date(now() + ahead * dayMs));
const endOf = (date: string) => new Date(startsAt(date, '00:00').getTime() + dayMs - 1000).toISOString();
const startOf = (date: string) => startsAt(date, '14:00').toISOString();

const addEvent = (ahead: number) => addProduct(api.ctx, { date: day(ahead) });
const move = (id: string, ahead: number, change: object = {}) =>
  editProduct(api, admin, id, { date: day(ahead), ...change });
const tell = (id: string) => api.send('POST /api/admin/product/:id/notice', { token: admin.token, params: { id } });

/** Buys a seat of each event. */
async function buy(...ids: string[]) {
  const { token, email } = await api.signUp({ email: `${crypto.randomUUID()}@ornek.com` });
  const { code } = (await checkout(api, token, cartLines(ids))).body.orders[0]!;
  const read = () => readCheckout(api, { token }, code);
  return { code, email, read, due: async () => (await read()).due_at };
}
const moveDue = (code: string, due_at: string) =>
  api.send('PATCH /api/admin/checkouts/:code', { token: admin.token, params: { code }, body: { due_at } });

describe('an event that moves', () => {
  test('takes the due date of its open orders along, and leaves an entry for each', async () => {
    const id = await addEvent(20);
    const order = await buy(id);
    expect(await order.due()).toBe(endOf(day(17)));
    expect((await move(id, 40)).status).toBe(200);
    expect(await order.due()).toBe(endOf(day(37)));
    expect(await readAudit(api, order.code)).toMatchObject([
      {
        ...{ action: 'update', entity: 'checkout', actor_id: admin.id },
        ...{ before: { due_at: endOf(day(17)) }, after: { due_at: endOf(day(37)) } },
      },
    ]);
    await move(id, 10);
    expect(await order.due()).toBe(endOf(day(7)));
    await move(id, 2);
    expect(await order.due()).toBe(startOf(day(2)));
    await move(id, 2, { title: 'Başka' });
    expect(await readAudit(api, order.code)).toHaveLength(3);
  });

  test('keeps the seat past its old due date and as long as its buyer may choose; the notice says until when', async () => {
    const id = await addEvent(5);
    const [order, paid] = [await buy(id), await buy(id)];
    await recordPayment(api, admin, paid.code, 650);
    await move(id, 9);
    expect(await order.due()).toBe(endOf(day(6)));
    await tell(id);
    const until = new Date(now() + 7 * dayMs);
    expect(Math.abs(Date.parse(await order.due()) - until.getTime())).toBeLessThan(60_000);
    const mailOf = async (email: string) => (await mailsTo(api, email)).find(({ kind }) => kind === 'event_moved');
    const { text } = (await mailOf(order.email))!;
    expect(text).toMatch(/Son ödeme: .* günü saat 12\.0\d’/);
    expect(text).toContain('ödemenizi yukarıdaki son ödeme gününe kadar');
    expect((await mailOf(paid.email))?.text).toContain('Uyuyorsa bir şey yapmanız gerekmez.');
    expect((await mailOf(paid.email))?.text).not.toContain('Son ödeme');
    api.advance(7 * dayMs - hourMs);
    await releaseUnpaid(api.ctx);
    expect((await order.read()).state).toBe('open');
    api.advance(-7 * dayMs + hourMs);
  });

  test('asks to pay soon, and by no day that is over, where another event of the order has begun', async () => {
    const [first, second] = [await addEvent(0), await addEvent(9)];
    const order = await buy(first, second);
    api.advance(3 * hourMs);
    await move(second, 11);
    await tell(second);
    const mail = (await mailsTo(api, order.email)).find(({ kind }) => kind === 'event_moved');
    expect(mail?.text).toContain('Uyuyorsa ödemenizi en kısa sürede yapmanız yeterli.');
    expect(mail?.text).not.toContain('Son ödeme');
    api.advance(-3 * hourMs);
  });

  test('warns before its new due date also who ordered within hours of the old one', async () => {
    const id = await addProduct(api.ctx, { date: day(1), time: '11:00' });
    const others = await Promise.all([1, 2, 3].map(() => buy(id)));
    const order = await buy(id);
    await warnOfDueDates(api.ctx, 30);
    const warned = async () => (await mailsTo(api, order.email)).filter(({ kind }) => kind === 'payment_warning');
    expect(await warned()).toHaveLength(0);
    // Those who need no warning keep nobody else from theirs.
    const older = await buy(await addEvent(20));
    await moveDue(older.code, new Date(now() + 23.5 * hourMs).toISOString());
    await warnOfDueDates(api.ctx, 1);
    expect((await mailsTo(api, older.email)).map(({ kind }) => kind)).toContain('payment_warning');
    await move(id, 40, { time: '11:00' });
    for (const { code } of others) await recordPayment(api, admin, code, 650);
    const wait = Date.parse(await order.due()) - now() - 10 * hourMs;
    api.advance(wait);
    for (const _ of [1, 2]) await warnOfDueDates(api.ctx, 30);
    expect(await warned()).toHaveLength(1);
    api.advance(-wait);
  });

  test('a change of place keeps the seat as long as its buyer may choose, never beyond the start', async () => {
    const id = await addEvent(5);
    const order = await buy(id);
    await move(id, 5, { location: 'Bahçe' });
    expect(await order.due()).toBe(endOf(day(2)));
    await tell(id);
    expect(await order.due()).toBe(startOf(day(5)));
    expect(await readAudit(api, order.code)).toHaveLength(1);
  });

  test('a released line taken back while its buyer may choose is not due before that ends', async () => {
    const id = await addEvent(9);
    const order = await buy(id);
    await releaseCheckout(api, admin, order.code);
    await move(id, 9, { location: 'Bahçe' });
    await tell(id);
    const line = (await order.read()).orders[0]!;
    expect((await setStatus(api, admin, line.id, 'reserved')).status).toBe(200);
    expect((await order.read()).orders[0]?.decide_until).toBe(await order.due());
    expect(Date.parse(await order.due())).toBeGreaterThan(Date.parse(endOf(day(6))));
  });

  test('moved again before a choice ends, the seat is kept until then', async () => {
    const id = await addEvent(30);
    const order = await buy(id);
    await move(id, 40);
    await tell(id);
    const until = (await order.read()).orders[0]?.decide_until;
    await move(id, 7);
    expect(await order.due()).toBe(until);
  });

  /** Pays and takes the payment back, in the ways an admin can, and cancels and takes that back. */
  const reopenings: [string, (code: string, line: string) => Promise<() => Promise<{ status: number }>>][] = [
    [
      'whose payment is voided',
      async (code) => {
        const { body } = await recordPayment(api, admin, code, 650);
        return () => voidPayment(api, admin, body.payments[0]!.id);
      },
    ],
    [
      'that is set to reserved',
      async (_, line) => {
        await setStatus(api, admin, line, 'paid');
        return () => setStatus(api, admin, line, 'reserved');
      },
    ],
    [
      'that was cancelled',
      async (_, line) => {
        await setStatus(api, admin, line, 'cancelled');
        return () => setStatus(api, admin, line, 'reserved');
      },
    ],
  ];
  test.each(reopenings)('an order %s is due after the choice, at most at the start', async (_, close) => {
    const [later, earlier] = [await addEvent(8), await addEvent(20)];
    const [first, second] = [await buy(later), await buy(earlier)];
    const reopen = await Promise.all(
      [first, second].map(async ({ code, read }) => close(code, (await read()).orders[0]!.id)),
    );
    await move(later, 30);
    await tell(later);
    await move(earlier, 5);
    await tell(earlier);
    for (const open of reopen) expect((await open()).status).toBe(200);
    expect((await first.read()).state).toBe('open');
    expect(await first.due()).toBe(endOf(day(27)));
    expect(await second.due()).toBe(startOf(day(5)));
    expect((await readAudit(api, first.code)).at(-1)?.after).toEqual({ due_at: endOf(day(27)) });
  });

  test('moved twice before anybody was told ends where it stands', async () => {
    const id = await addEvent(20);
    const order = await buy(id);
    await move(id, 60);
    await move(id, 20);
    expect(await order.due()).toBe(endOf(day(17)));
    await tell(id);
    expect(await order.due()).toBe(endOf(day(17)));
  });

  test('of two in one order the earlier one decides', async () => {
    const [id, other] = [await addEvent(20), await addEvent(30)];
    const order = await buy(id, other);
    await move(other, 50);
    expect(await order.due()).toBe(endOf(day(17)));
    await move(id, 60);
    expect(await order.due()).toBe(endOf(day(47)));
    await move(other, 15);
    expect(await order.due()).toBe(endOf(day(12)));
  });

  test('makes no due date earlier by moving later nor later by moving earlier, also of one set by hand', async () => {
    const id = await addEvent(20);
    const [more, less] = [await buy(id), await buy(id)];
    await moveDue(more.code, startOf(day(19)));
    await moveDue(less.code, startOf(day(5)));
    await move(id, 21);
    expect(await more.due()).toBe(startOf(day(19)));
    expect(await less.due()).toBe(endOf(day(18)));
    await moveDue(less.code, startOf(day(5)));
    await move(id, 15);
    expect(await more.due()).toBe(endOf(day(12)));
    expect(await less.due()).toBe(startOf(day(5)));
  });

  test('leaves orders alone that are paid, released or cancelled', async () => {
    const id = await addEvent(20);
    const [paid, released] = [await buy(id), await buy(id)];
    await recordPayment(api, admin, paid.code, 650);
    await releaseCheckout(api, admin, released.code);
    await move(id, 40);
    await tell(id);
    for (const { due } of [paid, released]) expect(await due()).toBe(endOf(day(17)));
  });

  test('orders made at the same moment are due as their event starts', async () => {
    const id = await addEvent(20);
    const buyers = await Promise.all(Array.from({ length: 8 }, () => api.signUp()));
    const [, , , ...answers] = await Promise.all([
      buy(id),
      move(id, 40),
      buy(id),
      ...buyers.map(({ token }) => checkout(api, token, [cartLine(id)])),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(buyers.map(() => 201));
    await move(id, 40);
    for (const { body } of answers) {
      const code = body.orders[0]?.code as string;
      const [row] = await api.ctx.db.select().from(checkouts).where(eq(checkouts.code, code));
      expect(row?.due_at.toISOString()).toBe(endOf(day(37)));
    }
  });

  test('at the moment of the release the seat is taken back or its due date moves, never both', async () => {
    const id = await addEvent(20);
    const orders = await Promise.all(Array.from({ length: 6 }, () => buy(id)));
    for (const { code } of orders) await moveDue(code, new Date(now() - 5 * dayMs).toISOString());
    const [, moved] = await Promise.all([releaseUnpaid(api.ctx), move(id, 40)]);
    expect(moved.status).toBe(200);
    for (const order of orders) {
      const { state, due_at } = await order.read();
      expect([state, due_at > new Date(now()).toISOString()]).toEqual(
        state === 'released' ? ['released', false] : ['open', true],
      );
    }
  });
});
