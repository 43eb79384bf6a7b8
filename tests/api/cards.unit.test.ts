import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nextAsk, readServiceRef, serviceRef } from '../../src/api/cards/attempts.service.ts';
import { createIyzico, formatPrice, toSigned } from '../../src/api/cards/iyzico.ts';
import { createPaytr } from '../../src/api/cards/paytr.ts';
import { type CardProvider, type CardRequest, CardServiceError, readKurus } from '../../src/api/cards/provider.ts';
import { minuteMs } from '../../src/shared/time.ts';
import { isSignedRequest, iyzicoKeys } from '../cards/iyzicoStandIn.ts';
import { paytrKeys } from '../cards/paytrStandIn.ts';
import { type CardStandIn, openCardStandIn } from '../cards/standIn.ts';
import official from '../fixtures/iyzipay-2.0.69.json' with { type: 'json' };
import { freePort } from '../load/ports.ts';

test('an attempt is asked after at 2, 10 and 30 minutes, then hourly, for a day', () => {
  const opened = new Date('2026-11-22T12:00:00Z');
  const minutes: number[] = [];
  for (let at: Date | null = nextAsk(opened, opened); at; at = nextAsk(opened, at))
    minutes.push((at.getTime() - opened.getTime()) / minuteMs);
  expect(minutes.slice(0, 5)).toEqual([2, 10, 30, 90, 150]);
  expect([minutes.length, minutes.at(-1)]).toEqual([26, 1410]);
  // A product that was switched off does not catch up on what it missed.
  expect(nextAsk(opened, new Date(opened.getTime() + 5 * 60 * minuteMs))?.getTime()).toBe(
    opened.getTime() + 330 * minuteMs,
  );
});

test('an attempt is named by letters and digits, and what is no such name names none', () => {
  const id = crypto.randomUUID();
  expect(serviceRef({ id })).toMatch(/^[0-9a-f]{32}$/);
  expect(readServiceRef(serviceRef({ id }))).toBe(id);
  for (const name of ['', 'x', id, `${serviceRef({ id })}0`, serviceRef({ id }).toUpperCase()])
    expect(readServiceRef(name)).toBe(undefined);
});

test('sums are read to the kuruş, and nothing else is read as one', () => {
  expect(['10', '10.5', '650.50', 715.55, '0.29', '650.00000000'].map(readKurus)).toEqual([
    1000, 1050, 65050, 71555, 29, 65000,
  ]);
  for (const odd of ['', '-1', '1e3', '1,5', 'NaN', undefined, null, '99999999', {}])
    expect(readKurus(odd)).toBe(undefined);
});

describe("iyzico's official client 2.0.69, whose requests and signatures are in the fixture", () => {
  test('signs as the stand-in demands, bit by bit', () => {
    for (const request of official.requests) {
      expect(isSignedRequest(request, official.keys)).toBe(true);
      for (const changed of [
        { ...request, body: request.body.replace(/.$/, ' }') },
        { ...request, path: `${request.path}/` },
        { ...request, headers: { ...request.headers, 'x-iyzi-rnd': `${request.headers['x-iyzi-rnd']}1` } },
        {
          ...request,
          headers: { ...request.headers, authorization: `${request.headers.authorization.slice(0, -3)}AAA` },
        },
      ])
        expect(isSignedRequest(changed, official.keys)).toBe(false);
      expect(isSignedRequest(request, { ...official.keys, secretKey: 'baska' })).toBe(false);
    }
  });

  test('writes and signs prices as we do', () => {
    for (const [price, written] of official.prices) expect(formatPrice(Math.round(Number(price) * 100))).toBe(written);
    expect(['10.0', '10.50', 10, 715.55].map(toSigned)).toEqual(['10', '10.5', '10', '715.55']);
  });
});

