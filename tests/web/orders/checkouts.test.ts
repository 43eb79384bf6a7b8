import { describe, expect, test } from 'vitest';
import type { Checkout } from '../../../src/contract/checkouts.ts';
import type { Order } from '../../../src/contract/orders.ts';
import {
  bankAmount,
  methodSentence,
  nextStep,
  otherMethods,
  refundSentences,
  releasedSentence,
  type Sheet,
  sheetLabel,
  toSheets,
  untilDay,
  untilDueDay,
} from '../../../src/web/orders/checkouts.ts';
import { createOrder } from './order.ts';

const now = new Date('2026-11-20T09:00:00Z');

const order = (code: string, date: string, status: Order['status'] = 'reserved') =>
  createOrder(date, { id: `${code} ${date}`, code, status });

const checkout = (change: Partial<Checkout> = {}): Checkout => ({
  code: 'K7M2QX9F',
  created_at: '2026-11-01T00:00:00.000Z',
  state: 'open',
  method: 'transfer',
  total: 2080,
  paid: 0,
  refunded: 0,
  open: 2080,
  overpaid: 0,
  due_at: '2026-11-24T20:59:59.000Z',
  bank: { holder: 'Ayşe Demir', iban: 'TR100009000000047110202611', bank: '', reference: 'K7M2QX9F' },
  methods: ['transfer', 'onsite'],
  card: null,
  documents: [],
  refunds: [],
  orders: [order('K7M2QX9F', '2026-11-28')],
  ...change,
});

test('an order to be paid by card says so only while cards are taken', () => {
  expect(methodSentence(checkout({ method: 'card', methods: ['transfer', 'card'] }))).toContain('kartla ödersiniz');
  expect(methodSentence(checkout({ method: 'card' }))).toContain('lütfen başka bir yol seçin');
});

test('days take their own dative', () => {
  expect(untilDay('2026-11-24')).toBe('24 Kasım’a');
  expect(untilDay('2026-10-24')).toBe('24 Ekim’e');
  expect(untilDay('2026-09-01')).toBe('1 Eylül’e');
});

test.each([
  [{}, 'Ödeme bekleniyor · 24 Kasım’a kadar'],
  [{ due_at: '2026-11-20T17:00:00.000Z' }, 'Ödeme bekleniyor · 20 Kasım saat 20.00’ye kadar'],
  [{ due_at: '2026-11-18T20:59:59.000Z' }, 'Ödeme gecikti · son gün 18 Kasım'],
  [{ state: 'paid' as const }, 'Ödendi'],
  [{ state: 'released' as const, due_at: '2026-11-18T20:59:59.000Z' }, 'Süresi doldu, yeriniz boşaltıldı'],
  [{ state: 'released' as const }, 'Yeriniz boşaltıldı'],
  [{ state: 'paid' as const, total: 0 }, 'Ücretsiz'],
])('the state is said in words: %j', (change, text) => {
  expect(sheetLabel(toSheets([checkout(change)], now).upcoming[0] as Sheet, now).text).toBe(text);
});

test('what is due at the start of an event names the hour', () => {
  expect(untilDueDay('2026-11-24T20:59:59.000Z')).toBe('24 Kasım 2026 Salı gününe kadar');
  expect(untilDueDay('2026-11-24T17:00:00.000Z')).toBe('24 Kasım 2026 Salı saat 20.00’ye kadar');
});

test('whoever sent a transfer before the seats were taken back is told not to order again', () => {
  expect(releasedSentence(checkout(), false)).toContain('Havaleniz yoldaysa bir şey yapmanız gerekmez');
  expect(releasedSentence(checkout({ method: 'onsite' }), false)).not.toContain('Havaleniz');
});

test('whose money came after the seats were taken back is told so; nobody is asked to order what is over', () => {
  const paid = checkout({ paid: 2080 });
  expect(releasedSentence(paid, false)).toMatch(/^Ödemeniz yeriniz boşaltıldıktan sonra ulaştı.* sepetinize ekleyin/);
  expect(releasedSentence(paid, false)).not.toContain('Havaleniz');
  expect(releasedSentence(checkout(), true)).toBe('Ödemesi gelmeyen yerleriniz boşaltıldı.');
});

test.each([
  ['open', 'Ödeme bekleniyor · 24 Kasım’a kadar', 'İptal edildi'],
  ['paid', 'Ödendi', 'İptal edildi'],
] as const)('a cancelled line of an order that is %s reads cancelled', (state, standing, gone) => {
  const orders = [order('K7M2QX9F', '2026-11-28'), order('K7M2QX9F', '2026-12-02', 'cancelled')];
  const { upcoming, cancelled } = toSheets([checkout({ state, orders })], now);
  expect([...upcoming, ...cancelled].map((sheet) => sheetLabel(sheet, now).text)).toEqual([standing, gone]);
  const released = checkout({ state: 'released', orders: orders.slice(1) });
  expect(sheetLabel(toSheets([released], now).cancelled[0] as Sheet, now).text).toBe('Yeriniz boşaltıldı');
});

