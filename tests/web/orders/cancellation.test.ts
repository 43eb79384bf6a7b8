import { expect, test } from 'vitest';
import { seatsCancelledMail } from '../../../src/api/orders/cancellations.mails.ts';
import type { Order } from '../../../src/contract/orders.ts';
import { cancelRule, openChoice, refundTerms } from '../../../src/web/orders/cancellation.ts';
import { positionsToSend, seatsToCancel } from '../../../src/web/orders/useCancellation.ts';

const now = new Date('2026-11-22T09:00:00.000Z');
const order = {
  status: 'paid',
  decide_until: null,
  ...{ event_title: 'Nefes', date: '2026-12-09', time: '18:30', location: 'Merkez' },
  participants: [1, 3].map((position) => ({ position, name: 'Ada', surname: 'Su', transfer_until: null })),
} as Order;
const free = { allowed: true, refund: 780, percent: 100, until: '2026-12-07T15:30:00.000Z', reason: null };

test('some seats are named, all of them are the whole line', () => {
  expect(positionsToSend(order, [3])).toEqual([3]);
  expect(positionsToSend(order, [3, 1])).toBeUndefined();
});

test('with the whole line go the seats of those who were erased, and they are counted', () => {
  const three = { ...order, quantity: 3 };
  expect([[], [3], [3, 1]].map((chosen) => seatsToCancel(three, chosen))).toEqual([0, 1, 3]);
  expect(seatsToCancel({ ...three, participants: [] }, [])).toBe(3);
});

test('a cancellation says what comes back, and until when', () => {
  expect(refundTerms(free, { unit_price: 780, paid: 780 }, now)).toBe(
    'En geç 6 Aralık 2026 günü, ödediğiniz yoldan ve kesintisiz.',
  );
  expect(cancelRule(free)).toContain('7 Aralık 2026 saat 18.30’a kadar iptal ücretsizdir');
  expect(cancelRule({ ...free, percent: 0, until: null })).toBe('');
});

test.each([
  ['all of it', 780, { refund: 780, percent: 100, paid: 780 }, 'ödediğiniz yoldan ve kesintisiz'],
  ['a part of it that was paid', 780, { refund: 300, percent: 100, paid: 300 }, 'ödediğiniz yoldan ve kesintisiz'],
  ['nothing, as nothing was paid', 780, { refund: 0, percent: 100, paid: 0 }, 'Henüz ödeme yapmadığınız için'],
  ['nothing of an unpaid order, late', 780, { refund: 0, percent: 0, paid: 0 }, 'Henüz ödeme yapmadığınız için'],
  ['nothing, as it is late', 780, { refund: 0, percent: 0, paid: 780 }, 'Ücretsiz iptal süresi geçtiği için'],
  ['nothing, as it was paid back', 780, { refund: 0, percent: 100, paid: 780 }, 'Geri ödenecek bir tutar kalmadı.'],
  ['nothing, as it is free', 0, { refund: 0, percent: 100, paid: 0 }, 'Bu atölye ücretsiz;'],
])('dialog and mail promise the same: %s', (_, unit_price, terms, words) => {
  const { refund, percent, paid } = terms;
  const cancelled = { order: { ...order, unit_price }, seats: 1, isWhole: true, ...terms };
  const buyer = { email: 'ada@ornek.com', name: 'Ada', hasAccount: true };
  const mail = seatsCancelledMail(cancelled as never, buyer, { siteUrl: 'https://ornek.com' });
  expect(refundTerms({ ...free, refund, percent }, { unit_price, paid }, now)).toContain(words);
  // After the greeting and what was cancelled.
  const refundWords = mail.parts.paragraphs[2];
  expect(refundWords).toContain(words);
  if (refund) expect(refundWords).toMatch(/^(780|300)\u00a0₺ en geç 14 gün içinde/);
});

test('an event that moved gives a choice until its moment', () => {
  const moved = { ...order, decide_until: '2026-11-29T09:00:00.000Z' };
  expect(openChoice(moved, now)).toContain('29 Kasım 2026 saat 12.00’ye kadar');
  expect(openChoice({ ...moved, status: 'paid' }, now)).toContain('Bir şey yapmazsanız yeriniz sizindir.');
  // Another event of the order may have begun, and the due date with it.
  expect(openChoice({ ...moved, status: 'reserved' }, now)).toMatch(/Uyuyorsa ödemenizi yapmanız yeterli\.$/);
  expect(openChoice(moved, new Date('2026-11-29T09:00:00.000Z'))).toBeUndefined();
  expect(openChoice(order, now)).toBeUndefined();
});
