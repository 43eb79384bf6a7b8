import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { hashPassword } from '../../src/api/account/passwords.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { sendDueMails } from '../../src/api/mail/sender.ts';
import { mutate } from '../../src/api/mutation.ts';
import { sendNotices } from '../../src/api/notices/notices.service.ts';
import { eraseOrders } from '../../src/api/orders/orders.privacy.ts';
import { orders } from '../../src/api/orders/orders.tables.ts';
import { releaseAt } from '../../src/api/payments/dueDates.ts';
import { releaseUnpaid } from '../../src/api/payments/payments.jobs.ts';
import { dueWords } from '../../src/api/payments/payments.mails.ts';
import { warnOfDueDates } from '../../src/api/payments/warnings.service.ts';
import { formatDay } from '../../src/shared/format.ts';
import { dayInIstanbul, dayMs, hourMs, startsAt } from '../../src/shared/time.ts';
import { cartLine } from '../load/cartLines.ts';
import { readMoneyMails } from './cardApi.ts';
import { openTestApi } from './harness.ts';
import { moveEvent } from './line.ts';
import { queuedMails } from './mails.ts';
import {
  addProduct,
  askRefund,
  callOff,
  cancelOwn,
  changePaymentSettings,
  changeProduct,
  checkout,
  editProduct,
  eraseOwn,
  linkSeat,
  moveDue,
  readCheckout,
  readStock,
  recordPayment,
  releaseCheckout,
  setStatus as setStatusOf,
  takeSeat,
  voidPayment,
} from './shop.ts';

let buyer: { id: string; email: string; token: string };

const api = await openTestApi({ NOTICE_EMAIL: 'merkez@ornek.com' });
const admin = await api.signUp({ role: 'admin', password_hash: await hashPassword('pamuk-iplik-42-kedi') });
// Weekends alone delay when seats are taken back: over a feast that would be after the events of tests.
await changePaymentSettings(api, admin, { holidays: [] });
beforeEach(async () => {
  buyer = await api.signUp();
  await api.ctx.db.delete(mails);
});

const today = () => dayInIstanbul(api.ctx.clock());
const day = (ahead: number) => dayInIstanbul(new Date(api.ctx.clock().getTime() + ahead * dayMs));
const asAdmin = { token: admin.token };

/** Buys seats and returns the codes of checkout, line and product. */
async function buy(
  lines: { price?: number; seats?: number; stock?: number; date?: string; time?: string }[] = [{}],
  method?: string,
) {
  const items: ReturnType<typeof cartLine>[] = [];
  for (const { price = 650, seats = 1, stock = 20, date, time } of lines) {
    const product = await addProduct(api.ctx, { price_kurus: price * 100, stock, date, time });
    items.push(cartLine(product, seats));
  }
  const { body } = await api.send('POST /api/order/create', { token: buyer.token, body: { cartItems: items, method } });
  const ids = items.map((item) => body.orders.find((_, index) => items[index] === item)?.id as string);
  return { code: body.orders[0]?.code as string, ids, products: items.map(({ id }) => id) };
}
const mine = (code: string) => readCheckout(api, buyer, code);
const pay = (code: string, amount: number, more: object = {}) =>
  recordPayment(api, admin, code, amount, { received_on: today(), ...more });
const setStatus = (id: string, status: string) => setStatusOf(api, admin, id, status);
const release = (code: string) => releaseCheckout(api, admin, code);
const refund = (code: string, amount: number) => askRefund(api, admin, code, amount);
const drop = (id: string | undefined) => voidPayment(api, admin, id);
const moveRefund = (id: string, state: string) =>
  api.send('PATCH /api/admin/refunds/:id', { ...asAdmin, params: { id }, body: { state } });
const kinds = () => readMoneyMails(api);
const mailOf = async (kind: string) => (await queuedMails(api, kind))[0];

describe('a checkout', () => {
  test('is listed with what is to be paid, its documents and its orders', async () => {
    const { code } = await buy([{ seats: 2 }, { price: 100 }]);
    const seen = await mine(code);
    expect(seen).toMatchObject({
      ...{ code, state: 'open', method: 'transfer', total: 1400, paid: 0, refunded: 0, open: 1400, bank: null },
      ...{ due_at: '2199-05-07T20:59:59.000Z', refunds: [] },
      documents: [{ kind: 'pre_information' }, { kind: 'contract' }],
    });
    expect(seen.orders.map(({ code, status }) => [code, status])).toEqual([
      [code, 'reserved'],
      [code, 'reserved'],
    ]);
    const { body } = await api.send('GET /api/my-checkouts', { token: buyer.token });
    expect(body).toEqual([seen]);
  });

  test('lists its lines by start, also to admins and in mails', async () => {
    const dates = ['2199-05-12', '2199-05-10', '2199-05-14', '2199-05-11', '2199-05-13'];
    const { code } = await buy(dates.map((date) => ({ date })));
    const days = ({ orders: lines }: { orders: { date: string }[] }) => lines.map(({ date }) => date);
    expect(days(await mine(code))).toEqual(dates.toSorted());
    expect(days((await pay(code, 1)).body)).toEqual(dates.toSorted());
    const told = await mailOf('payment_partial');
    const shown = [...(told?.text ?? '').matchAll(/^Tarih: (\d+)/gm)].map(([, number]) => number);
    expect(shown).toEqual(['10', '11', '12', '13', '14']);
  });

  test('is nobody else’s', async () => {
    const { code } = await buy();
    const other = await api.signUp();
    expect((await api.send('GET /api/my-checkouts/:code', { token: other.token, params: { code } })).status).toBe(404);
    expect((await api.send('GET /api/my-checkouts', { token: other.token })).body).toEqual([]);
    // A way that is not offered: what the checkout can be changed to is told its buyer only.
    const call = { token: other.token, params: { code }, body: { method: 'card' } } as const;
    expect((await api.send('PUT /api/my-checkouts/:code/method', call)).status).toBe(404);
  });

  test('without a price is paid at once', async () => {
    const { code } = await buy([{ price: 0 }]);
    expect(await mine(code)).toMatchObject({ state: 'paid', open: 0, orders: [{ status: 'paid' }] });
  });

  test('can be paid another way while it is open', async () => {
    const { code } = await buy();
    const put = (method: string) =>
      api.send('PUT /api/my-checkouts/:code/method', { token: buyer.token, params: { code }, body: { method } });
    expect((await put('onsite')).body).toMatchObject({ method: 'onsite', bank: null });
    expect((await put('card')).status).toBe(422);
    expect((await put('gold')).status).toBe(422);
    await pay(code, 650);
    expect([(await put('transfer')).status, (await put('transfer')).body.code]).toEqual([409, 'conflict']);
  });

  test('that is near is due at the start and can be paid on site even where that is off', async () => {
    const { code } = await buy([{ date: day(2), time: '14:00' }]);
    expect((await mine(code)).due_at).toBe(`${day(2)}T11:00:00.000Z`);
  });
});

test('orders and payments are found by the name of their buyer, also after a participant changed and an update', async () => {
  const { code, ids } = await buy();
  const name = 'Çağrı Işıl Öztürk';
  await api.ctx.db.update(users).set({ name: 'Çağrı Işıl', surname: 'Öztürk' }).where(eq(users.id, buyer.id));
  const named = await buy();
  const found = async (search: string) => [
    ...(await api.send('GET /api/admin/checkouts', { ...asAdmin, query: { search } })).body.map((row) => row.code),
    ...(await api.send('GET /api/admin/orders', { ...asAdmin, query: { search } })).body.map((row) => row.code),
  ];
  expect(await found('cagri ÖZTÜRK')).toEqual([named.code, named.code]);
  const params = { id: named.ids[0] as string, position: '1' };
  const call = 'PATCH /api/my-orders/:id/participants/:position';
  await api.send(call, { token: buyer.token, params, body: { fullName: 'Yeni Ad' } });
  expect(await found('isil yeni')).toEqual([named.code, named.code]);
  // An order of a version that did not write it.
  await api.ctx.db
    .update(orders)
    .set({ buyer_name: name, search: 'eski' })
    .where(eq(orders.id, ids[0] as string));
  const migration = new URL('../../src/api/db/migrations/0035_buyer_names_in_search.sql', import.meta.url);
  await api.ctx.db.execute(sql.raw(readFileSync(migration, 'utf8')));
  expect((await found('eski IŞIL öztürk')).filter((one) => one === code)).toHaveLength(2);
  const subject = { email: buyer.email, userId: buyer.id };
  await mutate(api.ctx, null, (mutation) => eraseOrders(mutation, api.ctx, subject));
  expect(await found('öztürk')).toEqual([]);
});

