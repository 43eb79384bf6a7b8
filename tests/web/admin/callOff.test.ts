import { expect, test } from 'vitest';
import { callOffEffects } from '../../../src/web/admin/callOff/callOff.ts';
import { type AdminOrder, buyersToCall } from '../../../src/web/admin/orders/orders.ts';

test('calling an event off names people and money, and what is none of them', () => {
  const effects = { orders: 3, seats: 5, refunds: 2, refund_total: 3250, recipients: 6, waiting: 4 };
  expect(callOffEffects(effects)).toEqual([
    '3 sipariş, 5 kişilik yer iptal edilir.',
    '3.250\u00a0₺ geri ödenir: 2 geri ödeme görevi açılır.',
    'Sırada bekleyen 4 kişinin bekleyişi sona erer.',
    '6 adrese birer e-posta gider.',
  ]);
  const none = { orders: 0, seats: 0, refunds: 0, refund_total: 0, recipients: 0, waiting: 0 };
  expect(callOffEffects(none)).toEqual([
    'İptal edilecek sipariş yok.',
    'Geri ödenecek bir tutar yok.',
    'Kimseye e-posta gitmez.',
  ]);
  expect(callOffEffects({ ...none, recipients: 1 })).toContain('1 adrese e-posta gider.');
});

test('whoever holds seats and left a phone number only is to be called, once', () => {
  const order = { status: 'reserved', buyer_email: null, buyer_phone: '+905321112233', buyer_name: 'Hatice Ak' };
  const others = [
    { ...order, status: 'cancelled', buyer_phone: '+905320000000' },
    { ...order, buyer_email: 'ada@ornek.com' },
    { ...order, buyer_phone: null, buyer_name: null },
  ];
  expect(buyersToCall([order, order, ...others] as AdminOrder[], false)).toEqual([['+905321112233', 'Hatice Ak']]);
});

test('after an event was called off, whose orders are all cancelled, they are still named', () => {
  const order = { status: 'cancelled', buyer_email: null, buyer_phone: '+905321112233', buyer_name: 'Hatice Ak' };
  const orders = [order, { ...order, buyer_email: 'ada@ornek.com' }] as AdminOrder[];
  expect([buyersToCall(orders, false), buyersToCall(orders, true)]).toEqual([[], [['+905321112233', 'Hatice Ak']]]);
});
