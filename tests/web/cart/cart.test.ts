import { describe, expect, test } from 'vitest';
import type { Product } from '../../../src/contract/catalog.ts';
import {
  parseGuestCart,
  quantityError,
  seatCount,
  totalOf,
  withCurrentPrices,
  withOneSeatMore,
  withPending,
  withQuantity,
} from '../../../src/web/cart/cart.ts';
import { changeMessages } from '../../../src/web/cart/changeMessages.ts';
import { waitForSeats } from '../../../src/web/cart/waitForSeats.ts';
import { item, line } from './lines.ts';

describe('a guest’s cart', () => {
  test('adds one seat to a product in it, or a new line', () => {
    const once = withOneSeatMore([], item('a'));
    expect(once).toEqual([item('a')]);
    expect(withOneSeatMore(once, item('a')).map(({ quantity }) => quantity)).toEqual([2]);
    expect(withOneSeatMore(once, item('b')).map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('never falls below one seat of a line', () => {
    expect(withQuantity([item('a', { quantity: 2 })], 'a', 1)[0]?.quantity).toBe(1);
    expect(withQuantity([item('a')], 'a', 0)[0]?.quantity).toBe(1);
  });

  test('names the reason why no more seats can be added', () => {
    expect(quantityError({ stock: 5, quantity: 4 })).toBeUndefined();
    expect(quantityError({ stock: 2, quantity: 2 })).toContain('2 yer kaldı');
    expect(quantityError({ stock: 0, quantity: 0 })).toContain('yer kalmadı');
    expect(quantityError({ stock: 50, quantity: 10 })).toContain('en fazla 10');
  });

  test('leads whoever wants more seats than are left to the waiting list, for that many', () => {
    expect(waitForSeats({ slug: 'golge', stock: 1 }, 2)?.label).toBe('2 yer için sıraya gir');
    expect(waitForSeats({ slug: 'golge', stock: 2 }, 2)).toBeUndefined();
    expect(waitForSeats({ slug: 'golge', stock: 10 }, 11)).toBeUndefined();
    expect(waitForSeats({ slug: '', stock: 1 }, 2)).toBeUndefined();
  });

  test('takes current prices and seats, and drops products that are not on sale', () => {
    const today = {
      ...item('a', { price: 700, stock: 1 }),
      description: '',
      image2: '',
      cancelled: false,
      moved_from: null,
      series_id: null,
      duration_minutes: 120,
      min_participants: 0,
      bring: '',
      leader: '',
      age_from: 7,
      age_to: null,
    } as Product;
    const before = [item('a', { quantity: 2 }), item('gone')];
    const now = withCurrentPrices(before, [today]);
    expect(now).toEqual([{ ...item('a', { price: 700, stock: 1 }), duration_minutes: 120, age_from: 7, age_to: null }]);
    expect(changeMessages(before, now)).toEqual([
      'Atölye a için yalnızca 1 yer kaldı',
      'Atölye a için yeni fiyat 700\u00a0₺',
      'Atölye gone artık satışta değil, sepetinizden çıkarıldı',
    ]);
    expect(changeMessages(now, withCurrentPrices(now, [today]))).toEqual([]);
  });

  test('keeps one seat of a product that sold out, and says so once', () => {
    const before = [item('a', { quantity: 2 })];
    const now = withCurrentPrices(before, [{ ...item('a'), stock: 0 } as unknown as Product]);
    expect([now[0]?.quantity, changeMessages(before, now), changeMessages(now, now)]).toEqual([
      1,
      ['Atölye a için yer kalmadı'],
      [],
    ]);
  });
});

describe('the stored guest_cart', () => {
  test.each([[''], ['{'], ['null'], ['5'], ['{"id":"a"}'], ['"text"'], ['[1,null,"x",[],{}]']])(
    'with the value %s is an empty cart',
    (kept) => {
      expect(parseGuestCart(kept)).toEqual([]);
    },
  );

  test('keeps readable lines and drops the others silently', () => {
    const good = [item('b', { quantity: 3 }), item('c', { price: 0 })];
    const bad = [{ ...item('a'), price: 'free' }, { title: 'no id' }, { ...item(''), price: 1 }, null];
    expect(parseGuestCart(JSON.stringify([...bad, ...good]))).toEqual(good);
    expect(parseGuestCart('[{"id":"a","title":"Drama","price":1e999}]')).toEqual([]);
  });

  test.each([[0], [-4], [1.5], ['2'], [null], [1e9]])('a quantity of %j becomes one that can be', (quantity) => {
    const [repaired] = parseGuestCart(JSON.stringify([{ ...item('a'), quantity }]));
    expect(repaired?.quantity).toBe(quantity === 1e9 ? 10 : 1);
  });

  test('keeps a line without place or seats', () => {
    const [repaired] = parseGuestCart(JSON.stringify([{ id: 'a', title: 'Drama', price: 10, quantity: 2 }]));
    expect(repaired).toMatchObject({ id: 'a', quantity: 2, location: '', stock: 10 });
  });

  test.each([['bozuk'], ['2026-13-45'], ['2026-12'], [5], [null]])(
    'a line with the day %j loses it, not the page',
    (date) => {
      const [repaired] = parseGuestCart(JSON.stringify([{ ...item('a'), date }]));
      expect(repaired).toMatchObject({ id: 'a', date: '' });
    },
  );

  test('merges two lines of one product', () => {
    expect(parseGuestCart(JSON.stringify([item('a'), item('a')]))).toHaveLength(1);
  });
});

describe('the displayed cart', () => {
  test('sums the total in kuruş over what can be bought', () => {
    expect(totalOf([line('a', { price: 0.1, quantity: 3 }), line('b', { price: 0.2 })])).toBe(0.5);
    expect(totalOf([line('a', { price: 1250.5, quantity: 2 }), line('b', { on_sale: false })])).toBe(2501);
  });

  test('counts seats in its badge', () => {
    expect(seatCount([{ quantity: 2 }, { quantity: 3 }])).toBe(5);
  });

  test('shows a change at once and reverts it when it fails', () => {
    const lines = [line('a', { quantity: 2 })];
    const more = { line: item('a'), delta: 1 };
    const other = { line: item('b'), delta: 1 };
    expect(withPending(lines, [more, other]).map(({ id, quantity }) => [id, quantity])).toEqual([
      ['a', 3],
      ['b', 1],
    ]);
    expect(withPending(lines, [])).toEqual(lines);
    expect(withPending(lines, [{ line: item('a'), delta: -2 }])).toEqual([]);
  });
});