describe('payments', () => {
  test('pay a checkout in parts; rows stay reserved until all is there', async () => {
    const { code } = await buy([{ seats: 2 }]);
    const first = await pay(code, 300);
    expect([first.status, first.body.state, first.body.open]).toEqual([201, 'open', 1000]);
    expect(first.body.orders[0]?.status).toBe('reserved');
    const second = await pay(code, 1100, { method: 'onsite', external_ref: `m-${code}` });
    expect(second.body).toMatchObject({ state: 'paid', paid: 1400, open: 0, orders: [{ status: 'paid' }] });
    expect(
      second.body.payments.map(({ amount, charged, method, provider, voided }) => [
        amount,
        charged,
        method,
        provider,
        voided,
      ]),
    ).toEqual([
      [300, 300, 'transfer', null, false],
      [1100, 1100, 'onsite', null, false],
    ]);
    expect(await kinds()).toEqual(['payment_partial', 'order_paid']);
    expect((await mailOf('order_paid'))?.text).toContain('100\u00a0₺ fazla');
    // As the buyer's orders and the practice see it until it is being paid back.
    expect((await mine(code)).overpaid).toBe(100);
    await refund(code, 60);
    expect((await mine(code)).overpaid).toBe(40);
  });

  test('are refused with a known number, a future day, no amount or an unknown code', async () => {
    const { code } = await buy();
    await pay(code, 1, { external_ref: `x-${code}` });
    const again = await pay(code, 1, { external_ref: `x-${code}` });
    expect([again.status, again.body.code]).toEqual([409, 'payment_exists']);
    expect((await pay(code, 1, { received_on: day(2) })).body.fields).toHaveProperty('received_on');
    const shortYear = await pay(code, 1, { received_on: today().replace(/^20/, '00') });
    expect(shortYear.body.fields).toEqual({ received_on: 'Yılı dört rakamla yazın.' });
    await pay(code, 19_999_990);
    const sum = await pay(code, 20);
    expect(sum.body.fields).toEqual({ amount: 'Bir siparişe en fazla 20.000.000 lira kaydedilebilir.' });
    expect((await pay(code, 0)).status).toBe(422);
    expect((await pay(code, 1.234)).status).toBe(422);
    expect((await pay('22222222', 1)).status).toBe(404);
    expect((await pay('nonsense', 1)).status).toBe(404);
    const [payment] = (await pay(code, 1)).body.payments;
    await drop(payment?.id);
    expect((await pay(code, 1, { external_ref: `x-${code}` })).status).toBe(201);
  });

  test('are voided and stay listed; one that is being paid back is not', async () => {
    const { code } = await buy();
    const [payment] = (await pay(code, 650)).body.payments;
    const dropIt = () => drop(payment?.id);
    const asked = (await refund(code, 650)).body;
    expect([(await dropIt()).status, (await dropIt()).body.code]).toEqual([409, 'conflict']);
    await moveRefund(asked.id, 'void');
    expect((await dropIt()).body).toMatchObject({ state: 'open', paid: 0, payments: [{ voided: true }] });
    expect((await dropIt()).status).toBe(200);
    expect(await kinds()).toEqual(['order_paid', 'payment_voided']);
  });

  test('voided once the term is over leave a new one: nobody loses seats at once for a wrong record', async () => {
    const { code } = await buy([{ date: day(9) }]);
    const [payment] = (await pay(code, 650)).body.payments;
    const over = new Date(api.ctx.clock().getTime() - 5 * dayMs);
    await moveDue(api.ctx, code, over);
    await drop(payment?.id);
    await releaseUnpaid(api.ctx);
    const due_at = new Date(startsAt(day(7), '00:00').getTime() - 1000).toISOString();
    expect(await mine(code)).toMatchObject({ state: 'open', due_at });
    expect((await mailOf('payment_voided'))?.text).not.toContain('Son ödeme günü geçti');
  });

  test('are voided with the task an admin asked for because of them, or lower it', async () => {
    const dropLast = async (code: string, amount: number) => {
      const { body } = await api.send('GET /api/admin/checkouts', { ...asAdmin, query: { search: code } });
      return (await drop(body[0]?.payments.findLast((row) => row.amount === amount && !row.voided)?.id)).body;
    };
    const overpay = async (amounts: number[], back: number) => {
      const { code } = await buy();
      for (const amount of amounts) await pay(code, amount);
      expect((await refund(code, back)).status).toBe(201);
      return code;
    };
    const twice = await overpay([650, 650], 650);
    expect(await dropLast(twice, 650)).toMatchObject({ state: 'paid', paid: 650, open: 0 });
    expect((await mine(twice)).refunds).toMatchObject([{ amount: 650, state: 'void' }]);
    const lowered = await overpay([650, 800], 800);
    expect(await dropLast(lowered, 650)).toMatchObject({ state: 'paid', paid: 800, open: 0 });
    expect((await mine(lowered)).refunds).toMatchObject([{ amount: 150, state: 'asked' }]);
    // What was asked for while something was open has nothing to do with the payment; nor has what was sent.
    const open = await overpay([100, 200], 100);
    expect(await dropLast(open, 200)).toMatchObject({ state: 'open', paid: 100, open: 650 });
    expect((await mine(open)).refunds).toMatchObject([{ amount: 100, state: 'asked' }]);
    const sent = await overpay([650, 650], 650);
    await moveRefund((await mine(sent)).refunds[0]?.id as string, 'sent');
    expect(await dropLast(sent, 650)).toMatchObject({ state: 'open', paid: 650, open: 650 });
  });
});

test('mails name the lines that stand, after a release those it took, of a refund the line that was paid back', async () => {
  const buyNamed = async () => {
    const order = await buy([{}, {}]);
    for (const [index, event_title] of ['İplik', 'Kil'].entries())
      await api.ctx.db
        .update(orders)
        .set({ event_title })
        .where(eq(orders.id, order.ids[index] as string));
    return order;
  };
  const { code, ids } = await buyNamed();
  const namedIn = async (kind: string) => {
    const { subject = '', text = '' } = (await mailOf(kind)) ?? {};
    return [subject.split(': ')[1], ...[...text.matchAll(/^Atölye: (.*)$/gm)].map(([, title]) => title)];
  };
  await pay(code, 1300);
  await setStatus(ids[0] as string, 'cancelled');
  const task = (await mine(code)).refunds[0]?.id as string;
  for (const state of ['sent', 'done']) await moveRefund(task, state);
  expect(await namedIn('refund_done')).toEqual(['İplik', 'İplik']);
  await api.ctx.db.delete(mails);
  await pay(code, 1);
  expect(await namedIn('order_paid')).toEqual(['Kil', 'Kil']);
  const unpaid = await buyNamed();
  await setStatus(unpaid.ids[0] as string, 'cancelled');
  expect((await release(unpaid.code)).body).toMatchObject({ state: 'released', released: 650 });
  expect(await namedIn('order_released')).toEqual(['Kil', 'Kil']);
});

