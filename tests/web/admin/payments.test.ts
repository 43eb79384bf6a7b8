import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { AdminCheckout, CheckoutState } from '../../../src/contract/checkouts.ts';
import { paymentTexts } from '../../../src/contract/payments.texts.ts';
import {
  checkSettings,
  holidaysHint,
  ibanHint,
  parseHolidays,
  toValues,
} from '../../../src/web/admin/payments/paymentSettings.ts';
import {
  dueDayQuestion,
  dueLabel,
  eventsOf,
  expectedAmount,
  expectedRefund,
  hasChangedLately,
  holidaysNote,
  lateWords,
  recordedSentence,
  refundable,
  refundLabel,
  refundOwner,
  refundsSentence,
  releaseSentence,
} from '../../../src/web/admin/payments/payments.ts';

const now = new Date('2026-11-22T09:00:00Z');

test.each([
  ['2026-11-20T20:59:59.000Z', '2 gün geçti'],
  ['2026-11-21T20:59:59.000Z', 'dün doldu'],
  ['2026-11-22T08:00:00.000Z', 'bugün doldu'],
  ['2026-11-22T20:59:59.000Z', 'bugün'],
  ['2026-11-23T20:59:59.000Z', 'yarın'],
  ['2026-12-11T20:59:59.000Z', '11 Aralık'],
])('a due date is said as people say it: %s', (due_at, text) => {
  expect(dueLabel(due_at, now).text).toBe(text);
});

test('a due day that is over, or after the day of an event that stands, is asked about', () => {
  const orders = [
    { status: 'cancelled', date: '2026-11-24' },
    { status: 'reserved', date: '2026-11-30' },
  ] as AdminCheckout['orders'];
  const ask = (day: string, paid = 0) => dueDayQuestion({ paid, orders }, day, '2026-11-22')?.title;
  expect(ask('2026-11-21')).toBe('21 Kasım 2026 geçti. Son ödeme günü bu olsun mu?');
  expect(ask('2026-11-21', 1)).toBeUndefined();
  expect(ask('2026-11-30')).toBeUndefined();
  expect(ask('2035-11-29')).toBe('29 Kasım 2035 atölyenin gününden sonra. Son ödeme günü bu olsun mu?');
});

test('refunds count the days left, in Istanbul', () => {
  expect(refundLabel('2026-11-25T10:00:00Z', now)).toEqual({ text: '3 gün kaldı', tone: 'err' });
  expect(refundLabel('2026-11-22T20:00:00Z', now).text).toBe('son gün bugün');
  expect(refundLabel('2026-11-20T10:00:00Z', now).text).toBe('2 gün gecikti');
});

test('a card payment that belongs to no order has no owner that could have been erased', () => {
  expect(refundOwner({ buyer_name: null, reason: paymentTexts.noOrder })).toBe('sahibi bilinmiyor');
  expect(refundOwner({ buyer_name: null, reason: 'Bez Bebek: 1 yer iptal edildi' })).toBe('silinmiş kişi');
});

test('what can be paid back leaves out what is being paid back, and tells what a late cancellation keeps', () => {
  const refund = (amount: number, state: 'asked' | 'void') => ({ id: '', amount, state, due_at: '', order_id: null });
  expect(refundable({ paid: 1300, kept: 650.1, refunds: [refund(100.05, 'asked'), refund(50, 'void')] })).toEqual({
    all: 1199.95,
    free: 549.85,
  });
});

test('what goes back most likely is what was paid too much, else all that is not kept', () => {
  const row = { paid: 580, kept: 0, overpaid: 0, refunds: [] };
  expect(expectedRefund({ ...row, paid: 1000.05, overpaid: 420.05 })).toBe(420.05);
  expect(expectedRefund(row)).toBe(580);
  expect(expectedRefund({ ...row, kept: 580 })).toBe(0);
});

test('the refunds of an order are told with what became of them', () => {
  const states = ['asked', 'sent', 'done', 'void'] as const;
  const sentence = refundsSentence(states.map((state, index) => ({ amount: 100.5 + index, state })));
  expect(sentence.replaceAll('\u00a0', ' ')).toBe(
    '100,50 ₺ geri ödenecek; 101,50 ₺ geri gönderildi; 102,50 ₺ geri ödendi; 103,50 ₺ için geri ödemeden vazgeçildi',
  );
});

test.each([
  ['2026-11-22T12:00:00.000Z', 'ilk yerler bugün 12.00’de boşalır'],
  ['2026-11-23T09:00:00.000Z', 'ilk yerler yarın 12.00’de boşalır'],
  ['2026-11-25T09:00:00.000Z', 'ilk yerler çarşamba 12.00’de boşalır'],
  ['2026-12-07T09:00:00.000Z', 'ilk yerler 7 Aralık 12.00’de boşalır'],
  ['2026-11-22T08:59:00.000Z', 'ödenmeyen yerler birazdan boşalır'],
])('the next release is said as people say it: %s', (release_at, text) => {
  expect(releaseSentence(release_at, now)).toBe(text);
});

test('what a late payment most likely is: what is open, or the price of released seats without what was kept', () => {
  const checkout = { state: 'released', open: 0, released: 749.9, paid: 0, refunds: [] };
  const expected = (change: object) => expectedAmount({ ...checkout, ...change } as unknown as AdminCheckout);
  const refund = { amount: 100.1, state: 'done' };
  expect(expected({})).toBe(749.9);
  expect(expected({ paid: 100.1, refunds: [refund] })).toBe(749.9);
  expect(expected({ paid: 100.1, refunds: [{ ...refund, state: 'void' }] })).toBe(649.8);
  expect(expected({ state: 'open', open: 40, paid: 709.9 })).toBe(40);
  expect([expected({ state: 'paid', paid: 749.9 }), expected({ state: 'cancelled' })]).toEqual([0, 0]);
});