describe('our clients', () => {
  let standIn: CardStandIn;
  beforeAll(async () => {
    standIn = await openCardStandIn();
  });
  afterAll(() => standIn.close());

  const request = (number: number): CardRequest => ({
    attempt: `${number}`.padStart(32, '0'),
    code: `S${number}`,
    kurus: 100 + number,
    buyer: { name: `Ad${number}`, surname: 'Soyad', email: `kisi${number}@ornek.com`, phone: null },
    ip: '2001:db8::1',
    ordersUrl: `http://site.test/orders?code=S${number}`,
    returnUrl: 'http://site.test/api/payments/iyzico/return',
  });
  const iyzico = (change = {}, timeoutMs?: number) =>
    createIyzico({ url: standIn.url, ...iyzicoKeys, ...change }, timeoutMs);
  const paytr = (change = {}, timeoutMs?: number) =>
    createPaytr({ url: standIn.url, ...paytrKeys, ...change }, timeoutMs);

  /** Begins many payments at once, and names those that reached the service with parts of another one. */
  async function findMixed(provider: CardProvider, count: number): Promise<string[]> {
    const { payments } = standIn[provider.name];
    payments.clear();
    await Promise.all(Array.from({ length: count }, (_, number) => provider.begin(request(number))));
    const sent = [...payments.values()].map(({ name, kurus, sent: fields }) => ({
      name,
      kurus,
      text: JSON.stringify(fields),
    }));
    return Array.from({ length: count }, (_, number) => request(number))
      .filter(({ attempt, code, kurus, buyer }) => {
        const own = sent.filter(({ name }) => name === attempt);
        const isWhole =
          own[0]?.kurus === kurus && own[0].text.includes(`${code}"`) && own[0].text.includes(buyer.email);
        return own.length !== 1 || !isWhole;
      })
      .map(({ attempt }) => attempt);
  }

  test('500 begins at once never mix baskets', { timeout: 60_000 }, async () => {
    for (const provider of [iyzico(), paytr()]) expect(await findMixed(provider, 500)).toEqual([]);
  });

  test('a client that keeps its request where all calls find it mixes them, so the test can fail', async () => {
    const right = iyzico();
    let shared: CardRequest;
    const begin = async (own: CardRequest) => {
      shared = own;
      await Promise.resolve();
      return right.begin(shared);
    };
    expect((await findMixed({ ...right, begin }, 20)).length).toBeGreaterThan(0);
  });

  test.each([
    ['an iyzico secret that was rotated', () => iyzico({ secretKey: 'sandbox-gizlj' })],
    ['a PayTR key that was rotated', () => paytr({ key: 'pAyTrGizliAnahtas' })],
    ['a PayTR salt that was rotated', () => paytr({ salt: 'pAyTrGizliTux' })],
    ['a PayTR merchant that is another', () => paytr({ merchantId: '123457' })],
  ])('%s is refused, and no message names a key', async (name, open) => {
    const provider = open();
    const refusals = [provider.begin(request(1000)), provider.check(), provider.refund({ ref: 'x' }, 100, 'r')];
    for (const [index, refusal] of (await Promise.allSettled(refusals)).entries()) {
      // PayTR has no payment of another merchant's to ask about.
      if (refusal.status === 'fulfilled') {
        expect([name, index]).toEqual(['a PayTR merchant that is another', 1]);
        continue;
      }
      expect(refusal.reason).toBeInstanceOf(CardServiceError);
      expect(refusal.reason.kind).toBe('refused');
      expect(refusal.reason.message).not.toMatch(/gizli|anahta/i);
    }
    await expect(provider.begin(request(1001))).rejects.toMatchObject({ kind: 'refused' });
  });

  test('a service that is silent, gone, leads elsewhere or talks nonsense is unavailable', async () => {
    const calls = (provider: CardProvider) => [
      provider.begin(request(2000)),
      provider.ask({ attempt: '1', code: 'S1', token: 'x' }),
      provider.refund({ ref: 'x' }, 100, 'r'),
    ];
    for (const behaviour of [{ delayMs: 400 }, { status: 503 }, { status: 302 }, { garbage: true }]) {
      standIn.behaviour = behaviour;
      for (const provider of [iyzico({}, 100), paytr({}, 100)])
        for (const answer of await Promise.allSettled(calls(provider)))
          expect(answer).toMatchObject({ status: 'rejected', reason: { kind: 'unavailable' } });
    }
    standIn.behaviour = {};
    await expect(paytr({ url: `http://127.0.0.1:${await freePort()}` }).check()).rejects.toMatchObject({
      kind: 'unreachable',
    });
  });

  test('what PayTR writes with a comma is read to the kuruş, paid and paid back', async () => {
    const provider = paytr();
    const { attempt, code } = request(3100);
    const { token } = await provider.begin({ ...request(3100), kurus: 65_050 });
    const payment = standIn.paytr.decide(attempt, 'paid');
    expect(await provider.ask({ attempt, code, token })).toEqual({ state: 'paid', kurus: 65_050, ref: attempt });
    const find = (repaid: number[], key = 'first') => provider.findRefund({ ref: attempt, repaid }, 1050, key);
    expect(await find([])).toBe('absent');
    payment.refunds.push({ kurus: 1050, key: 'first' });
    expect([await find([]), await find([], 'other')]).toEqual(['done', 'absent']);
    // A refund that PayTR lists without our number counts unless another one explains it.
    payment.refunds = [{ kurus: 1050, key: '' }];
    expect([await find([]), await find([1050]), await find([500])]).toEqual(['done', 'absent', 'done']);
    // Of a payment that it does not have nothing is known.
    expect(await provider.findRefund({ ref: 'x', repaid: [] }, 1050, 'first')).toBe('unknown');
  });

  test('what PayTR charged with instalments is what it is asked for, not what was ordered', async () => {
    const provider = paytr();
    const { attempt, code } = request(3500);
    const { token } = await provider.begin({ ...request(3500), kurus: 65_000 });
    standIn.behaviour = { chargePercent: 10 };
    standIn.paytr.decide(attempt, 'paid');
    standIn.behaviour = {};
    expect(await provider.ask({ attempt, code, token })).toMatchObject({ state: 'paid', kurus: 71_500 });
  });

  test("iyzico's answers are believed with its signature over this attempt alone", async () => {
    const provider = iyzico();
    const own = request(3000);
    const { token } = await provider.begin(own);
    const known = { attempt: own.attempt, code: own.code, token };
    expect(await provider.ask(known)).toEqual({ state: 'pending' });
    standIn.iyzico.decide(token, 'paid');
    expect(await provider.ask(known)).toMatchObject({ state: 'paid', kurus: 3100 });
    await expect(provider.ask({ ...known, code: 'S1' })).rejects.toMatchObject({ kind: 'refused' });
    await expect(provider.ask({ ...known, attempt: request(1).attempt })).rejects.toMatchObject({ kind: 'refused' });
    standIn.behaviour = { currency: 'USD' };
    await expect(provider.ask(known)).rejects.toMatchObject({ kind: 'refused' });
    standIn.behaviour = { wrongHash: true };
    await expect(provider.ask(known)).rejects.toMatchObject({ kind: 'refused' });
    await expect(provider.begin(request(3001))).rejects.toMatchObject({ kind: 'refused' });
    standIn.behaviour = {};
  });

  test('a card that iyzico refuses is told as refused, in whichever shape it says so', async () => {
    const provider = iyzico();
    const { attempt, code } = request(3200);
    const { token } = await provider.begin(request(3200));
    standIn.iyzico.decide(token, 'failed');
    for (const behaviour of [{}, { bareRefusals: true }]) {
      standIn.behaviour = behaviour;
      expect(await provider.ask({ attempt, code, token })).toEqual({ state: 'failed' });
    }
    standIn.behaviour = {};
  });

  test.each([
    [0, 'pending'],
    [-1, 'failed'],
  ])("a paid payment of which iyzico's fraud check says %i is %s", async (fraudStatus, state) => {
    const provider = iyzico();
    const { attempt, code } = request(3300 - fraudStatus);
    const { token } = await provider.begin(request(3300 - fraudStatus));
    standIn.iyzico.decide(token, 'paid');
    standIn.behaviour = { fraudStatus };
    expect(await provider.ask({ attempt, code, token })).toEqual({ state });
    standIn.behaviour = {};
    expect(await provider.ask({ attempt, code, token })).toMatchObject({ state: 'paid' });
  });

  test.each(['http://iyzico.test/odeme', 'javascript:alert(1)', ''])(
    'buyers are not sent to %j to pay',
    async (page) => {
      standIn.behaviour = { page };
      await expect(iyzico().begin(request(3400))).rejects.toMatchObject({ kind: 'refused' });
      standIn.behaviour = {};
    },
  );
});