describe('a release', () => {
  test('by hand gives the seats back once, mails the buyer and is refused where anything was paid', async () => {
    const { code, products } = await buy([{ seats: 2, stock: 5 }]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => release(code)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await readStock(api.ctx, products[0] as string)).toBe(5);
    expect(await mine(code)).toMatchObject({ state: 'released', open: 0, orders: [{ status: 'cancelled' }] });
    expect(await kinds()).toEqual(['order_released']);
    // Before the due date nothing ran out.
    const early = await mailOf('order_released');
    expect(early?.subject).toMatch(/^Yeriniz boşaltıldı: /);
    expect(early?.text).not.toMatch(/Süresi doldu|ulaşmadı/);
    expect(early?.text).toContain(
      'Yeriniz dursun istiyorsanız bize yazın. Havaleniz yoldaysa bir şey yapmanız gerekmez',
    );
    await api.ctx.db.delete(mails);
    const late = await buy();
    await moveDue(api.ctx, late.code, new Date(api.ctx.clock().getTime() - hourMs));
    await release(late.code);
    const overdue = await mailOf('order_released');
    expect(overdue?.subject).toMatch(/^Süresi doldu, yeriniz boşaltıldı: /);
    expect(overdue?.text).toContain('Havaleniz yoldaysa bir şey yapmanız gerekmez');
    const part = await buy();
    await pay(part.code, 1);
    expect((await release(part.code)).body.code).toBe('conflict');
  });

  test('is undone by any late payment while there are seats', async () => {
    const { code, products } = await buy([{ seats: 2, stock: 2 }]);
    await release(code);
    expect((await pay(code, 10)).body).toMatchObject({ state: 'open', open: 1290, orders: [{ status: 'reserved' }] });
    expect(await readStock(api.ctx, products[0] as string)).toBe(0);
    expect((await mailOf('payment_partial'))?.text).toContain('Boşaltılan yeriniz yeniden sizin');
  });

  test('a late payment of a part has a new term, and no mail names a day that is over', async () => {
    const late = await buy([{ date: day(40) }]);
    const kept = await buy([{ date: day(40) }]);
    const part = (await pay(kept.code, 100)).body.payments[0];
    await pay(kept.code, 50);
    const due = (await mine(late.code)).due_at;
    const over = new Date(api.ctx.clock().getTime() - 10 * dayMs);
    for (const { code } of [late, kept]) await moveDue(api.ctx, code, over);
    await releaseUnpaid(api.ctx);
    await api.ctx.db.delete(mails);
    expect((await mine(late.code)).state).toBe('released');
    expect((await pay(late.code, 10)).body).toMatchObject({ state: 'open', open: 640, due_at: due });
    const partial = await mailOf('payment_partial');
    expect(partial?.text).toContain(`Ödemeyi ${dueWords(due)}`);
    expect(partial?.text).not.toContain(formatDay(over.toISOString()));

    // Paid in part in time and never released: its own term stays, and is over.
    await api.ctx.db.delete(mails);
    expect((await drop(part?.id)).body.due_at).toBe(over.toISOString());
    await pay(kept.code, 20);
    for (const [kind, open] of Object.entries({ payment_voided: '600\u00a0₺', payment_partial: '580\u00a0₺' })) {
      const text = (await mailOf(kind))?.text;
      expect(text).toContain('Son ödeme günü geçti. Ödemeyi en kısa sürede');
      expect(text).not.toContain(formatDay(over.toISOString()));
      expect(text).toContain(open);
    }
    // Nobody is warned of them in the tests that follow.
    for (const [code, open] of [
      [late.code, 640],
      [kept.code, 580],
    ] as const)
      expect((await pay(code, open)).body.state).toBe('paid');
  });

  test('stays where the seats are gone: the payment is kept and paid back whole', async () => {
    const { code, products } = await buy([{ seats: 2, stock: 2 }, { stock: 5 }]);
    await release(code);
    const other = await api.signUp();
    await checkout(api, other.token, [cartLine(products[0] as string)]);
    const late = await pay(code, 1950);
    expect(late.body).toMatchObject({
      state: 'released',
      paid: 1950,
      open: 0,
      refunds: [{ amount: 1950, state: 'asked' }],
    });
    expect(await readStock(api.ctx, products[1] as string)).toBe(5);
    const unplaced = (await mailOf('payment_unplaced'))?.text;
    expect(unplaced).toContain('iade edeceğiz');
    // Released by hand before its due date, and the seats may be gone because the event is off.
    expect(unplaced).not.toMatch(/süresi|doldu/);
    expect((await mailOf('refund_notice'))?.to).toBe('merkez@ornek.com');
    const openOf = async () => {
      const { body } = await api.send('GET /api/admin/statement/open', asAdmin);
      return body.checkouts.find((one) => one.code === code)?.open;
    };
    expect(await openOf()).toBe(1950);
    await moveRefund(late.body.refunds[0]?.id as string, 'void');
    expect(await openOf()).toBe(0);
  });

  test('stays where its buyer was erased: nobody is left who could come', async () => {
    const { code, products } = await buy([{ stock: 2 }]);
    await release(code);
    expect((await eraseOwn(api, buyer)).status).toBe(200);
    expect((await pay(code, 650)).body).toMatchObject({
      ...{ state: 'released', paid: 650, open: 0 },
      refunds: [{ amount: 650, state: 'asked' }],
    });
    expect(await readStock(api.ctx, products[0] as string)).toBe(2);
    expect((await mailOf('refund_notice'))?.to).toBe('merkez@ornek.com');
  });

  test('a payment for a cancelled checkout is kept and paid back whole', async () => {
    const { code, ids } = await buy();
    await setStatus(ids[0] as string, 'cancelled');
    expect((await pay(code, 650)).body).toMatchObject({ state: 'cancelled', refunds: [{ amount: 650 }] });
  });

  test('an order whose event has started keeps nobody else from being warned', async () => {
    const started = await buy([{ date: day(40) }]);
    const soon = await buy([{ date: day(41) }]);
    const past = { starts_at: new Date(api.ctx.clock().getTime() - hourMs) };
    await changeProduct(api.ctx, started.products[0] as string, past);
    const wait = new Date((await mine(soon.code)).due_at).getTime() - api.ctx.clock().getTime() - hourMs;
    api.advance(wait);
    await warnOfDueDates(api.ctx, 1);
    api.advance(-wait);
    expect((await mailOf('payment_warning'))?.text).toContain(soon.code);
    await release(soon.code);
  });

  test('of an order whose events are all hidden is not warned of until one is back', async () => {
    const { code, ids, products: bought } = await buy([{ date: day(40) }, { date: day(40) }]);
    await setStatus(ids[1] as string, 'cancelled');
    const hide = (deleted_at: Date | null) => changeProduct(api.ctx, bought[0] as string, { deleted_at });
    const wait = new Date((await mine(code)).due_at).getTime() - api.ctx.clock().getTime() - 14.5 * hourMs;
    api.advance(wait);
    const countWarnings = async () => {
      await warnOfDueDates(api.ctx, 9);
      return (await kinds()).filter((kind) => kind === 'payment_warning').length;
    };
    await hide(api.ctx.clock());
    const hidden = await countWarnings();
    await hide(null);
    const shown = await countWarnings();
    api.advance(-wait);
    expect([hidden, shown]).toEqual([0, 1]);
    await release(code);
  });

  test('of a buyer who was erased warns whoever took a seat of the order over, who alone can still pay', async () => {
    const { code, ids } = await buy([{ date: day(40) }]);
    const part = await buy([{ date: day(40), price: 300 }, { date: day(40) }]);
    for (const id of [...ids, ...part.ids]) await takeSeat(api, await linkSeat(api, buyer, id));
    await setStatus(part.ids[1] as string, 'paid');
    const wait = new Date((await mine(code)).due_at).getTime() - api.ctx.clock().getTime() - 14.5 * hourMs;
    const warn = async () => {
      await api.ctx.db.delete(mails);
      api.advance(wait);
      await warnOfDueDates(api.ctx, 9);
      await warnOfDueDates(api.ctx, 9);
      api.advance(-wait);
      return queuedMails(api);
    };
    const toWhom = (sent: { kind: string; to?: string }[]) => sent.map(({ kind, to }) => [kind, to]);
    expect(toWhom(await warn())).toEqual(Array(2).fill(['payment_warning', buyer.email]));
    await eraseOwn(api, buyer);
    const sent = await warn();
    expect(toWhom(sent)).toEqual(Array(2).fill(['payment_warning', 'ece@ornek.com']));
    const texts = sent.map(({ text }) => text).sort();
    // What the tickets say. Of the order paid in part no seat is taken back; its paid one is not warned of.
    expect(texts[0]).toContain('yer için 300\u00a0₺ henüz ödenmedi');
    expect(texts[0]).not.toContain('boşaltılabilir');
    expect(texts[1]).toMatch(/yer için 650\u00a0₺ henüz ödenmedi.+ulaşmazsa yeriniz boşaltılabilir\./s);
    await release(code);
    // They come back as others do: by a late payment, or where an admin takes the order back.
    expect((await pay(code, 650)).body.state).toBe('paid');
    const statuses = [await setStatus(ids[0] as string, 'cancelled'), await setStatus(ids[0] as string, 'reserved')];
    expect(statuses.map(({ status }) => status)).toEqual([200, 200]);
  });

  test('of a buyer who was erased tells whoever took a seat over what the buyer would read of paying', async () => {
    const { code, ids, products } = await buy([{ date: day(40), seats: 2 }]);
    await takeSeat(api, await linkSeat(api, buyer, ids[0] as string));
    await eraseOwn(api, buyer);
    const told = async (run: () => Promise<{ status: number }>) => {
      await api.ctx.db.delete(mails);
      expect((await run()).status).toBeLessThan(300);
      // Sorted: mails queued at one moment have no fixed order.
      return (await queuedMails(api)).map(({ kind, to }) => [kind, to]).sort();
    };
    const holder = 'ece@ornek.com';
    const moveBy = (days: number) =>
      api.send('PATCH /api/admin/checkouts/:code', {
        ...asAdmin,
        params: { code },
        body: { due_at: new Date(startsAt(day(days), '12:00')).toISOString() },
      });
    expect(await told(() => moveBy(20))).toEqual([['payment_warning', holder]]);
    const release = releaseAt(startsAt(day(20), '12:00'), []);
    expect((await queuedMails(api))[0]?.text).toContain(formatDay(dayInIstanbul(release)));
    expect(await told(() => moveBy(20))).toEqual([]);
    // The due date of an event that moves is said with the notice.
    const params = { id: products[0] as string };
    expect(await told(() => editProduct(api, admin, params.id, { date: day(10) }))).toEqual([]);
    expect(await told(() => api.send('POST /api/admin/product/:id/notice', { ...asAdmin, params }))).toEqual([
      ['event_moved', holder],
      ['payment_warning', holder],
    ]);
    expect(await told(() => pay(code, 600))).toEqual([['payment_partial', holder]]);
    expect((await queuedMails(api))[0]?.text).toContain('yer için kalan tutar 50\u00a0₺.');
    expect(await told(() => pay(code, 50))).toEqual([['order_paid', holder]]);
    expect(await told(() => pay(code, 1))).toEqual([]);
    expect(await told(() => setStatus(ids[0] as string, 'paid'))).toEqual([]);
    const { body } = await api.send('GET /api/admin/checkouts', { ...asAdmin, query: { search: code } });
    const [first, ...rest] = body[0]?.payments ?? [];
    for (const { id } of rest) await drop(id);
    expect(await told(() => drop(first?.id))).toEqual([['payment_warning', holder]]);
    expect(await told(() => setStatus(ids[0] as string, 'paid'))).toEqual([['order_paid', holder]]);
    expect(await told(() => setStatus(ids[0] as string, 'reserved'))).toEqual([['payment_warning', holder]]);
    expect(await told(() => setStatus(ids[0] as string, 'paid'))).toEqual([['order_paid', holder]]);
  });

  test('by the clock comes after the next working day’s noon, is warned of once and spares what was paid in part', async () => {
    const { code, products } = await buy([{ date: day(40), stock: 3 }]);
    const part = await buy([{ date: day(40) }]);
    await pay(part.code, 1);
    await api.ctx.db.delete(mails);
    const due = new Date((await mine(code)).due_at).getTime();
    const start = api.ctx.clock().getTime();
    const moveTo = (time: number) => api.advance(time - api.ctx.clock().getTime());
    moveTo(due - 25 * hourMs);
    await sendNotices(api.ctx);
    expect(await kinds()).toEqual([]);
    // 23:59 is a quiet hour; 09:30 the next morning is not.
    moveTo(due - dayMs + 1000);
    await sendNotices(api.ctx);
    expect(await kinds()).toEqual([]);
    moveTo(due - 14.5 * hourMs);
    await sendNotices(api.ctx);
    await sendNotices(api.ctx);
    expect(await kinds()).toEqual(['payment_warning', 'payment_warning']);
    const warnings = await queuedMails(api, 'payment_warning');
    // Only one of them can lose its seats: something was paid for the other one.
    expect(warnings.filter(({ text }) => text.includes('boşaltılabilir'))).toHaveLength(1);
    expect(warnings.filter(({ text }) => text.includes('Ödemenizin kalanı henüz bize ulaşmadı'))).toHaveLength(1);
    moveTo(due + 60_000);
    await releaseUnpaid(api.ctx);
    expect(await readStock(api.ctx, products[0] as string)).toBe(2);
    // Noon of the Monday after, where the due date is a Friday: two hours before the event.
    moveTo(due + 60.1 * hourMs);
    await Promise.all([releaseUnpaid(api.ctx), releaseUnpaid(api.ctx)]);
    expect(await readStock(api.ctx, products[0] as string)).toBe(3);
    expect((await kinds()).filter((kind) => kind === 'order_released')).toHaveLength(1);
    moveTo(start);
    expect((await mine(part.code)).state).toBe('open');
  });
});

