import { describe, expect, test } from 'vitest';
import type { OrderPreview } from '../../../src/contract/orders.ts';
import { hasHealthAnswer, seatsWithoutAnswer, withAnswer } from '../../../src/web/cart/answers.ts';
import type { CartLine } from '../../../src/web/cart/cart.ts';
import {
  changesSince,
  limitMessage,
  orderFailedText,
  priceMessage,
  seatsWithoutName,
  stockMessage,
  suggestNames,
  toCartItems,
  toCheckoutFailure,
} from '../../../src/web/cart/checkout.ts';
import { mergeMessages } from '../../../src/web/cart/mergeMessages.ts';
import { line as lineOf } from './lines.ts';

const line = (id: string, quantity: number, price = 650) => lineOf(id, { quantity, price });

test('answers: a required one must be typed, one about health asks for consent only once it is typed', () => {
  const asked = (id: string, kind: 'required' | 'health') =>
    ({ id, quantity: 2, question: { text: '?', kind } }) as OrderPreview['lines'][number];
  const lines = [asked('a', 'required'), asked('b', 'health')];
  const answers = withAnswer({}, 'a', 1, '8');
  expect(seatsWithoutAnswer(lines, answers)).toEqual([{ id: 'a', index: 0 }]);
  expect(hasHealthAnswer(lines, withAnswer(answers, 'b', 0, ' '))).toBe(false);
  expect(hasHealthAnswer(lines, withAnswer(answers, 'b', 0, 'fıstık'))).toBe(true);
  const [sent] = toCartItems([line('a', 2)], { a: ['Ada', 'Ege'] }, answers);
  expect(sent?.participants).toEqual([{ fullName: 'Ada' }, { fullName: 'Ege', answer: '8' }]);
});

describe('participants', () => {
  test('need a name for every seat of every line', () => {
    const names = { a: ['Ada', '  '] };
    expect(seatsWithoutName([line('a', 2), line('b', 1)], names)).toEqual([
      { id: 'a', index: 1 },
      { id: 'b', index: 0 },
    ]);
    expect(seatsWithoutName([line('a', 1)], names)).toEqual([]);
  });

  test('keep names beyond a lowered quantity, but do not send them', () => {
    const names = { a: ['Ada', ' Can ', 'Eda'] };
    expect(toCartItems([line('a', 2)], names)).toEqual([
      { id: 'a', title: 'Atölye a', price: 650, quantity: 2, participants: [{ fullName: 'Ada' }, { fullName: 'Can' }] },
    ]);
    expect(names.a).toHaveLength(3);
  });

  test('offer known names for seats that do not have them yet', () => {
    const names = { a: ['Ada Su', 'Ö'], b: ['Can Su', 'Can Su'] };
    expect(suggestNames(names, ['Ayşe Su', 'Ada Su'], 'a')).toEqual(['Ayşe Su', 'Can Su']);
  });
});

describe('a refused checkout', () => {
  const lines = [line('a', 3), line('b', 1)];
  const failureOf = (code: string | null, items: unknown) => toCheckoutFailure(code, items, lines, orderFailedText);

  test('names the product and the seats left', () => {
    const problem = failureOf('stock_exhausted', [{ id: 'a', remaining: 2 }]);
    expect(problem).toMatchObject({ kind: 'stock', items: [{ line: { id: 'a' }, remaining: 2 }] });
    expect(stockMessage(lines[0] as CartLine, 2)).toBe('Atölye a için yalnızca 2 yer kaldı.');
    expect(stockMessage(lines[0] as CartLine, 0)).toBe('Atölye a için yer kalmadı.');
  });

  test('names what the buyer holds already and what may be added', () => {
    const problem = failureOf('limit_reached', [{ id: 'a', limit: 10, held: 8 }]);
    expect(problem).toMatchObject({ kind: 'limit', items: [{ line: { id: 'a' }, held: 8, remaining: 2 }] });
    expect(limitMessage(lines[0] as CartLine, 8)).toBe(
      'Atölye a için 8 kişilik yeriniz var; bir atölyeden en fazla 10 kişilik yer alınabilir.',
    );
    expect(limitMessage(lines[0] as CartLine, 0)).toBe('Atölye a için en fazla 10 kişilik yer alınabilir.');
  });

  test('shows the old and the new price, and the new total', () => {
    const problem = failureOf('price_changed', [{ id: 'b', price: 700.5 }]);
    expect(problem.kind === 'price' && priceMessage(problem.items, lines)).toBe(
      'Atölye b: 650\u00a0₺ yerine 700,50\u00a0₺. Yeni toplam 2.650,50\u00a0₺.',
    );
  });

  test('offers to remove products that are not on sale', () => {
    expect(failureOf('not_on_sale', [{ id: 'a' }])).toMatchObject({
      kind: 'gone',
      items: [{ line: { id: 'a' } }],
    });
  });

  test('says what closed or costs something else since the lines were read', () => {
    const [a, b] = lines as [CartLine, CartLine];
    const gone = { kind: 'gone', items: [{ line: a }] };
    const price = { kind: 'price', items: [{ line: b, price: 700 }] };
    expect(changesSince(lines, [{ ...a, on_sale: false, price: 5 }, b])).toEqual([gone]);
    const both = [
      { ...a, on_sale: false },
      { ...b, price: 700 },
    ];
    expect(changesSince(lines, both)).toEqual([gone, price]);
    // The buyer took it out or changed its quantity, in another tab too.
    expect(changesSince(lines, [{ ...a, quantity: 1 }])).toEqual([]);
    expect(changesSince([], lines)).toEqual([]);
  });

  test.each([
    [null, undefined],
    ['internal', undefined],
    ['stock_exhausted', undefined],
    ['stock_exhausted', [null, { id: 'unknown', remaining: 1 }]],
    ['price_changed', 'nonsense'],
  ])('shows a general message when there is nothing to offer (%s)', (code, items) => {
    expect(failureOf(code, items)).toEqual({ kind: 'failed', text: orderFailedText });
  });
});

test('signing in reports what was removed from the guest cart', () => {
  const guest = [
    { id: 'a', title: 'Drama' },
    { id: 'b', title: 'Ebru' },
    { id: 'c', title: 'Kukla' },
    { id: 'd', title: 'Çamur' },
  ];
  const adjusted = [
    { product_id: 'a', quantity: 2 },
    { product_id: 'b', quantity: 10 },
    { product_id: 'c', quantity: 0 },
    { product_id: 'd', quantity: 4 },
    { product_id: 'x', quantity: 1 },
  ];
  const merged = [
    { product_id: 'a', product_details: { stock: 2 } },
    { product_id: 'b', product_details: { stock: 30 } },
    { product_id: 'd', product_details: { stock: 30 } },
    { product_id: 'x', product_details: { stock: 1 } },
  ];
  expect(mergeMessages(adjusted, guest, merged)).toEqual([
    'Drama için yalnızca 2 yer kaldı',
    'Ebru için en fazla 10 yer alınabilir',
    'Kukla sepete eklenemedi: yer kalmadı ya da alabileceğiniz yer sayısı doldu',
    'Çamur için aldıklarınızla birlikte en fazla 10 yer alınabilir',
    'Bir atölye için yalnızca 1 yer kaldı',
  ]);
});
