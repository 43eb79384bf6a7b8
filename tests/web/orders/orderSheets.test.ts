import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import type { Checkout } from '../../../src/contract/checkouts.ts';
import OrderSheets from '../../../src/web/orders/OrderSheets.tsx';
import { createOrder } from './order.ts';

const checkout = (index: number, date: string): Checkout => {
  const code = `KOD${index + 10}`;
  return {
    ...{ code, created_at: '2025-01-01T00:00:00.000Z', state: 'paid', method: 'transfer', due_at: `${date}T09:00:00Z` },
    ...{ total: 650, paid: 650, refunded: 0, open: 0, overpaid: 0, bank: null, methods: [], card: null },
    ...{ documents: [], refunds: [] },
    orders: [createOrder(date, { id: code, code, status: 'paid' })],
  };
};

/** Of twelve orders that are over and eleven to come, how many are shown, and what the button says. */
function show(search: string) {
  vi.stubGlobal('location', { search });
  const past = Array.from({ length: 12 }, (_, index) => checkout(index, `2025-02-${index + 10}`));
  const coming = Array.from({ length: 11 }, (_, index) => checkout(index + 20, `2199-02-${index + 10}`));
  const html = renderToString(createElement(OrderSheets, { checkouts: [...past, ...coming] }));
  const [upcoming = '', over = ''] = html.split('Geçmiş Etkinliklerim</h2>');
  const count = (text: string) => text.match(/id="KOD\d\d"/g)?.length;
  return [count(upcoming), count(over), /(?:Tümünü|Daha az) göster[^<]*/.exec(over)?.[0]];
}

test('ten of the orders that are over are shown at first, all to whoever was sent to one, and all that are to come', () => {
  expect(show('')).toEqual([11, 10, 'Tümünü göster (12)']);
  expect(show('?code=KOD10')).toEqual([11, 12, 'Daha az göster']);
});