describe('a warning of a due date', () => {
  const moveTo = (time: Date) => api.advance(time.getTime() - api.ctx.clock().getTime());
  /** Buys tomorrow at `time` what is due at the end of that day; returns the warning of the morning after. */
  async function readWarning(time: string, toQueue: string): Promise<string> {
    const [dueDay, next] = [day(1), day(2)];
    const began = Date.now();
    const start = api.ctx.clock().getTime();
    moveTo(startsAt(dueDay, time));
    const { code } = await buy([{ date: day(3), time: '23:00' }], 'onsite');
    expect(dayInIstanbul(new Date((await mine(code)).due_at))).toBe(dueDay);
    await api.ctx.db.delete(mails);
    moveTo(startsAt(toQueue < '12:00' ? next : dueDay, toQueue));
    await sendNotices(api.ctx);
    moveTo(startsAt(next, '09:10'));
    const sent: string[] = [];
    await sendDueMails(api.ctx, { send: async ({ content }) => void sent.push(String(content.text)), close() {} });
    const text = sent.find((one) => one.startsWith('Ödemeniz bekleniyor') && one.includes(code)) ?? '';
    expect(text).not.toBe('');
    expect(text).not.toContain(formatDay(dueDay));
    moveTo(new Date(start + Date.now() - began));
    await release(code);
    return text;
  }

  test.each([
    ['that is planned when the day is over', '21:30', '09:05'],
    ['that waited for the mail server until the day was over', '19:00', '20:00'],
  ])('%s says so, and until when it can still be paid', async (_, time, toQueue) => {
    const text = await readWarning(time, toQueue);
    expect(text).toContain('Son ödeme günü geçti. Ödemeyi en kısa sürede merkezde yapabilirsiniz.');
    expect(text).toMatch(/Ödeme .* günü saat 12\.00’ye kadar ulaşmazsa yeriniz boşaltılabilir/);
  });
});