test('the events of a checkout are those that stand, or all where none does', () => {
  const order = { event_title: 'Drama', date: '2026-11-23', quantity: 2, status: 'reserved' };
  const named = (...orders: object[]) => eventsOf({ orders } as unknown as AdminCheckout);
  const cancelled = { ...order, event_title: 'Kil', status: 'cancelled' };
  expect(named(order, cancelled)).toBe('Drama, 23 Kasım, 2 kişi');
  expect(named(order, order)).toBe('2 atölye, 4 kişi');
  expect(named(cancelled)).toBe('Kil, 23 Kasım, 2 kişi');
});

test('a recorded payment says whether seats were taken again, or why it goes back', () => {
  const said = (state: CheckoutState, before: CheckoutState, overpaid = 0) =>
    recordedSentence({ code: 'ABCD2345', state, overpaid }, before, 650);
  expect(said('paid', 'open')).toBe('650\u00a0₺ kaydedildi: ABCD2345');
  expect(said('paid', 'open', 650)).toContain('ABCD2345. Siparişe 650\u00a0₺ fazla ödenmiş görünüyor');
  expect(said('open', 'released')).toBe('650\u00a0₺ kaydedildi, yeri yeniden ayrıldı: ABCD2345');
  expect(said('released', 'released')).toContain('yer kalmadığından geri ödeme görevi');
  expect(said('cancelled', 'cancelled')).toContain('iptal edildiğinden geri ödeme görevi');
});

test('a transfer that came after the due date says how late', () => {
  expect(lateWords('2026-11-21', '2026-11-20T20:59:59.000Z')).toBe(', 1 gün gecikmeli');
  expect(lateWords('2026-11-20', '2026-11-20T20:59:59.000Z')).toBe('');
  expect(lateWords('2026-11-21', undefined)).toBe('');
});

test('another account is announced for 24 hours', () => {
  expect(hasChangedLately('2026-11-21T10:00:00.000Z', now)).toBe(true);
  expect(hasChangedLately('2026-11-21T08:00:00.000Z', now)).toBe(false);
  expect(hasChangedLately(null, now)).toBe(false);
});

test('holidays are typed a line each, and the wrong line is named', () => {
  expect(parseHolidays('29.10.2026\n\n 2027-04-23 \n1.1.2027')).toEqual({
    days: ['2026-10-29', '2027-04-23', '2027-01-01'],
  });
  expect(parseHolidays('29.10.2026\n31.02.2027').wrong).toBe('31.02.2027');
});

test('a list of holidays that ends within a year says so', () => {
  expect(holidaysHint('29.10.2027\n01.01.2027', now)).toContain('Listenin son günü 29 Ekim 2027; sonrakileri ekleyin.');
  expect(holidaysHint('29.10.2027\n29.10.2028', now)).not.toContain('Listenin son günü');
  expect(holidaysHint('', now)).not.toContain('Listenin son günü');
});

test('the payments screen asks for further holidays shortly before the list ends, and after it', () => {
  const since = (day: string) => holidaysNote('2028-10-29', new Date(`${day}T12:00:00Z`)) ?? '';
  expect(since('2028-08-29')).toBe('');
  for (const day of ['2028-08-30', '2029-04-23']) expect(since(day)).toContain('son günü 29 Ekim 2028. Sonraki');
  expect(holidaysNote(null, now)).toBeUndefined();
});

test('settings are checked before they are sent', () => {
  const settings = toValues({
    transfer: { enabled: true, holder: '', iban: '', bank: '' },
    onsite: { enabled: true },
    card: { enabled: false, provider: 'none' },
    holidays: [],
    ...{ days_before: 3, warn_hours: 24, updated_at: '', bank_changed_at: null },
  });
  expect(checkSettings(settings)).toEqual({});
  const wrong = {
    ...settings,
    'transfer.iban': 'TR33 0006 1x05',
    days_before: '61',
    warn_hours: 'x',
    holidays: 'yarın',
  };
  expect(Object.keys(checkSettings(wrong)).sort()).toEqual(['days_before', 'holidays', 'transfer.iban', 'warn_hours']);
  expect(ibanHint('tr330006100519786457841326')).toBe('TR33 0006 1005 1978 6457 8413 26 · kontrol rakamları tutuyor');
});

test('of the payments recorded today the last ones are shown, the others once they are asked for', async () => {
  const { $summary } = await import('../../../src/web/admin/payments/summary.store.ts');
  const { RecordedToday } = await import('../../../src/web/admin/payments/RecordedToday.tsx');
  const row = { code: 'ABCD2345', buyer_name: 'Ada Su', amount: 650, method: 'transfer', from_statement: true };
  const draw = (count: number) => {
    const today = Array.from({ length: count }, (_, id) => ({ ...row, id: `${id}` }));
    $summary.set({ state: 'loaded', value: { today } as never });
    const html = renderToString(createElement(RecordedToday));
    return [html.split('Ada Su').length - 1, html.includes('Tümünü göster')];
  };
  expect([draw(5), draw(60)]).toEqual([
    [5, false],
    [5, true],
  ]);
});
