import { expect, test } from 'vitest';
import type { AdminOrder } from '../../../src/web/admin/orders/orders.ts';
import { answersToMove, callOffEffects, entryLabel } from '../../../src/web/admin/seats/seats.ts';

const now = new Date('2026-11-22T09:00:00.000Z');

test('an entry says its state, an offer its clock', () => {
  const label = (state: Parameters<typeof entryLabel>[0]['state'], offer_until: string | null = null) =>
    entryLabel({ state, offer_until }, now).text;
  expect(label('waiting')).toBe('bekliyor');
  expect(label('offered', '2026-11-22T12:30:00.000Z')).toBe('yer sunuldu · 3 saat 30 dakika kaldı');
  expect(label('offered', '2026-11-22T08:00:00.000Z')).toBe('yer sunuldu, süresi doldu');
  expect(label('declined')).toBe('vazgeçti');
});

test('calling an event off names people and money, and what is none of them', () => {
  const effects = { orders: 3, seats: 5, refunds: 2, refund_total: 3250, recipients: 6, waiting: 4 };
  expect(callOffEffects(effects)).toEqual([
    '3 sipariş, 5 kişilik yer iptal edilir.',
    '3.250 ₺ geri ödenir: 2 geri ödeme görevi açılır.',
    'Sırada bekleyen 4 kişinin bekleyişi sona erer.',
    '6 adrese birer e-posta gider.',
  ]);
  const none = { orders: 0, seats: 0, refunds: 0, refund_total: 0, recipients: 0, waiting: 0 };
  expect(callOffEffects(none)).toEqual([
    'İptal edilecek sipariş yok.',
    'Geri ödenecek bir tutar yok.',
    'Haber verilecek kimse yok.',
  ]);
});

test('after a move those who were asked have kept or cancelled their seats', () => {
  const order = (id: string, change: Partial<AdminOrder>) =>
    ({ id, status: 'paid', decide_until: '2026-11-29T09:00:00.000Z', ...change }) as AdminOrder;
  const { kept, cancelled } = answersToMove([
    order('kept', {}),
    order('gone', { status: 'cancelled' }),
    order('later', { decide_until: null }),
  ]);
  expect(kept.map(({ id }) => id)).toEqual(['kept']);
  expect(cancelled.map(({ id }) => id)).toEqual(['gone']);
});