describe('the status of a line', () => {
  test('paid records what it is short of, reserved voids exactly that', async () => {
    const { code, ids } = await buy([{ price: 100 }, { price: 200 }]);
    expect((await setStatus(ids[0] as string, 'paid')).body.status).toBe('reserved');
    expect(await mine(code)).toMatchObject({ state: 'open', paid: 100, open: 200 });
    expect((await setStatus(ids[1] as string, 'paid')).body.status).toBe('paid');
    const seen = await mine(code);
    expect([seen.state, seen.orders.map(({ status }) => status)]).toEqual(['paid', ['paid', 'paid']]);
    expect((await setStatus(ids[0] as string, 'reserved')).body.status).toBe('reserved');
    expect(await mine(code)).toMatchObject({ state: 'open', paid: 200, open: 100 });
  });

  test('recording money mails the whole checkout, once for each press', async () => {
    const { code, ids } = await buy([{ price: 100 }, { price: 200 }]);
    await setStatus(ids[0] as string, 'paid');
    await setStatus(ids[0] as string, 'paid');
    expect((await mailOf('payment_partial'))?.text).toContain('200\u00a0₺');
    await setStatus(ids[1] as string, 'paid');
    const paid = await mailOf('order_paid');
    expect(paid?.subject).toBe('Ödemeniz alındı: 2 atölye');
    expect(paid?.text).toContain(code);
    await setStatus(ids[1] as string, 'reserved');
    expect(await kinds()).toEqual(['payment_partial', 'order_paid', 'payment_voided']);
  });

  test('what is due counts part payments, whichever lines a filter leaves', async () => {
    const due = async (product_id: string) =>
      (await api.send('GET /api/admin/orders/due', { ...asAdmin, query: { product_id } })).body;
    const { code, ids, products } = await buy([{ price: 100 }, { price: 200 }]);
    const [first, second] = products as [string, string];
    const ofCode = { ...asAdmin, query: { search: code } };
    expect((await api.send('GET /api/admin/orders/due', ofCode)).body).toEqual({ checkouts: 1, due: 300 });
    expect([await due(first), await due(second)]).toEqual([
      { checkouts: 1, due: 100 },
      { checkouts: 1, due: 200 },
    ]);
    await setStatus(ids[0] as string, 'paid');
    expect([await due(first), await due(second)]).toEqual([
      { checkouts: 0, due: 0 },
      { checkouts: 1, due: 200 },
    ]);
    await pay(code, 150);
    expect(await due(second)).toEqual({ checkouts: 1, due: 50 });
    await pay(code, 50);
    expect(await due(second)).toEqual({ checkouts: 0, due: 0 });
  });

  test('what is due counts no order for a line that costs nothing', async () => {
    const { products } = await buy([{ price: 0 }, { price: 200 }]);
    const query = { product_id: products[0] as string };
    expect((await api.send('GET /api/admin/orders/due', { ...asAdmin, query })).body).toEqual({ checkouts: 0, due: 0 });
  });

  test('paid records, and the sum that is due counts, what was recorded for the line and is being paid back', async () => {
    const { code, ids } = await buy([{ price: 100 }, { price: 200 }]);
    await setStatus(ids[0] as string, 'paid');
    await refund(code, 60);
    const ofCode = { ...asAdmin, query: { search: code } };
    expect((await api.send('GET /api/admin/orders/due', ofCode)).body).toEqual({ checkouts: 1, due: 260 });
    await setStatus(ids[0] as string, 'paid');
    expect(await mine(code)).toMatchObject({ state: 'open', paid: 160, open: 200 });
    expect((await setStatus(ids[1] as string, 'paid')).body.status).toBe('paid');
    expect(await mine(code)).toMatchObject({ state: 'paid', paid: 360, open: 0 });
  });

  test('reserved is refused where what was recorded for the line is on its way back', async () => {
    const { code, ids } = await buy();
    await setStatus(ids[0] as string, 'paid');
    const { body: task } = await refund(code, 100);
    await moveRefund(task.id, 'done');
    expect((await setStatus(ids[0] as string, 'reserved')).body.code).toBe('conflict');
    expect(await mine(code)).toMatchObject({ state: 'paid', paid: 650 });
  });

  test('reserved leaves a transfer alone and says so', async () => {
    const { code, ids } = await buy();
    await pay(code, 650);
    expect((await setStatus(ids[0] as string, 'reserved')).body.code).toBe('conflict');
    expect((await mine(code)).state).toBe('paid');
  });

  test('cancelled makes a refund task of what was paid for the line; undoing voids it or is refused', async () => {
    const { code, ids } = await buy([{ price: 100 }, { price: 200 }]);
    await pay(code, 300);
    expect((await setStatus(ids[0] as string, 'cancelled')).body.status).toBe('cancelled');
    const cancelled = await mine(code);
    expect(cancelled).toMatchObject({
      state: 'paid',
      total: 300,
      paid: 300,
      open: 0,
      refunds: [{ amount: 100, state: 'asked', order_id: ids[0] }],
    });
    expect((await setStatus(ids[0] as string, 'paid')).body.status).toBe('paid');
    expect(await mine(code)).toMatchObject({ state: 'paid', refunds: [{ state: 'void' }] });
    await setStatus(ids[0] as string, 'cancelled');
    const task = (await mine(code)).refunds.find(({ state }) => state === 'asked');
    await moveRefund(task?.id as string, 'sent');
    expect((await setStatus(ids[0] as string, 'reserved')).body.code).toBe('conflict');
    expect((await mine(code)).orders.map(({ status }) => status).toSorted()).toEqual(['cancelled', 'paid']);
  });

  test('a cancelled line taken back once its term is over, or lies behind the start, has a new one', async () => {
    const { code, ids, products: events } = await buy([{ date: day(40) }]);
    const id = ids[0] as string;
    const due = (await mine(code)).due_at;
    const takeBack = async (due_at: Date) => {
      await setStatus(id, 'cancelled');
      await moveDue(api.ctx, code, due_at);
      await setStatus(id, 'reserved');
      return (await mine(code)).due_at;
    };
    const hand = new Date(api.ctx.clock().getTime() + 5 * dayMs);
    expect(await takeBack(hand)).toBe(hand.toISOString());
    expect(await takeBack(new Date(api.ctx.clock().getTime() - 5 * dayMs))).toBe(due);
    await releaseUnpaid(api.ctx);
    expect((await mine(code)).state).toBe('open');
    await setStatus(id, 'cancelled');
    await moveEvent(api, events[0] as string, { date: day(20), time: '14:00' });
    expect(await takeBack(new Date(due))).toBe(new Date(startsAt(day(18), '00:00').getTime() - 1000).toISOString());
    await pay(code, 650);
  });

  test('a line whose buyer was erased is not taken back, and what they get back stays a task', async () => {
    const { code, ids, products } = await buy([{ stock: 2 }]);
    await pay(code, 650);
    expect((await eraseOwn(api, buyer)).status).toBe(200);
    expect((await setStatus(ids[0] as string, 'reserved')).body.code).toBe('conflict');
    const asked = await api.send('GET /api/admin/refunds', { ...asAdmin, query: { state: 'asked' } });
    expect(asked.body.filter((row) => row.code === code)).toMatchObject([{ amount: 650 }]);
    expect(await readStock(api.ctx, products[0] as string)).toBe(2);
  });

  test('a released line taken back by hand has a new term, which the buyer is told', async () => {
    const { code, ids } = await buy();
    await release(code);
    expect((await setStatus(ids[0] as string, 'reserved')).body.status).toBe('reserved');
    expect(await mine(code)).toMatchObject({ state: 'open', due_at: '2199-05-07T20:59:59.000Z' });
    const { text } = (await mailOf('order_reserved')) ?? {};
    expect(text).toContain('Ödemeyi 7 Mayıs 2199 Salı günü sonuna kadar havale ya da EFT ile yapabilirsiniz.');
    expect(text).toContain('Ödenecek: 650\u00a0₺');
  });
});