test('the next step says where the money goes and what it is called', () => {
  expect(nextStep(checkout())).toContain('2.080\u00a0₺ tutarını 24 Kasım’a kadar aşağıdaki hesaba');
  expect(nextStep(checkout())).toContain('K7M2QX9F');
  expect(nextStep(checkout({ bank: null }))).toContain('hesap bilgilerini size ayrıca yazacağız');
  expect(nextStep(checkout({ method: 'onsite' }))).toContain('tutarını 24 Kasım’a kadar merkezimizde ödeyin');
  expect(nextStep(checkout({ state: 'paid' }))).toBe('Yeriniz ayrıldı. Yapmanız gereken başka bir şey yok.');
  for (const state of ['released', 'cancelled'] as const) expect(nextStep(checkout({ state }))).toBe('');
});

test('refunds say their day, withdrawn ones nothing', () => {
  const refund = { id: '1', amount: 850, due_at: '2026-12-05T10:00:00.000Z', order_id: null };
  const said = (state: 'asked' | 'done' | 'void') =>
    refundSentences(checkout({ refunds: [{ ...refund, state }] }), null).map(({ text }) => text);
  expect(said('asked')).toEqual(['850\u00a0₺ geri ödenecek, en geç 5 Aralık 2026 günü.']);
  expect(said('done')).toEqual(['850\u00a0₺ geri ödendi.']);
  expect(said('void')).toEqual([]);
});

test('a refund belongs to the line it pays back, any other to the whole', () => {
  const refund = { amount: 650, state: 'done' as const, due_at: '2026-12-05T10:00:00.000Z' };
  const refunds = [
    { ...refund, id: 'line', order_id: 'gone' },
    { ...refund, id: 'whole', order_id: null },
  ];
  const shown = ['kept', 'gone', null].map((line) => refundSentences(checkout({ refunds }), line).map(({ id }) => id));
  expect(shown).toEqual([[], ['line'], ['whole']]);
});

test('what was paid too much is told once for the whole, unless the practice withdrew a refund', () => {
  const said = (change: Partial<Checkout>, line: string | null = null) =>
    refundSentences(checkout({ state: 'paid', open: 0, ...change }), line).map(({ text }) => text);
  expect(said({ overpaid: 50.5 })).toEqual([
    'Tutardan 50,50\u00a0₺ fazla ödediniz; iadesi için sizinle iletişime geçeceğiz.',
  ]);
  const withdrawn = {
    id: '1',
    amount: 50.5,
    state: 'void' as const,
    due_at: '2026-12-05T10:00:00.000Z',
    order_id: null,
  };
  expect([said({ overpaid: 50.5 }, 'line'), said({ overpaid: 50.5, refunds: [withdrawn] }), said({})]).toEqual([
    [],
    [],
    [],
  ]);
});

test('amounts are copied as banks take them', () => {
  expect(bankAmount(1250.5)).toBe('1250,50');
});

describe('sheets', () => {
  test('put each line where its day belongs, and what is about the whole on one of them', () => {
    const mixed = checkout({
      orders: [
        order('K7M2QX9F', '2026-11-10'),
        order('K7M2QX9F', '2026-11-28'),
        order('K7M2QX9F', '2026-12-02', 'cancelled'),
      ],
    });
    const { upcoming, cancelled, past } = toSheets([mixed], now);
    expect(upcoming.map(({ lines, isMain }) => [lines.map(({ date }) => date), isMain])).toEqual([
      [['2026-11-28'], true],
    ]);
    expect(cancelled.map(({ isMain }) => isMain)).toEqual([false]);
    expect(past.map(({ lines, isMain }) => [lines.map(({ date }) => date), isMain])).toEqual([[['2026-11-10'], false]]);
  });

  test('hold all lines of a checkout that belong to one list, the nearest checkout first', () => {
    const later = checkout({ orders: [order('K7M2QX9F', '2026-12-20'), order('K7M2QX9F', '2026-12-21')] });
    const sooner = checkout({ code: 'Q7RH2NVD', orders: [order('Q7RH2NVD', '2026-11-25')] });
    const { upcoming } = toSheets([later, sooner], now);
    expect(upcoming.map(({ checkout: { code }, lines }) => [code, lines.length])).toEqual([
      ['Q7RH2NVD', 1],
      ['K7M2QX9F', 2],
    ]);
  });
});

test('a card says what comes next, and other ways to pay are only those on offer', () => {
  const byCard = checkout({ method: 'card', bank: null, methods: ['transfer', 'card'] });
  expect(nextStep(byCard)).toContain('tutarını 24 Kasım’a kadar aşağıdan kartla ödeyin');
  expect(nextStep({ ...byCard, card: { attempt: 'a', state: 'waiting' } })).toBe(
    'Ödemenizin sonucu aşağıda görünecek.',
  );
  expect(otherMethods(byCard)).toEqual(['transfer']);
  expect(otherMethods(checkout({ methods: ['transfer', 'onsite'] }))).toEqual(['onsite']);
  expect(otherMethods(checkout({ methods: [] }))).toEqual([]);
});
