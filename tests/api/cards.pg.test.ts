import { createHmac } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { askAfterAttempts } from '../../src/api/cards/ask.service.ts';
import { cardAttempts } from '../../src/api/cards/cards.tables.ts';
import { openCardProvider } from '../../src/api/cards/openProvider.ts';
import type { CardProvider } from '../../src/api/cards/provider.ts';
import type { CardEnv } from '../../src/api/env.ts';
import { toRequest } from '../../src/api/idempotency/request.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { checkouts } from '../../src/api/orders/orders.tables.ts';
import { releaseUnpaid } from '../../src/api/payments/payments.jobs.ts';
import { listRefunds, askRefund as requestRefund } from '../../src/api/payments/refunds.admin.service.ts';
import type { AdminCheckout } from '../../src/contract/checkouts.ts';
import { minuteMs } from '../../src/shared/time.ts';
import type { Behaviour, StandInPayment } from '../cards/behaviour.ts';
import { paytrKeys } from '../cards/paytrStandIn.ts';
import { freePort } from '../load/ports.ts';
import {
  beginCard,
  beginName,
  buySeats,
  type CardApi,
  openCardApi,
  readAttemptRows,
  readMoneyMails,
} from './cardApi.ts';
import { dumpDatabase } from './dump.ts';
import { countWaiting } from './lockOrder.ts';
import { queuedMails } from './mails.ts';
import {
  addProduct,
  askRefund as askRefundOf,
  changePaymentSettings,
  moveDue,
  readCheckout,
  readStock,
  recordPayment,
  releaseCheckout,
  setStatus as setStatusOf,
  voidPayment as voidPaymentOf,
} from './shop.ts';

const form = { 'content-type': 'application/x-www-form-urlencoded' };