describe('refunds', () => {
  test('are tasks that go one way and never exceed what was paid', async () => {
    const { code } = await buy();
    await pay(code, 650);
    const { status, body } = await refund(code, 600);
    expect([status, body]).toMatchObject([
      201,
      { code, amount: 600, state: 'asked', reason: 'Rica', problem: null, buyer_name: 'Deniz Yılmaz' },
    ]);
    expect(Date.parse(body.due_at) - Date.now()).toBeGreaterThan(13.9 * dayMs);
    expect((await refund(code, 50.01)).body.code).toBe('conflict');
    expect((await moveRefund(body.id, 'done')).body.code).toBe('conflict');
    expect((await moveRefund(body.id, 'sent')).body.state).toBe('sent');
    expect((await moveRefund(body.id, 'done')).body.state).toBe('done');
    expect((await moveRefund(body.id, 'void')).body.code).toBe('conflict');
    expect(await mine(code)).toMatchObject({ state: 'paid', paid: 650, refunded: 600, open: 0 });
    expect(await kinds()).toEqual(['order_paid', 'refund_done']);
    expect((await mailOf('refund_done'))?.text).toContain('Bankanıza göre');
    const cash = await buy();
    await pay(cash.code, 650, { method: 'onsite' });
    const { id } = (await refund(cash.code, 650)).body;
    for (const state of ['sent', 'done']) await moveRefund(id, state);
    const told = (await queuedMails(api, 'refund_done')).find(({ text }) => text.includes(cash.code));
    expect(told?.text).toMatch(/650\u00a0₺ iadenizi yaptık\.\n/);
    const asked = await api.send('GET /api/admin/refunds', { ...asAdmin, query: { state: 'asked' } });
    expect(asked.body.map(({ due_at }) => due_at)).toEqual(asked.body.map(({ due_at }) => due_at).toSorted());
  });

  test('that are not made may leave nothing open: the buyer is mailed', async () => {
    const { code } = await buy();
    await pay(code, 500);
    const { id } = (await refund(code, 500)).body;
    await pay(code, 150);
    for (const _ of [1, 2]) await moveRefund(id, 'void');
    expect(await mine(code)).toMatchObject({ state: 'paid', paid: 650, open: 0 });
    expect(await kinds()).toEqual(['payment_partial', 'payment_partial', 'order_paid']);
    expect((await mailOf('order_paid'))?.text).toContain('500\u00a0₺ iade yapılmayacak');
  });
});

describe('the sums of the payments screen', () => {
  const read = async () => (await api.send('GET /api/admin/payments/summary', asAdmin)).body;

  test('tell overdue from expected, add up the month and the refunds, and name the next release', async () => {
    const before = await read();
    const late = await buy([{ price: 700 }]);
    const part = await buy([{ price: 500 }]);
    const noon = startsAt('2026-01-05', '10:00');
    for (const { code } of [late, part]) await moveDue(api.ctx, code, noon);
    await pay(part.code, 30, { received_on: '2026-01-04' });
    await pay(part.code, 200);
    await drop((await pay(part.code, 50)).body.payments.at(-1)?.id);
    await buy([{ price: 90 }]);
    await refund(part.code, 20);
    const after = await read();
    const grown = (of: 'overdue' | 'expected' | 'received' | 'refunds') => [
      after[of].count - before[of].count,
      Math.round((after[of].amount - before[of].amount) * 100) / 100,
    ];
    expect([grown('overdue'), grown('expected'), grown('received'), grown('refunds')]).toEqual([
      [2, 700 + 290],
      [1, 90],
      [1, 200],
      [1, 20],
    ]);
    // The unpaid one loses its seats on Tuesday at noon, 12:00 in Istanbul.
    expect(after.overdue.release_at).toBe('2026-01-06T09:00:00.000Z');
    expect(after.last_holiday).toBeNull();
    expect(after.today[0]).toMatchObject({
      ...{ code: part.code, amount: 200, method: 'transfer', buyer_name: 'Deniz Yılmaz', from_statement: false },
    });
    await changePaymentSettings(api, admin, { holidays: ['2028-10-29', '2027-01-01'] });
    expect((await read()).last_holiday).toBe('2028-10-29');
    await changePaymentSettings(api, admin, { holidays: [] });
  });
});

describe('payment settings', () => {
  const read = async () => (await api.send('GET /api/admin/payment-settings', asAdmin)).body;
  const iban = 'TR33 0006 1005 1978 6457 8413 26';
  const put = async (change: object, more: object = {}) =>
    api.send('PUT /api/admin/payment-settings', { ...asAdmin, body: { ...(await read()), ...change, ...more } });

  test('need the password for another account, mail admins and the practice, and refuse stale edits', async () => {
    const before = await read();
    const transfer = { enabled: true, holder: 'Merkez', iban, bank: 'Banka' };
    expect((await put({ transfer })).body.code).toBe('reauthentication_required');
    expect((await put({ transfer }, { current_password: 'yanlış-yanlış' })).body.code).toBe('wrong_password');
    expect((await read()).transfer.iban).toBe('');
    const saved = await put({ transfer }, { current_password: 'pamuk-iplik-42-kedi' });
    expect([saved.status, saved.body.transfer.iban]).toEqual([200, iban.replaceAll(' ', '')]);
    expect(saved.body.bank_changed_at).toEqual(expect.any(String));
    const told = (await queuedMails(api)).map(({ to }) => to);
    expect(told).toContain('merkez@ornek.com');
    expect(told.length).toBeGreaterThan(1);
    const proof = { current_password: 'pamuk-iplik-42-kedi' };
    await put({ transfer: { ...transfer, holder: 'Başkası' } }, proof);
    const text = (await queuedMails(api, 'bank_changed')).at(-1)?.text;
    expect(text).toContain('Önceki alıcı: Merkez\nYeni alıcı: Başkası\nDeğiştiren');
    expect(text).not.toContain('IBAN');
    await put({ transfer }, proof);
    expect((await put({ updated_at: before.updated_at })).body.code).toBe('edit_conflict');
    expect((await put({ warn_hours: 12 })).body.warn_hours).toBe(12);
    const { code } = await buy();
    expect((await mine(code)).bank).toEqual({
      holder: 'Merkez',
      iban: 'TR330006100519786457841326',
      bank: 'Banka',
      reference: code,
    });
    expect((await mailOf('order_confirmation'))?.text).toContain(iban);
  });

  test('give no account back that somebody else replaces meanwhile', async () => {
    const before = await read();
    const { db } = api.ctx;
    const transaction = vi.spyOn(db, 'transaction').mockImplementationOnce(async (work) => {
      await db.execute(sql`update app.payment_settings set value = jsonb_set(value, '{transfer,holder}', '"Yenisi"')`);
      return db.transaction(work);
    });
    const late = await put({ updated_at: undefined, warn_hours: 18 });
    transaction.mockRestore();
    expect([late.status, late.body.code]).toEqual([409, 'edit_conflict']);
    expect(await read()).toMatchObject({ warn_hours: before.warn_hours, transfer: { holder: 'Yenisi' } });
  });

  test.each([
    ['TR33 0006 1005 1978 6457 8413 27', 'kontrol'],
    ['TR33 0006 10O5 1978 6457 8413 26', '3. grupta (10O5)'],
    ['TR33 0006 1005 1978 6457 8413 2', '23 rakam'],
    ['DE89 3704 0044 0532 0130 00', 'TR'],
  ])('say what is wrong with %s', async (wrong, words) => {
    const answer = await put({ transfer: { enabled: true, holder: '', iban: wrong, bank: '' } });
    expect([answer.status, answer.body.fields?.['transfer.iban']]).toEqual([422, expect.stringContaining(words)]);
  });

  test('keep one way to pay on', async () => {
    const { transfer } = await read();
    const answer = await put({ transfer: { ...transfer, enabled: false }, onsite: { enabled: false } });
    expect(answer.status).toBe(422);
  });
});

