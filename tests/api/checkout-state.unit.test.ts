import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  deriveCheckout,
  type Ledger,
  type LedgerLine,
  type LedgerRefund,
  openOfLines,
  refundOfLine,
  shortOf,
  sumOfLine,
} from '../../src/api/payments/checkoutState.ts';
import { type RateShare, splitByRate, splitLineRefund, splitPayment, toVat } from '../../src/api/payments/vat.ts';

const kurus = fc.integer({ min: 1, max: 100_000 });
const line = fc.record({
  price: fc.integer({ min: 0, max: 100_000 }),
  cancelled: fc.boolean(),
  released: fc.boolean(),
  kept: fc.integer({ min: 0, max: 100_000 }),
});
const lines = fc
  .array(line, { minLength: 1, maxLength: 4 })
  .map((all): LedgerLine[] =>
    all.map((one, index) => ({ ...one, id: `${index}`, released: one.cancelled && one.released })),
  );
const orderId = fc.constantFrom(null, '0', '1');
const ledger = fc.record({
  payments: fc.array(fc.record({ amount: kurus, orderId, voided: fc.boolean() }), { maxLength: 4 }),
  refunds: fc.array(
    fc.record({
      amount: kurus,
      state: fc.constantFrom('asked', 'sent', 'done', 'void'),
      reducesPaid: fc.boolean(),
    }) as fc.Arbitrary<LedgerRefund>,
    { maxLength: 4 },
  ),
}) as fc.Arbitrary<Ledger>;

const pay = (amount: number, of: string | null = null, voided = false) => ({ amount, orderId: of, voided });
const refund = (amount: number, reducesPaid: boolean): LedgerRefund => ({
  ...{ amount, state: 'asked', reducesPaid },
});
const two: LedgerLine[] = ['0', '1'].map((id) => ({ id, price: 100, cancelled: false, released: false, kept: 0 }));

describe('the state of a checkout', () => {
  test('is open exactly while something is open and a line stands', () => {
    fc.assert(
      fc.property(lines, ledger, (all, rows) => {
        const { state, open, paid, refunded, refunding } = deriveCheckout(all, rows);
        const stands = all.some(({ cancelled }) => !cancelled);
        expect(open).toBeGreaterThanOrEqual(0);
        expect(refunded).toBeLessThanOrEqual(refunding);
        if (!stands) expect([state === 'released' || state === 'cancelled', open]).toEqual([true, 0]);
        else expect(state).toBe(open > 0 ? 'open' : 'paid');
        if (!paid && all.some(({ cancelled, price }) => !cancelled && price)) expect(state).toBe('open');
      }),
    );
  });

  test('does not change by void payments and refunds, nor by the order of rows', () => {
    fc.assert(
      fc.property(lines, ledger, (all, rows) => {
        const valid = {
          payments: rows.payments.filter(({ voided }) => !voided).toReversed(),
          refunds: rows.refunds.filter(({ state }) => state !== 'void').toReversed(),
        };
        expect(deriveCheckout(all.toReversed(), valid)).toEqual(deriveCheckout(all, rows));
      }),
    );
  });

  test('opens nothing again by a refund of a paid checkout, and again what is paid back of an open one', () => {
    expect(deriveCheckout(two, { payments: [pay(200)], refunds: [refund(200, false)] })).toMatchObject({
      state: 'paid',
      open: 0,
    });
    expect(deriveCheckout(two, { payments: [pay(50)], refunds: [refund(50, true)] })).toMatchObject({
      state: 'open',
      open: 200,
    });
  });
});

describe('what is kept of lines given up late', () => {
  test('is at most what was paid for nothing else, and changes neither state nor what is open', () => {
    fc.assert(
      fc.property(lines, ledger, (all, rows) => {
        const { kept, ...sums } = deriveCheckout(all, rows);
        const standing = all.filter(({ cancelled }) => !cancelled);
        const price = standing.reduce((total, one) => total + one.price, 0);
        expect(kept).toBeGreaterThanOrEqual(0);
        expect(kept).toBeLessThanOrEqual(Math.max(0, sums.paid - sums.refunding - price));
        const none = all.map((one) => ({ ...one, kept: 0 }));
        expect(deriveCheckout(none, rows)).toEqual({ ...sums, kept: 0 });
      }),
    );
  });
});