describe.each(['paytr', 'iyzico'] as const)('cards by %s', (provider) => {
  let api: CardApi;
  let admin: string;
  let adminId: string;
  let buyer: { id: string; email: string; token: string };

  beforeAll(async () => {
    api = await openCardApi(provider, { NOTICE_EMAIL: 'merkez@ornek.com' });
  });
  beforeEach(async () => {
    // The clock moves by a day in between.
    ({ token: admin, id: adminId } = await api.signUp({ role: 'admin' }));
    api.standIn.behaviour = {};
    buyer = await api.signUp();
    await api.ctx.db.delete(mails);
    await api.ctx.db.delete(cardAttempts);
  });

  const mine = (code: string) => readCheckout(api, buyer, code);
  const seen = async (code: string) =>
    (await api.send('GET /api/admin/checkouts', { token: admin, query: { search: code } })).body[0];
  const refundsOf = async (code: string) =>
    (await api.send('GET /api/admin/refunds', { token: admin })).body.filter((row) => row.code === code);
  const taskOf = async (code: string) => (await refundsOf(code))[0]?.id as string;
  const begin = (code: string) => beginName(api, buyer.token, code);
  /** The buyer decides on the service's page; nobody tells the product. */
  const decide = (name: string, result: 'paid' | 'failed' = 'paid') => api.standIn[provider].decide(name, result);
  /** The product hears of it in the service's own way. */
  const tell = (payment: StandInPayment) => api.standIn[provider].deliver(payment);
  const release = async (code: string) => {
    await moveDue(api.ctx, code, new Date('2020-01-01'));
    await releaseUnpaid(api.ctx);
  };
  const askRefund = (code: string, amount: number, key?: string) =>
    askRefundOf(api, { token: admin }, code, amount, key ? { 'idempotency-key': key } : {});
  const tellRefund = (id: string, absent?: boolean) =>
    api.send('POST /api/admin/refunds/:id/card', { token: admin, params: { id }, body: { absent } });
  /** Sets the status of a checkout's only line. */
  const setStatus = async (code: string, status: string) => {
    const { orders } = (await seen(code)) as AdminCheckout;
    return setStatusOf(api, { token: admin }, orders[0]?.id as string, status);
  };
  const voidPayment = async (code: string) => {
    const { payments } = (await seen(code)) as AdminCheckout;
    return voidPaymentOf(api, { token: admin }, payments[0]?.id);
  };
  const readMailText = async (kind: string) => (await queuedMails(api, kind))[0]?.text;
  /** Starts a call and waits until it asked the service, whose answer comes when the returned function is called. */
  const hold = async <T>(call: () => Promise<T>, behaviour?: Behaviour) => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    api.standIn.behaviour = { ...behaviour, gate };
    const asked = api.standIn.requests.length;
    const answer = call();
    await expect.poll(() => api.standIn.requests.length).toBeGreaterThan(asked);
    return () => {
      open();
      return answer;
    };
  };
  const pay = async () => {
    const code = await buySeats(api, buyer.token);
    const payment = decide(await begin(code));
    await tell(payment);
    return { code, payment, given: () => payment.refunds.map(({ kurus }) => kurus) };
  };

  test('a card is a way to pay, opened over what is open, whatever was the way before', async () => {
    const code = await buySeats(api, buyer.token);
    expect(await mine(code)).toMatchObject({ method: 'transfer', methods: ['transfer', 'onsite', 'card'], card: null });
    const { status, body } = await beginCard(api, buyer.token, code);
    expect([status, Object.keys(body).sort()]).toEqual([201, ['attempt', provider === 'paytr' ? 'frame' : 'redirect']]);
    expect(await mine(code)).toMatchObject({ method: 'card', state: 'open', card: { state: 'waiting' } });
    const stranger = await api.signUp();
    expect((await beginCard(api, stranger.token, code)).status).toBe(404);
  });

  test('a payment recorded while the page opens leaves the order as it was, but for what is open', async () => {
    const code = await buySeats(api, buyer.token);
    const cards = api.ctx.cards as CardProvider;
    const { begin: open } = cards;
    vi.spyOn(cards, 'begin').mockImplementationOnce(async (request) => {
      await recordPayment(api, { token: admin }, code, 100);
      return open(request);
    });
    const { status, body } = await beginCard(api, buyer.token, code);
    expect([status, body.code]).toEqual([409, 'conflict']);
    expect(await mine(code)).toMatchObject({ method: 'transfer', state: 'open', paid: 100, card: null });
  });

  test('no page is opened where cards are switched off', async () => {
    const code = await buySeats(api, buyer.token);
    const offerCards = async (enabled: boolean) => {
      const card = { provider, enabled };
      expect((await changePaymentSettings(api, { token: admin }, { card })).status).toBe(200);
    };
    await offerCards(false);
    const { status, body } = await beginCard(api, buyer.token, code);
    await offerCards(true);
    expect([status, (body as object as { code: string }).code]).toEqual([422, 'invalid']);
  });

  test('an order by phone is not to be paid by card, even where nothing else is offered: no account opens the page', async () => {
    const offer = async (enabled: boolean) => {
      const change = { transfer: { enabled, holder: '', iban: '', bank: '' }, onsite: { enabled } };
      expect((await changePaymentSettings(api, { token: admin }, change)).status).toBe(200);
    };
    await offer(false);
    const { body } = await api.send('POST /api/admin/orders', {
      token: admin,
      body: {
        ...{ product_id: await addProduct(api.ctx), fullName: 'Ayşe Ak', phone_number: '0532 123 45 67' },
        ...{ email: 'arayan@ornek.com', participants: [{ fullName: 'Ayşe Ak' }] },
      },
    });
    await offer(true);
    expect((await seen(body.code))?.method).toBe('onsite');
    expect(await readMailText('order_confirmation')).not.toContain('kartla');
  });

  test('five tellings at once make one payment, one mail and a paid order', async () => {
    const code = await buySeats(api, buyer.token);
    const payment = decide(await begin(code));
    const answers = await Promise.all(Array.from({ length: 5 }, () => tell(payment)));
    expect(answers.flat()).toHaveLength(5);
    if (provider === 'paytr') expect(new Set(answers.flat())).toEqual(new Set(['OK']));
    api.advance(3 * minuteMs);
    await askAfterAttempts(api.ctx);
    expect(await seen(code)).toMatchObject({
      state: 'paid',
      payments: [{ amount: 650, charged: 650, method: 'card', provider, external_ref: payment.ref, voided: false }],
      attempts: [{ amount: 650, charged: 650, state: 'paid', external_ref: payment.ref }],
    });
    expect(await readMoneyMails(api)).toEqual(['order_paid']);
  });

  test('whoever looks while a card pays sees the order before or after it, never in between', async () => {
    const code = await buySeats(api, buyer.token);
    await begin(code);
    const list = async () => (await api.send('GET /api/my-checkouts', { token: buyer.token })).body[0];
    const looks: ReturnType<typeof list | typeof seen>[] = [];
    // On the embedded database one simply waits for the other.
    const isApart = api.ctx.connection.kind === 'postgres';
    await api.ctx.db.transaction(async (tx) => {
      if (isApart) await tx.execute(sql`lock table app.card_attempts in access exclusive mode`);
      looks.push(mine(code), list(), seen(code));
      if (isApart) await expect.poll(() => countWaiting(api)).toBe(looks.length);
      await tx.update(checkouts).set({ state: 'paid' }).where(eq(checkouts.code, code));
      await tx.update(cardAttempts).set({ state: 'paid' }).where(eq(cardAttempts.code, code));
    });
    for (const row of await Promise.all(looks))
      expect(row?.card?.state).toBe(row?.state === 'paid' ? 'paid' : 'waiting');
  });

  test('a higher sum pays what was asked and keeps what was charged, a lower one is taken as it is', async () => {
    const code = await buySeats(api, buyer.token);
    api.standIn.behaviour = { chargePercent: 10 };
    await tell(decide(await begin(code)));
    expect(await seen(code)).toMatchObject({ state: 'paid', paid: 650, payments: [{ amount: 650, charged: 715 }] });
    expect(await refundsOf(code)).toEqual([]);
    const other = await buySeats(api, buyer.token);
    api.standIn.behaviour = { chargePercent: -40 };
    await tell(decide(await begin(other)));
    expect(await seen(other)).toMatchObject({ state: 'open', open: 260, payments: [{ amount: 390, charged: 390 }] });
    expect(await readMoneyMails(api)).toEqual(['order_paid', 'payment_partial']);
  });

  test('two attempts both paid are two payments, and the second makes a refund task that goes to its card', async () => {
    const code = await buySeats(api, buyer.token);
    const [first, second] = [await begin(code), await begin(code)];
    await Promise.all([tell(decide(first)), tell(decide(second))]);
    const checkout = await seen(code);
    expect(checkout).toMatchObject({ state: 'paid', paid: 1300, payments: [{ amount: 650 }, { amount: 650 }] });
    const [task, ...rest] = await refundsOf(code);
    expect([task, rest]).toMatchObject([{ amount: 650, state: 'asked', problem: null, card: true }, []]);
    expect(await readMoneyMails(api)).toEqual(['order_paid', 'order_paid']);
    expect((await tellRefund(task?.id as string)).body).toMatchObject({ state: 'done', problem: null });
    expect(await seen(code)).toMatchObject({ state: 'paid', refunded: 650 });
    const repaid = [...api.standIn[provider].payments.values()].filter(({ sent, refunds }) => {
      const own = provider === 'paytr' ? JSON.stringify(sent.basket) : String(sent.basketId);
      return own.includes(code) && refunds.length;
    });
    expect(repaid.map(({ refunds }) => refunds.map(({ kurus }) => kurus))).toEqual([[65_000]]);
  });

  test('a refused card leaves the order open, and another try pays it; a paid attempt stays paid', async () => {
    const code = await buySeats(api, buyer.token);
    const first = await begin(code);
    await tell(decide(first, 'failed'));
    expect(await mine(code)).toMatchObject({ state: 'open', card: { state: 'failed' } });
    const paid = decide(await begin(code));
    expect(await mine(code)).toMatchObject({ card: { state: 'waiting' } });
    await tell(paid);
    await tell({ ...paid, state: 'failed' });
    expect(await mine(code)).toMatchObject({ state: 'paid', card: { state: 'paid' } });
    // The same page, after a refusal, with another card: money that came is booked.
    await tell(decide(first));
    expect(await seen(code)).toMatchObject({ paid: 1300 });

    const left = await buySeats(api, buyer.token);
    await tell(decide(await begin(left), 'failed'));
    const { cards } = api.ctx;
    api.ctx.cards = undefined;
    expect(await mine(left)).toMatchObject({ state: 'open', card: null });
    api.ctx.cards = cards;
    api.advance(25 * 60 * minuteMs);
    await askAfterAttempts(api.ctx);
    expect(await mine(left)).toMatchObject({ state: 'open', card: null });
  });

  test('a buyer who closes the browser after paying, and a notice that is lost, are found after two minutes', async () => {
    const code = await buySeats(api, buyer.token);
    decide(await begin(code));
    api.advance(2 * minuteMs);
    await askAfterAttempts(api.ctx);
    expect([(await mine(code)).state, await readMoneyMails(api)]).toEqual(['paid', ['order_paid']]);
  });

  test('an attempt nobody told of is asked after at 2, 10 and 30 minutes and then hourly for a day', async () => {
    const code = await buySeats(api, buyer.token);
    const name = await begin(code);
    const asked = async () => {
      const before = api.standIn.requests.length;
      await askAfterAttempts(api.ctx);
      return api.standIn.requests.length - before;
    };
    expect(await asked()).toBe(0);
    for (const minutes of [2, 8, 20, 60]) {
      api.advance(minutes * minuteMs);
      expect([minutes, await asked(), await asked()]).toEqual([minutes, 1, 0]);
    }
    api.standIn.behaviour = { status: 502 };
    api.advance(60 * minuteMs);
    expect(await asked()).toBe(1);
    expect(await mine(code)).toMatchObject({ state: 'open', card: null });
    api.standIn.behaviour = {};
    decide(name);
    api.advance(60 * minuteMs);
    await asked();
    expect([(await mine(code)).state, await readMoneyMails(api)]).toEqual(['paid', ['order_paid']]);
    const late = await begin(await buySeats(api, buyer.token));
    api.advance(25 * 60 * minuteMs);
    expect([await asked(), await asked()]).toEqual([1, 0]);
    expect(late).not.toBe('');
  });

  test('after a standstill of days the service is asked before the seats of an attempt are released', async () => {
    const product = await addProduct(api.ctx, { stock: 1 });
    const code = await buySeats(api, buyer.token, product);
    decide(await begin(code));
    api.advance(3 * 24 * 60 * minuteMs);
    await release(code);
    expect(await readStock(api.ctx, product)).toBe(0);
    // The product is up before the network is.
    api.standIn.behaviour = { status: 502 };
    await askAfterAttempts(api.ctx);
    await release(code);
    expect(await readStock(api.ctx, product)).toBe(0);
    api.standIn.behaviour = {};
    await askAfterAttempts(api.ctx);
    ({ token: admin } = await api.signUp({ role: 'admin' }));
    expect(await seen(code)).toMatchObject({ state: 'paid', paid: 650, open: 0 });
    await release(code);
    expect(await readStock(api.ctx, product)).toBe(0);
  });

  test('an attempt holds the seats for 15 minutes against the clock, not against a release by hand', async () => {
    const product = await addProduct(api.ctx, { stock: 1 });
    const code = await buySeats(api, buyer.token, product);
    const name = await begin(code);
    await release(code);
    expect([(await mine(code)).state, await readStock(api.ctx, product)]).toEqual(['open', 0]);
    api.advance(16 * minuteMs);
    await askAfterAttempts(api.ctx);
    await release(code);
    expect([(await mine(code)).state, await readStock(api.ctx, product)]).toEqual(['released', 1]);
    // Paid late: the seat is still there and is taken again.
    await tell(decide(name));
    expect([(await mine(code)).state, await readStock(api.ctx, product)]).toEqual(['paid', 0]);

    const other = await addProduct(api.ctx, { stock: 1 });
    const lost = await buySeats(api, buyer.token, other);
    const lostName = await begin(lost);
    expect((await releaseCheckout(api, { token: admin }, lost)).status).toBe(200);
    await buySeats(api, (await api.signUp()).token, other);
    await tell(decide(lostName));
    expect(await seen(lost)).toMatchObject({ state: 'released', paid: 650 });
    expect(await refundsOf(lost)).toMatchObject([{ amount: 650, state: 'asked', card: true }]);
  });

  test('a payment that takes released seats again pays them, whatever of an earlier one goes back', async () => {
    const product = await addProduct(api.ctx, { stock: 1 });
    const code = await buySeats(api, buyer.token, product);
    const [first, second] = [await begin(code), await begin(code)];
    const releaseByHand = (one: string) => releaseCheckout(api, { token: admin }, one);
    await releaseByHand(code);
    const other = await buySeats(api, (await api.signUp()).token, product);
    await tell(decide(first));
    expect(await seen(code)).toMatchObject({ state: 'released', paid: 650 });
    await releaseByHand(other);
    await tell(decide(second));
    expect(await seen(code)).toMatchObject({ state: 'paid', paid: 1300, open: 0 });
    expect(await refundsOf(code)).toMatchObject([{ amount: 650, state: 'asked', reason: 'Ödeme geldi, yer kalmadı' }]);
  });

  test('a service that is down, silent, refuses or answers nonsense is 503, and the order stays as it was', async () => {
    const code = await buySeats(api, buyer.token);
    const before = await mine(code);
    for (const behaviour of [{ status: 500 }, { garbage: true }, { status: 403 }]) {
      api.standIn.behaviour = behaviour;
      const { status, body } = await beginCard(api, buyer.token, code);
      expect([status, body.code]).toEqual([503, 'provider_unavailable']);
    }
    expect(await mine(code)).toEqual(before);
    await release(code);
    expect((await mine(code)).state).toBe('released');
  });

  test('a refund tells the service before it answers; refused it stays asked with words, and is tried again', async () => {
    const code = await buySeats(api, buyer.token);
    const payment = decide(await begin(code));
    await tell(payment);
    api.standIn.behaviour = { refusesRefunds: true };
    const { status, body: refused } = await askRefund(code, 100);
    expect([status, refused.state, refused.card]).toEqual([201, 'asked', true]);
    expect(refused.problem).toMatch(/kabul etmedi/);
    expect(refused.unheard).toBe(false);
    api.standIn.behaviour = {};
    const both = await Promise.all([tellRefund(refused.id), tellRefund(refused.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(payment.refunds.map(({ kurus }) => kurus)).toEqual([10_000]);
    expect((await askRefund(code, 550)).body).toMatchObject({ state: 'done', problem: null, card: false });
    expect((await askRefund(code, 1)).status).toBe(409);
    expect(await readMoneyMails(api)).toEqual(['order_paid', 'refund_done', 'refund_done']);
    expect(await seen(code)).toMatchObject({ state: 'paid', refunded: 650 });
  });

  test('a refund whose answer was lost is found at the service, and paid back once', async () => {
    const { code, given } = await pay();
    api.standIn.behaviour = { losesAnswers: true };
    const { body: unheard } = await askRefund(code, 100);
    expect(unheard).toMatchObject({ state: 'asked', unheard: true, card: true });
    expect(unheard.problem).toMatch(/yanıt vermedi/);
    expect((await tellRefund(unheard.id)).body).toMatchObject({ state: 'asked', unheard: true });
    api.standIn.behaviour = {};
    const both = await Promise.all([tellRefund(unheard.id), tellRefund(unheard.id)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await seen(code)).toMatchObject({ refunded: 100, refunds: [{ state: 'done' }] });
    expect(given()).toEqual([10_000]);
    expect(await readMoneyMails(api)).toEqual(['order_paid', 'refund_done']);
  });

  test('a refund asked for again with its key goes on with the first task, wherever that stopped', async () => {
    const { code, given } = await pay();
    // Told, and the answer lost: the same press asks the service first.
    api.standIn.behaviour = { losesAnswers: true };
    const { body: unheard } = await askRefund(code, 100, 'ilk');
    api.standIn.behaviour = {};
    expect((await askRefund(code, 100, 'ilk')).body).toMatchObject({ id: unheard.id, state: 'done' });
    expect((await askRefund(code, 100, 'ilk')).body).toMatchObject({ id: unheard.id, state: 'done' });
    expect((await askRefund(code, 120, 'ilk')).body.code).toBe('idempotency_mismatch');
    expect(given()).toEqual([10_000]);

    // Killed before the service was told.
    let transactions = 0;
    const transaction: typeof api.ctx.db.transaction = (...work) => {
      transactions += 1;
      if (transactions > 1) throw new Error('killed');
      return api.ctx.db.transaction(...work);
    };
    const db = new Proxy(api.ctx.db, {
      get: (target, name) => (name === 'transaction' ? transaction : Reflect.get(target, name)),
    });
    const body = { amount: 50, reason: 'Rica' };
    const call = 'POST /api/admin/checkouts/:code/refunds';
    const request = toRequest(adminId, () => 'ikinci', [code, body], call);
    await expect(requestRefund({ ...api.ctx, db }, adminId, code, body, request)).rejects.toThrow('killed');
    expect([(await refundsOf(code)).map(({ state }) => state).sort(), given()]).toEqual([['asked', 'done'], [10_000]]);
    const endRetry = await hold(() => askRefund(code, 50, 'ikinci'));
    // While the service is being told, another press leaves it to that one.
    expect((await askRefund(code, 50, 'ikinci')).body).toMatchObject({ state: 'asked', unheard: true });
    expect((await endRetry()).body).toMatchObject({ state: 'done' });
    expect(given()).toEqual([10_000, 5_000]);
    expect(await seen(code)).toMatchObject({ refunded: 150, refunds: [{ state: 'done' }, { state: 'done' }] });
    expect(await readMoneyMails(api)).toEqual(['order_paid', 'refund_done', 'refund_done']);
  });

  test('while a card may have been paid back, neither its payment is voided nor its line taken back', async () => {
    const { code, given } = await pay();
    await setStatus(code, 'cancelled');
    const id = await taskOf(code);
    const endTelling = await hold(() => tellRefund(id), { losesAnswers: true });
    const refuse = async () => {
      for (const { status, body } of [await setStatus(code, 'reserved'), await voidPayment(code)]) {
        expect([status, body.code]).toEqual([409, 'conflict']);
        expect(body.message).toMatch(/iade/);
      }
    };
    await refuse();
    expect((await endTelling()).body).toMatchObject({ state: 'asked', unheard: true });
    await refuse();
    expect(await refundsOf(code)).toMatchObject([{ id, state: 'asked' }]);
    api.standIn.behaviour = {};
    expect((await tellRefund(id)).body.state).toBe('done');
    await refuse();
    expect([given(), (await seen(code))?.state]).toEqual([[65_000], 'cancelled']);
    // A task that the service surely did not carry out falls with its payment.
    const other = await pay();
    await setStatus(other.code, 'cancelled');
    const refused = await taskOf(other.code);
    api.standIn.behaviour = { refusesRefunds: true };
    expect((await tellRefund(refused)).body).toMatchObject({ state: 'asked', unheard: false });
    expect((await voidPayment(other.code)).status).toBe(200);
    expect(await refundsOf(other.code)).toMatchObject([{ state: 'void' }]);
  });

  test('a payment recorded by mistake and voided leaves a card that paid as much as it must pay', async () => {
    const code = await buySeats(api, buyer.token);
    const name = await begin(code);
    await recordPayment(api, { token: admin }, code, 650);
    await tell(decide(name));
    expect(await refundsOf(code)).toMatchObject([{ amount: 650, state: 'asked' }]);
    expect((await voidPayment(code)).body).toMatchObject({ state: 'paid', paid: 650, open: 0 });
    expect(await refundsOf(code)).toMatchObject([{ amount: 650, state: 'void' }]);
    const voided = await readMailText('payment_voided');
    expect(voided).not.toContain('Ödenecek');
    expect(voided).toContain('650\u00a0₺ iade yapılmayacak');
  });

  test('of two payments one is voided: what is still too much goes back, what is on its way is a conflict', async () => {
    const code = await buySeats(api, buyer.token);
    const name = await begin(code);
    await recordPayment(api, { token: admin }, code, 200);
    await recordPayment(api, { token: admin }, code, 100);
    await tell(decide(name));
    expect(await refundsOf(code)).toMatchObject([{ amount: 300, state: 'asked' }]);
    api.standIn.behaviour = { losesAnswers: true };
    await tellRefund(await taskOf(code));
    expect((await voidPayment(code)).body.code).toBe('conflict');
    expect(await seen(code)).toMatchObject({ state: 'paid', paid: 950, payments: [{ voided: false }, {}, {}] });
    api.standIn.behaviour = {};
    const other = await buySeats(api, buyer.token);
    const attempt = await begin(other);
    await recordPayment(api, { token: admin }, other, 200);
    await recordPayment(api, { token: admin }, other, 100);
    await tell(decide(attempt));
    expect((await voidPayment(other)).body).toMatchObject({ state: 'paid', paid: 750, open: 0 });
    expect(await refundsOf(other)).toMatchObject([{ amount: 100, state: 'asked', card: true }]);
    expect((await tellRefund(await taskOf(other))).body).toMatchObject({ amount: 100, state: 'done' });
  });

  test('a line marked as paid by mistake cannot be unmarked where a card paid it meanwhile', async () => {
    const code = await buySeats(api, buyer.token);
    const name = await begin(code);
    await setStatus(code, 'paid');
    await tell(decide(name));
    expect((await setStatus(code, 'reserved')).body.code).toBe('conflict');
    expect(await seen(code)).toMatchObject({ state: 'paid', open: 0 });
    expect((await voidPayment(code)).body).toMatchObject({ state: 'paid', paid: 650, open: 0 });
  });

  test('a slow retry keeps its claim for both questions it asks, 15 seconds each', async () => {
    const { code, given } = await pay();
    api.standIn.behaviour = { status: 502 };
    const { body: unheard } = await askRefund(code, 100);
    api.advance(11 * minuteMs);
    const endRetry = await hold(() => tellRefund(unheard.id));
    api.advance(30_000);
    expect((await tellRefund(unheard.id)).status).toBe(409);
    expect((await endRetry()).body).toMatchObject({ state: 'done' });
    expect(given()).toEqual([10_000]);
  });

  test('a refund the service does not list is sent again once its list must be complete', async () => {
    const { code, given } = await pay();
    api.standIn.behaviour = { status: 502 };
    const { body: unheard } = await askRefund(code, 100);
    api.standIn.behaviour = {};
    const { body: early } = await tellRefund(unheard.id);
    expect([early.state, early.unheard, given()]).toEqual(['asked', true, []]);
    expect(early.problem).toMatch(/henüz yok/);
    // A refusal in between changes nothing about what the first try may have done.
    api.standIn.behaviour = { wrongHash: true, status: 500 };
    expect((await tellRefund(unheard.id)).body.unheard).toBe(true);
    api.standIn.behaviour = {};
    api.advance(11 * minuteMs);
    expect((await tellRefund(unheard.id)).body).toMatchObject({ state: 'done', problem: null, unheard: false });
    expect(given()).toEqual([10_000]);
  });

  test('a refund of which the service tells nothing waits for somebody who looked in its panel', async () => {
    const { code, payment, given } = await pay();
    api.standIn.behaviour = { losesAnswers: true };
    const { body: unheard } = await askRefund(code, 100);
    // What iyzico does without a permission for its reports, and PayTR about a payment it does not find.
    api.standIn.behaviour = { hidesReports: true };
    if (provider === 'paytr') payment.state = 'open';
    api.advance(60 * minuteMs);
    const { body: unknown } = await tellRefund(unheard.id);
    expect([unknown.state, unknown.unheard, given()]).toEqual(['asked', true, [10_000]]);
    expect(unknown.problem).toMatch(/panelinde bakın/);
    payment.state = 'paid';
    payment.refunds = [];
    expect((await tellRefund(unheard.id, true)).body).toMatchObject({ state: 'done', unheard: false });
    expect(given()).toEqual([10_000]);
    api.standIn.behaviour = { losesAnswers: true };
    const { body: other } = await askRefund(code, 50);
    const params = { id: other.id };
    const settled = await api.send('PATCH /api/admin/refunds/:id', { token: admin, params, body: { state: 'sent' } });
    expect(settled.body).toMatchObject({ state: 'sent', card: false, unheard: false });
  });

  test('a service that cannot be reached heard nothing: one more press tells it', async () => {
    const { code, given } = await pay();
    const { cards } = api.ctx;
    api.ctx.cards = openCardProvider({ ...api.ctx.env.cards, url: `http://127.0.0.1:${await freePort()}` } as CardEnv);
    const { body: unreached } = await askRefund(code, 100);
    api.ctx.cards = cards;
    expect(unreached).toMatchObject({ state: 'asked', unheard: false, problem: expect.stringMatching(/ulaşılamadı/) });
    expect((await tellRefund(unreached.id)).body).toMatchObject({ state: 'done', problem: null });
    expect(given()).toEqual([10_000]);
  });

  test('a refund of what came by transfer stays a task', async () => {
    const code = await buySeats(api, buyer.token);
    await recordPayment(api, { token: admin }, code, 650);
    const { body: refund } = await askRefund(code, 650);
    expect(refund).toMatchObject({ state: 'asked', problem: null, card: false });
    expect((await tellRefund(refund.id)).status).toBe(409);
  });

  test('a task whose card service is not set up any more says so, and is moved on by hand', async () => {
    const { code } = await pay();
    await setStatus(code, 'cancelled');
    const readWithout = async () => {
      const { rows } = await listRefunds({ ...api.ctx, cards: undefined }, {});
      return rows.find((row) => row.code === code);
    };
    const name = provider === 'paytr' ? 'PayTR' : 'iyzico';
    expect(await readWithout()).toMatchObject({ state: 'asked', card: false, problem: expect.stringContaining(name) });
    expect(await refundsOf(code)).toMatchObject([{ state: 'asked', card: true, problem: null }]);
    const settle = (state: string) =>
      api.send('PATCH /api/admin/refunds/:id', { token: admin, params, body: { state } });
    const params = { id: await taskOf(code) };
    expect((await settle('sent')).body.problem).toBe(null);
    expect((await settle('done')).body).toMatchObject({ state: 'done', problem: null });
    expect(await readWithout()).toMatchObject({ state: 'done', problem: null });
  });

  test('a task that only several payments cover together says why no card gets it', async () => {
    const code = await buySeats(api, buyer.token);
    const names = [await begin(code), await begin(code)];
    api.standIn.behaviour = { chargePercent: -50 };
    for (const name of names) await tell(decide(name));
    expect(await seen(code)).toMatchObject({ state: 'paid', paid: 650 });
    const { body: refund } = await askRefund(code, 400);
    expect(refund).toMatchObject({ state: 'asked', card: false, problem: expect.stringContaining('tek bir kart') });
    expect((await tellRefund(refund.id)).status).toBe(409);
    expect(await refundsOf(code)).toMatchObject([{ card: false, problem: refund.problem }]);
  });

  test('what was recorded by hand meanwhile is not booked twice', async () => {
    const code = await buySeats(api, buyer.token);
    const payment = decide(await begin(code));
    await recordPayment(api, { token: admin }, code, 650, { method: 'card', external_ref: payment.ref });
    await tell(payment);
    expect((await seen(code))?.payments).toHaveLength(1);
    expect(await readMoneyMails(api)).toEqual(['order_paid']);
  });

  test('what was recorded by hand for another order by mistake is booked for its own, which names that one', async () => {
    const [code, other] = [await buySeats(api, buyer.token), await buySeats(api, buyer.token)];
    const payment = decide(await begin(code));
    await recordPayment(api, { token: admin }, other, 650, { method: 'card', external_ref: payment.ref });
    await tell(payment);
    expect(await seen(code)).toMatchObject({
      state: 'paid',
      payments: [{ amount: 650, method: 'card', provider, external_ref: null, note: expect.stringContaining(other) }],
    });
  });
});

describe('notices of PayTR', () => {
  let api: CardApi;
  let buyer: { token: string };
  beforeAll(async () => {
    api = await openCardApi('paytr', { NOTICE_EMAIL: 'merkez@ornek.com' });
    buyer = await api.signUp();
  });
  const send = (body: string, headers: Record<string, string> = form) =>
    api.send('POST /api/payments/paytr', { body, headers });

  test('the answer is the bare text OK; a tampered notice is 400 and writes nothing', async () => {
    const code = await buySeats(api, buyer.token);
    const { paytr } = api.standIn;
    const name = await beginName(api, buyer.token, code);
    const payment = paytr.decide(name, 'paid');
    const other = await beginName(api, buyer.token, await buySeats(api, buyer.token));
    const tampered = [
      paytr.toNotice(payment, { total_amount: '65001' }),
      paytr.toNotice(payment, { merchant_oid: other }),
      paytr.toNotice(payment, { status: 'failed' }),
      paytr.toNotice(payment, { hash: '' }),
      paytr.toNotice(payment, { hash: 'ş'.repeat(44) }),
      '',
      'merchant_oid',
    ];
    const before = await dumpDatabase(api.ctx);
    for (const body of tampered) expect([body, (await send(body)).status]).toEqual([body, 400]);
    const otherSalt = createHmac('sha256', paytrKeys.key).update(`${name}baskaTuzsuccess65000`).digest('base64');
    expect((await send(paytr.toNotice(payment, { hash: otherSalt }))).status).toBe(400);
    expect((await send(JSON.stringify({ merchant_oid: name }), { 'content-type': 'application/json' })).status).toBe(
      400,
    );
    api.standIn.behaviour = { wrongHash: true };
    expect((await send(paytr.toNotice(payment))).status).toBe(400);
    api.standIn.behaviour = {};
    expect(await dumpDatabase(api.ctx)).toBe(before);
    const { status, text, headers } = await send(paytr.toNotice(payment));
    expect([status, text, headers.get('content-type')]).toEqual([200, 'OK', 'text/plain; charset=utf-8']);
    // Fields outside the hash say nothing.
    expect((await send(paytr.toNotice(payment, { failed_reason_msg: 'x', payment_type: 'eft' }))).text).toBe('OK');
    // Nor does a text whose digits went from the amount to the status, which has the same hash.
    const again = await beginName(api, buyer.token, await buySeats(api, buyer.token));
    const moved = paytr.toNotice(paytr.decide(again, 'paid'), { status: 'success65000', total_amount: '' });
    expect((await send(moved)).text).toBe('OK');
    expect((await readAttemptRows(api)).at(-1)?.state).toBe('open');
  });

  test('an unknown attempt is answered OK and makes one task for the practice, no payment', async () => {
    const { token } = await api.signUp({ role: 'admin' });
    const stray = { name: 'BASKA123', kurus: 4200, charged: 4200, ref: '', token: '', refunds: [], sent: {} };
    const notice = api.standIn.paytr.toNotice({ ...stray, state: 'paid' });
    const answers = await Promise.all([send(notice), send(notice), send(notice)]);
    expect(answers.map(({ text }) => text)).toEqual(['OK', 'OK', 'OK']);
    // A name that no service gives, and no database takes.
    const odd = await send(api.standIn.paytr.toNotice({ ...stray, name: 'TUHAF\u0000456', state: 'paid' }));
    expect([odd.status, odd.text]).toEqual([200, 'OK']);
    const tasks = (await api.send('GET /api/admin/refunds', { token })).body.filter(({ code }) => code === 'BASKA123');
    expect(tasks).toMatchObject([{ amount: 42, state: 'asked', card: false, buyer_name: null }]);
    const params = { id: tasks[0]?.id as string };
    for (const state of ['sent', 'done'])
      expect((await api.send('PATCH /api/admin/refunds/:id', { token, params, body: { state } })).body.state).toBe(
        state,
      );
    expect((await api.send('GET /api/admin/checkouts', { token, query: { search: 'BASKA123' } })).body).toEqual([]);
  });
});

describe('browsers that come back from iyzico', () => {
  let api: CardApi;
  let buyer: { token: string };
  beforeAll(async () => {
    api = await openCardApi('iyzico');
    buyer = await api.signUp();
  });
  const comeBack = async (token: string) => {
    const body = new URLSearchParams({ token }).toString();
    const { status, headers } = await api.send('POST /api/payments/iyzico/return', { body, headers: form });
    return [status, headers.get('location')];
  };

  test('lead to the order of their token, paid where iyzico says so with its signature', async () => {
    const code = await buySeats(api, buyer.token);
    const token = await beginName(api, buyer.token, code);
    const state = async () =>
      (await api.send('GET /api/my-checkouts/:code', { token: buyer.token, params: { code } })).body.state;
    // A browser that comes back before anything was paid proves nothing.
    expect([await comeBack(token), await state()]).toEqual([[303, `/orders?code=${code}`], 'open']);
    api.standIn.iyzico.decide(token, 'paid');
    api.standIn.behaviour = { wrongHash: true };
    expect([await comeBack(token), await state()]).toEqual([[303, `/orders?code=${code}`], 'open']);
    api.standIn.behaviour = { status: 500 };
    expect([await comeBack(token), await state()]).toEqual([[303, `/orders?code=${code}`], 'open']);
    api.standIn.behaviour = {};
    expect([await comeBack(token), await state()]).toEqual([[303, `/orders?code=${code}`], 'paid']);
  });

  test.each(['', 'baska-token', '\u0000', 'x'.repeat(5000)])(
    'a token nobody gave leads to the orders',
    async (token) => {
      const before = await readAttemptRows(api);
      expect(await comeBack(token)).toEqual([303, '/orders']);
      const body = { token };
      expect((await api.send('POST /api/payments/iyzico/notice', { body })).status).toBe(200);
      expect((await api.send('POST /api/payments/iyzico/return', {})).headers.get('location')).toBe('/orders');
      expect(await readAttemptRows(api)).toEqual(before);
    },
  );
});

test('whoever has the token of an attempt has iyzico asked 30 times an hour; the rest is asked after', async () => {
  const api = await openCardApi('iyzico', { RATE_LIMIT_FACTOR: '1' });
  const buyer = await api.signUp();
  const code = await buySeats(api, buyer.token);
  const token = await beginName(api, buyer.token, code);
  const come = () =>
    api.app.request('/api/payments/iyzico/return', { method: 'POST', headers: form, body: `token=${token}` });
  const asked = () => api.standIn.requests.filter((path) => path.endsWith('/detail')).length;
  const answers = await Promise.all(Array.from({ length: 40 }, come));
  expect(new Set(answers.map(({ headers }) => headers.get('location')))).toEqual(new Set([`/orders?code=${code}`]));
  expect(asked()).toBe(30);
  api.standIn.iyzico.decide(token, 'paid');
  api.advance(3 * minuteMs);
  await askAfterAttempts(api.ctx);
  expect((await readCheckout(api, buyer, code)).state).toBe('paid');
  api.advance(60 * minuteMs);
  await come();
  // One that is paid stays so: nothing is to be asked.
  expect(asked()).toBe(31);
});