describe('the preview', () => {
  test('is what the order will be; a changed one is refused with the new', async () => {
    const id = await addProduct(api.ctx, { title: 'Ebru' });
    const cartItems = [{ id, quantity: 2, price: 650 }];
    const { body, status } = await api.send('POST /api/order/preview', { token: buyer.token, body: { cartItems } });
    expect([status, body]).toMatchObject([
      200,
      {
        ...{ total: 1300, due_at: '2199-05-07T20:59:59.000Z', methods: ['transfer', 'onsite'] },
        lines: [{ id, event_title: 'Ebru', quantity: 2, unit_price: 650, price: 1300, withdrawal: 'leisure' }],
      },
    ]);
    for (const { html, sha256 } of body.documents) {
      expect(createHash('sha256').update(html).digest('hex')).toBe(sha256);
      expect(html).toContain('Ebru');
      expect(html).not.toContain('{{');
    }
    const order = (preview_hash: string, more: object = {}) =>
      api.send('POST /api/order/create', {
        token: buyer.token,
        body: { cartItems: [cartLine(id, 2)], preview_hash, ...more },
      });
    for (const hash of ['0'.repeat(64), '']) {
      const stale = await order(hash);
      expect([stale.status, stale.body.code, stale.body.preview]).toEqual([409, 'terms_changed', body]);
    }
    expect((await order(body.preview_hash, { method: 'onsite' })).body.code).toBe('terms_changed');
    expect((await order(body.preview_hash)).status).toBe(201);
  });

  test('of one tab does not order the cart of another', async () => {
    const [first, second] = [await addProduct(api.ctx), await addProduct(api.ctx)];
    const preview = async (id: string, quantity: number) =>
      (await api.send('POST /api/order/preview', { token: buyer.token, body: { cartItems: [{ id, quantity }] } })).body;
    const order = async (id: string, quantity: number, preview_hash: string) => {
      const body = { cartItems: [cartLine(id, quantity)], preview_hash };
      const { status, body: reply } = await api.send('POST /api/order/create', { token: buyer.token, body });
      return status === 201 ? 201 : reply.code;
    };
    const [one, two] = [await preview(first, 1), await preview(second, 1)];
    expect(one.preview_hash).not.toBe(two.preview_hash);
    const crossed = [
      order(first, 1, two.preview_hash),
      order(second, 1, one.preview_hash),
      order(first, 2, one.preview_hash),
    ];
    expect(await Promise.all(crossed)).toEqual(['terms_changed', 'terms_changed', 'terms_changed']);
    expect(await Promise.all([order(first, 1, one.preview_hash), order(second, 1, two.preview_hash)])).toEqual([
      201, 201,
    ]);
  });

  test('refuses as the order would', async () => {
    const preview = (cartItems: unknown, method?: string) =>
      api.send('POST /api/order/preview', { token: buyer.token, body: { cartItems, method } });
    const id = await addProduct(api.ctx, { stock: 1 });
    expect((await preview([{ id, quantity: 2 }])).body).toMatchObject({
      code: 'stock_exhausted',
      items: [{ id, remaining: 1 }],
    });
    expect((await preview([{ id, quantity: 1, price: 1 }])).body.code).toBe('price_changed');
    expect((await preview([{ id, quantity: 11 }])).body.code).toBe('limit_reached');
    expect((await preview([{ id, quantity: 1 }], 'card')).status).toBe(422);
    expect((await preview([])).status).toBe(422);
  });
});

describe('documents', () => {
  test('stay byte for byte and are public by their token alone', async () => {
    const { code } = await buy([{ seats: 2 }]);
    for (const { url, sha256, kind } of (await mine(code)).documents) {
      const token = url.split('/').at(-1) as string;
      const { text, headers, status } = await api.send('GET /api/documents/:token', { params: { token } });
      expect([status, createHash('sha256').update(text).digest('hex'), kind]).toEqual([200, sha256, kind]);
      expect(text).toContain(code);
      expect(text).toContain('Ada Deniz 1, Ada Deniz 2');
      expect([headers.get('x-robots-tag'), headers.get('cache-control')]).toEqual(['noindex', 'no-store']);
    }
    expect((await api.send('GET /api/documents/:token', { params: { token: 'x'.repeat(32) } })).status).toBe(404);
  });
});

describe('the bank statement', () => {
  test('gives what the browser needs, and records each fingerprint once for ever', async () => {
    const { code } = await buy();
    const { body } = await api.send('GET /api/admin/statement/open', asAdmin);
    expect(body.checkouts.find((one) => one.code === code)).toEqual({
      code,
      open: 650,
      names: ['deniz', 'yilmaz', 'ada', '1'],
    });
    const fingerprint = createHash('sha256').update(code).digest('hex');
    const match = { code, amount: 650, booked_on: today(), fingerprint };
    const send = (matches: unknown) => api.send('POST /api/admin/statement/matches', { ...asAdmin, body: { matches } });
    const unknown = { ...match, code: '22222222', fingerprint: 'a'.repeat(64) };
    const noCode = { ...match, code: `\u0000${code}`, fingerprint: 'b'.repeat(64) };
    expect((await send([match, match, noCode, unknown])).body).toEqual({
      recorded: [code],
      repeated: [code],
      refused: [noCode, unknown].map((one) => ({ code: one.code, reason: 'Bu kodla bir sipariş yok.' })),
    });
    const again = await api.send('GET /api/admin/statement/open', asAdmin);
    expect([body.recorded, again.body.recorded]).toEqual([expect.not.arrayContaining([fingerprint]), [fingerprint]]);
    const both = await Promise.all([send([match]), send([{ ...match, code: 'ZZZZZZZZ' }])]);
    expect(both.map(({ body }) => body.repeated)).toEqual([[code], ['ZZZZZZZZ']]);
    expect((await mine(code)).paid).toBe(650);
    expect((await send([{ ...match, fingerprint: 'A'.repeat(64) }])).status).toBe(422);
    expect((await send(Array.from({ length: 501 }, () => match))).status).toBe(422);
  });
});

test('the bank statement has names by their words, as banks write them without hyphens', async () => {
  const { code, ids } = await buy();
  const params = { id: ids[0] as string, position: '1' };
  const body = { fullName: 'Nazlı Su Ak-Demir' };
  await api.send('PATCH /api/my-orders/:id/participants/:position', { token: buyer.token, params, body });
  const { checkouts: open } = (await api.send('GET /api/admin/statement/open', asAdmin)).body;
  expect(open.find((one) => one.code === code)?.names).toEqual(['deniz', 'yilmaz', 'nazli', 'su', 'ak', 'demir']);
});

test('the bank statement looks for what comes for orders that wait for no money, unless a hand recorded theirs', async () => {
  const [byStatement, byHand, cancelled] = [await buy(), await buy(), await buy()];
  const fingerprint = createHash('sha256').update(byStatement.code).digest('hex');
  const match = { code: byStatement.code, amount: 650, booked_on: today(), fingerprint };
  await api.send('POST /api/admin/statement/matches', { ...asAdmin, body: { matches: [match] } });
  await pay(byHand.code, 650);
  await setStatus(cancelled.ids[0] as string, 'cancelled');
  const { settled } = (await api.send('GET /api/admin/statement/open', asAdmin)).body;
  expect(settled).toEqual(expect.arrayContaining([byStatement.code, cancelled.code]));
  expect(settled).not.toContain(byHand.code);
});