describe('the refund of a cancelled line', () => {
  test('is at most its price and what is left, and leaves no other line unpaid that was paid', () => {
    fc.assert(
      fc.property(lines, ledger, (all, rows) => {
        const target = all.find(({ cancelled }) => !cancelled);
        if (!target) return;
        const before = deriveCheckout(all, rows);
        const amount = refundOfLine(target, all, rows);
        expect(amount).toBeGreaterThanOrEqual(0);
        expect(amount).toBeLessThanOrEqual(Math.min(target.price, Math.max(0, before.paid - before.refunding)));
        const rest = all.map((one) => (one === target ? { ...one, cancelled: true } : one));
        const { open } = deriveCheckout(rest, { ...rows, refunds: [...rows.refunds, refund(amount, true)] });
        expect(open).toBeLessThanOrEqual(before.open);
        // Beyond what was recorded for the line it takes nothing that the others need.
        if (amount > sumOfLine(rows, target.id)) expect(open).toBe(deriveCheckout(rest, rows).open);
      }),
    );
  });

  test.each([
    ['all paid', [pay(200)], 100],
    ['paid in part: the rest pays the other line', [pay(100)], 0],
    ['recorded for this line', [pay(100, '0')], 100],
    ['recorded for the other line', [pay(100, '1')], 0],
    ['more than the other line needs', [pay(150)], 50],
    ['overpaid: its price only', [pay(300)], 100],
    ['what was recorded for this line is void', [pay(100, '0', true), pay(100)], 0],
    ['nothing paid', [], 0],
  ])('%s', (_, payments, amount) => {
    expect(refundOfLine(two[0] as LedgerLine, two, { payments, refunds: [] })).toBe(amount);
  });
});

test('a line is short of its price without what was recorded for it, at most of what is open', () => {
  const first = ['0'];
  expect(shortOf(first, two, { payments: [], refunds: [] })).toBe(100);
  expect(shortOf(first, two, { payments: [pay(150)], refunds: [] })).toBe(50);
  expect(shortOf(first, two, { payments: [pay(30, '0')], refunds: [] })).toBe(70);
  expect(shortOf(first, two, { payments: [pay(200)], refunds: [] })).toBe(0);
  expect(shortOf(first, two, { payments: [pay(100, '0')], refunds: [refund(60, true)] })).toBe(60);
});

test('lines marked as paid one after the other pay the checkout, whatever is paid back of it', () => {
  fc.assert(
    fc.property(lines, ledger, (all, rows) => {
      const { paid, refunding } = deriveCheckout(all, rows);
      fc.pre(refunding <= paid);
      const payments = [...rows.payments];
      for (const { id } of all.filter(({ cancelled }) => !cancelled)) {
        const amount = shortOf([id], all, { ...rows, payments });
        if (amount) payments.push(pay(amount, id));
      }
      expect(deriveCheckout(all, { ...rows, payments }).open).toBe(0);
    }),
  );
});

describe('what is open for a checkout is spread over its lines', () => {
  test('so that they owe it together to the kuruş, none more than its price, and none that was cancelled', () => {
    fc.assert(
      fc.property(lines, ledger, (all, rows) => {
        const opens = openOfLines(all, rows);
        expect([...opens.values()].reduce((total, open) => total + open, 0)).toBe(deriveCheckout(all, rows).open);
        for (const { id, price, cancelled } of all) {
          expect(opens.has(id)).toBe(!cancelled);
          expect(opens.get(id) ?? 0).toBeGreaterThanOrEqual(0);
          expect(opens.get(id) ?? 0).toBeLessThanOrEqual(price);
        }
      }),
    );
  });

  test('so that who pays what is open for one line owes nothing for it, and as much as before for the others', () => {
    fc.assert(
      fc.property(lines, ledger, fc.nat(3), (all, rows, index) => {
        const { paid, refunding } = deriveCheckout(all, rows);
        fc.pre(refunding <= paid);
        const before = openOfLines(all, rows);
        const [id, open] = [...before][index % Math.max(1, before.size)] ?? [];
        if (!id || !open) return;
        const after = openOfLines(all, { ...rows, payments: [...rows.payments, pay(open, id)] });
        expect(after).toEqual(new Map(before).set(id, 0));
      }),
      // A refund that comes off the wrong line shows in one ledger of some hundred.
      { numRuns: 1000 },
    );
  });

  test.each<[string, Ledger, number[]]>([
    ['nothing is paid', { payments: [], refunds: [] }, [100, 300]],
    ['a part is paid: the first line’s', { payments: [pay(40)], refunds: [] }, [60, 300]],
    ['more is paid: the next line’s', { payments: [pay(140)], refunds: [] }, [0, 260]],
    ['a payment for one line is that line’s', { payments: [pay(200, '1')], refunds: [] }, [100, 100]],
    ['what is paid besides is the first one’s', { payments: [pay(200, '1'), pay(40)], refunds: [] }, [60, 100]],
    ['a line that was paid twice over pays the other one', { payments: [pay(350, '1')], refunds: [] }, [50, 0]],
    ['a void payment for one line is nobody’s', { payments: [pay(200, '1', true), pay(40)], refunds: [] }, [60, 300]],
    ['money of a paid line came back', { payments: [pay(400, '1')], refunds: [refund(40, true)] }, [40, 0]],
  ])('%s', (_, rows, expected) => {
    const uneven = two.map((each, index) => ({ ...each, price: index ? 300 : 100 }));
    expect([...openOfLines(uneven, rows).values()]).toEqual(expected);
  });
});

