import { expect, test } from 'vitest';
import type { Order } from '../../../src/contract/orders.ts';
import { cancelRule, openChoice, positionsToSend, refundTerms } from '../../../src/web/orders/cancellation.ts';

const now = new Date('2026-11-22T09:00:00.000Z');
const order = {
  status: 'paid',
  decide_until: null,
  participants: [1, 3].map((position) => ({ position, name: 'Ada', surname: 'Su', transfer_until: null })),
} as Order;
const free = { allowed: true, refund: 780, percent: 100, until: '2026-12-07T15:30:00.000Z', reason: null };

test('some seats are named, all of them are the whole line', () => {
  expect(positionsToSend(order, [3])).toEqual([3]);
  expect(positionsToSend(order, [3, 1])).toBeUndefined();
});

test('a cancellation says what comes back, and until when', () => {
  expect(refundTerms(free, { paid: 780 }, now)).toBe('Bedelin tamamı. En geç 6 Aralık 2026 günü, ödediğiniz yoldan.');
  expect(refundTerms({ ...free, refund: 0 }, { paid: 0 }, now)).toContain('Henüz ödeme yapmadığınız');
  expect(refundTerms({ ...free, refund: 0 }, { paid: 780 }, now)).toContain('tutar kalmadı');
  expect(refundTerms({ ...free, refund: 0, percent: 0, until: null }, { paid: 780 }, now)).toContain('süresi geçti');
  expect(cancelRule(free)).toContain('7 Aralık 2026 saat 18.30’a kadar');
  expect(cancelRule({ ...free, percent: 0, until: null })).toBe('Artık iade yapılmıyor.');
});

test('an event that moved gives a choice until its moment', () => {
  const moved = { ...order, decide_until: '2026-11-29T09:00:00.000Z' };
  expect(openChoice(moved, now)).toContain('29 Kasım 2026 saat 12.00’ye kadar');
  expect(openChoice(moved, new Date('2026-11-29T09:00:00.000Z'))).toBeUndefined();
  expect(openChoice({ ...moved, status: 'cancelled' }, now)).toBeUndefined();
  expect(openChoice(order, now)).toBeUndefined();
});