describe('accounting.csv', () => {
  const january = { from: '2026-01-01', to: '2026-01-31' };
  const read = async (query: Record<string, string>) => {
    const { text, headers } = await api.send('GET /api/admin/accounting.csv', { ...asAdmin, query });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    return text;
  };
  /** The rows of a checkout. */
  const csv = async (code: string, query: Record<string, string>) =>
    (await read(query)).split('\r\n').filter((line) => line.includes(code));
  /** Gross sums of a checkout's rows by rate, of all periods together. */
  const grossByRate = async (code: string) => {
    const sums: Record<string, number> = {};
    for (const [, , , gross = '', rate = ''] of (await csv(code, {})).map((line) => line.split(';')))
      sums[rate] = (sums[rate] ?? 0) + Number(gross.replace(',', '.'));
    return sums;
  };
  /** Orders two seats at 500 lira under 20 % and one at 1.000 under 10 %; answers the ids in this order. */
  async function buyTwoRates() {
    const [first, second] = [
      await addProduct(api.ctx, { price_kurus: 50_000 }),
      await addProduct(api.ctx, { price_kurus: 100_000, vat_rate: 10 }),
    ];
    const { body } = await checkout(api, buyer.token, [cartLine(first, 2), cartLine(second)]);
    const idOf = (seats: number) => body.orders.find(({ quantity }) => quantity === seats)!.id;
    return { code: body.orders[0]!.code, ids: [idOf(2), idOf(1)] as [string, string] };
  }
  const cancel = (id: string, expected_refund: number, participants?: number[]) =>
    cancelOwn(api, buyer, id, expected_refund, participants);
  const endRefunds = async (code: string) => {
    for (const { id } of (await mine(code)).refunds) for (const state of ['sent', 'done']) await moveRefund(id, state);
  };

  test('of a period stays as it was, whatever is cancelled, paid back or voided later', async () => {
    const { code, ids } = await buyTwoRates();
    await pay(code, 2000, { received_on: '2026-01-05' });
    const other = await buyTwoRates();
    const { body } = await pay(other.code, 300, { received_on: '2026-01-05' });
    await pay(other.code, 150, { received_on: '2026-01-05', method: 'onsite' });
    const before = await read(january);
    expect(await csv(code, january)).toEqual([
      `2026-01-05;${code};Deniz Yılmaz;1000,00;10;909,09;90,91;Havale/EFT`,
      `2026-01-05;${code};Deniz Yılmaz;1000,00;20;833,33;166,67;Havale/EFT`,
    ]);
    expect((await cancel(ids[0], 500, [2])).status).toBe(200);
    expect((await setStatus(other.ids[0], 'cancelled')).status).toBe(200);
    await drop(body.payments.at(-1)?.id);
    await endRefunds(code);
    expect(await read(january)).toBe(before);
    const now = { from: today(), to: today() };
    expect(await csv(code, now)).toEqual([`${today()};${code};Deniz Yılmaz;-500,00;20;-416,67;-83,33;İade`]);
    expect((await csv(other.code, now)).map((line) => line.split(';').slice(3, 5))).toEqual([
      ['-150,00', '10'],
      ['-150,00', '20'],
    ]);
  });

  test('splits a payment by what is not paid yet at each rate, so that each has in the end what stands of it', async () => {
    const { code, ids } = await buyTwoRates();
    await pay(code, 1000);
    expect(await grossByRate(code)).toEqual({ 10: 500, 20: 500 });
    expect((await cancel(ids[0], 1000)).status).toBe(200);
    await endRefunds(code);
    await pay(code, 1000);
    expect(await mine(code)).toMatchObject({ state: 'paid', open: 0 });
    expect(await grossByRate(code)).toEqual({ 10: 1000, 20: 0 });
    const unpaid = await buyTwoRates();
    await cancel(unpaid.ids[0], 0);
    await pay(unpaid.code, 1000);
    expect(await grossByRate(unpaid.code)).toEqual({ 10: 1000 });
  });

  test('books what is paid for one line under what is unpaid: its own rate first, then the other', async () => {
    const records: ((order: { code: string; ids: string[] }) => Promise<{ status: number }>)[] = [
      ({ ids }) => setStatus(ids[1] as string, 'paid'),
      // What came before pays the line whose id is the lower one; the other one is still open.
      ({ code, ids }) => pay(code, 1000, { method: 'onsite', order_id: ids.toSorted()[1] }),
    ];
    for (const record of records) {
      const order = await buyTwoRates();
      await pay(order.code, 1000);
      expect((await record(order)).status).toBeLessThan(300);
      expect(await mine(order.code)).toMatchObject({ state: 'paid', paid: 2000 });
      expect(await grossByRate(order.code)).toEqual({ 10: 1000, 20: 1000 });
    }
    const one = await buyTwoRates();
    for (const order_id of [crypto.randomUUID(), 'x'])
      expect((await pay(one.code, 1000, { order_id })).status).toBe(404);
    await release(one.code);
    await setStatus(one.ids[0], 'reserved');
    await pay(one.code, 1000);
    expect(await mine(one.code)).toMatchObject({ state: 'paid' });
    expect(await grossByRate(one.code)).toEqual({ 20: 1000 });
  });

  test('splits what goes back for no line as it came', async () => {
    const { code } = await buyTwoRates();
    await pay(code, 2000);
    await refund(code, 200);
    await endRefunds(code);
    expect(await grossByRate(code)).toEqual({ 10: 900, 20: 900 });
    const gone = await buyTwoRates();
    for (const id of gone.ids) await setStatus(id, 'cancelled');
    await pay(gone.code, 333.33);
    await endRefunds(gone.code);
    expect(await grossByRate(gone.code)).toEqual({ 10: 0, 20: 0 });
  });

  test('gives back under no rate more than came under it, nor what was paid for seats that stand', async () => {
    const part = await buyTwoRates();
    await pay(part.code, 1000);
    await cancel(part.ids[0], 1000);
    await cancel(part.ids[1], 0);
    const over = await buyTwoRates();
    await pay(over.code, 2500);
    await cancel(over.ids[0], 1000);
    const [line] = await api.ctx.db.select().from(orders).where(eq(orders.id, over.ids[1]));
    expect((await callOff(api, admin, line?.product_id as string)).body.refunds).toBe(1);
    for (const { code } of [part, over]) {
      await endRefunds(code);
      expect(await mine(code)).toMatchObject({ state: 'cancelled' });
      expect(await grossByRate(code)).toEqual({ 10: 0, 20: 0 });
    }
    const late = await buyTwoRates();
    await pay(late.code, 2000);
    await cancel(late.ids[0], 1000);
    await moveRefund((await mine(late.code)).refunds[0]?.id as string, 'void');
    await refund(late.code, 1200);
    await endRefunds(late.code);
    expect(await grossByRate(late.code)).toEqual({ 10: 800, 20: 0 });
  });

  test('gives back under no rate more than came under it, also where a payment is voided before', async () => {
    const { code, ids } = await buyTwoRates();
    await pay(code, 1000);
    const wrong = (await pay(code, 1000)).body.payments.at(-1)?.id;
    await cancel(ids[1], 1000);
    await drop(wrong);
    await endRefunds(code);
    expect(await grossByRate(code)).toEqual({ 10: 0, 20: 0 });
    const marked = await buyTwoRates();
    await pay(marked.code, 1000);
    await setStatus(marked.ids[0], 'paid');
    await cancel(marked.ids[1], 1000);
    await setStatus(marked.ids[0], 'reserved');
    await endRefunds(marked.code);
    expect(await grossByRate(marked.code)).toEqual({ 10: 0, 20: 0 });
  });
});