test('an amount is split over VAT rates without losing a kuruş', () => {
  const prices = fc.array(fc.record({ rate: fc.constantFrom(0, 1, 10, 20), gross: kurus }), {
    minLength: 1,
    maxLength: 5,
  });
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), prices, (amount, all) => {
      const parts = splitByRate(amount, all);
      expect(parts.reduce((sum, { gross }) => sum + gross, 0)).toBe(amount);
      const priced = all.filter(({ gross }) => gross > 0).map(({ rate }) => rate);
      for (const part of parts) {
        expect(Math.sign(part.gross)).toBe(Math.sign(amount));
        if (priced.length) expect(priced).toContain(part.rate);
        const { net, vat } = toVat(part);
        expect(net + vat).toBe(part.gross);
        const back = toVat({ ...part, gross: -part.gross });
        expect([net + back.net, vat + back.vat]).toEqual([0, 0]);
      }
      expect(new Set(parts.map(({ rate }) => rate)).size).toBe(parts.length);
    }),
    // Two halves of a kuruş beside a free event.
    { examples: [[5001, [10_000, 10_000, 0].map((gross, index) => ({ rate: index * 10, gross }))]] },
  );
});

test('a price has its VAT inside', () => {
  expect(toVat({ rate: 20, gross: 12_000 })).toEqual({ net: 10_000, vat: 2000 });
  expect(toVat({ rate: 10, gross: -65_000 })).toEqual({ net: -59_091, vat: -5909 });
});

describe('a payment of lines under 20 and 10 percent, 100 and 200 of them,', () => {
  const prices = [
    { rate: 20, gross: 100 },
    { rate: 10, gross: 200 },
  ];
  test.each<[string, number, RateShare[], RateShare[], Record<number, number>]>([
    ['pays both in proportion', 150, [], [], { 10: 100, 20: 50 }],
    ['pays what is not paid yet', 100, [{ rate: 20, gross: 100 }], [], { 10: 100 }],
    ['pays its own line first', 50, [], [{ rate: 20, gross: 50 }], { 20: 50 }],
    ['pays the other line with what its own does not need', 150, [], [{ rate: 20, gross: 150 }], { 10: 50, 20: 100 }],
    ['is split by the prices where all is paid', 30, prices, [], { 10: 20, 20: 10 }],
    ['goes to its own line where all is paid', 30, prices, [{ rate: 20, gross: 30 }], { 20: 30 }],
  ])('%s', (_, amount, booked, first, expected) => {
    const parts = splitPayment(amount, prices, booked, first);
    expect(parts).toEqual(Object.entries(expected).map(([rate, gross]) => ({ rate: Number(rate), gross })));
  });
});

test('a payment of an order without a price is under its rate', () => {
  expect(splitPayment(50, [{ rate: 20, gross: 0 }], [], [])).toEqual([{ rate: 20, gross: 50 }]);
});

test('what goes back is split without losing a kuruş, under no rate more than came, and out of its own first', () => {
  const rate = fc.constantFrom(0, 10, 20);
  const shares = fc.uniqueArray(fc.record({ rate, gross: fc.integer({ min: 1, max: 100_000 }) }), {
    selector: (share) => share.rate,
    minLength: 1,
  });
  const totalOf = (all: { gross: number }[]) => all.reduce((sum, { gross }) => sum + gross, 0);
  fc.assert(
    fc.property(shares, rate, fc.double({ min: 0, max: 1, noNaN: true }), (booked, own, part) => {
      const amount = Math.round(totalOf(booked) * part);
      const came = (of: number) => booked.find((share) => share.rate === of)?.gross ?? 0;
      const back = splitLineRefund(amount, own, booked);
      expect(totalOf(back)).toBe(amount);
      for (const { rate, gross } of back) expect(gross - came(rate)).toBeLessThanOrEqual(0);
      expect(back.find((share) => share.rate === own)?.gross ?? 0).toBe(Math.min(amount, came(own)));
    }),
  );
});
