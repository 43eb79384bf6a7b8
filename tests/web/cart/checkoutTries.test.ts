import { beforeEach, expect, test, vi } from 'vitest';
import type { User } from '../../../src/contract/account.ts';
import type { CartLine } from '../../../src/web/cart/cart.ts';
import { storageOf, watchToasts } from '../browser.ts';

const line = { id: 'p1', title: 'Ebru', price: 650, quantity: 1, on_sale: true } as CartLine;
const accepted = { terms_version: '1', method: 'transfer', preview_hash: 'h', answers: {} } as const;
const stored = new Map<string, string>();

/**
 * A server that makes one order for each key and removes the ordered lines from the cart. `unsent`, `lost`: orders and
 * answers that do not arrive.
 */
const server = { cart: new Set<string>(), orders: new Map<string, string>(), unsent: 0, lost: 0 };

function answer(method: string, url: string, key: string): Response {
  if (url.endsWith('/api/cart'))
    return Response.json({
      cart: [...server.cart].map((id) => ({ product_id: id, quantity: 1, product_details: { id, on_sale: true } })),
    });
  if (method === 'DELETE') {
    server.cart.delete(url.split('/').at(-1) ?? '');
    return Response.json({ message: '' });
  }
  if (method !== 'POST') return Response.json([]);
  const code = server.orders.get(key) ?? `S${server.orders.size + 1}`;
  if (!server.orders.has(key)) server.cart.clear();
  server.orders.set(key, code);
  return Response.json({ orders: [{ code }] }, { status: 201 });
}

beforeEach(() => {
  stored.clear();
  toasts = watchToasts();
  Object.assign(server, { cart: new Set(['p1']), orders: new Map(), unsent: 0, lost: 0 });
  vi.stubGlobal('sessionStorage', storageOf(stored));
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', headers = {} }: RequestInit = {}) => {
    if (method === 'POST' && server.unsent) {
      server.unsent -= 1;
      throw new TypeError('no network');
    }
    const reply = answer(method, url, (headers as Record<string, string>)['idempotency-key'] ?? '');
    if (method !== 'POST' || !server.lost) return reply;
    server.lost -= 1;
    throw new TypeError('no network');
  });
});
let toasts: ReturnType<typeof watchToasts>;

/** The stores as a page that was just opened or reloaded has them. */
async function openPage() {
  vi.resetModules();
  const { $session } = await import('../../../src/web/account/session.state.ts');
  $session.set({ state: 'user', user: { id: 'u1' } as User });
  const checkout = await import('../../../src/web/cart/checkout.store.ts');
  const { loadCart } = await import('../../../src/web/cart/accountCart.store.ts');
  await loadCart();
  return { ...checkout, order: () => checkout.placeOrder([line], accepted, () => {}) };
}

/** Sends an order whose answer is lost. */
async function loseAnswer() {
  const page = await openPage();
  page.setName('p1', 0, 'Ada Su');
  server.lost = 1;
  expect(await page.order()).toBeUndefined();
  return page;
}

test('a try again after a lost answer is the same order', async () => {
  const page = await loseAnswer();
  expect(await page.order()).toBe('S1');
  expect(server.orders.size).toBe(1);
});

test('what was put into the cart after an order without an answer is another order', async () => {
  const page = await loseAnswer();
  // In another tab the order was cancelled and the same workshop put into the cart again.
  server.cart.add('p1');
  expect(await page.order()).toBe('S2');
  expect([server.orders.size, server.cart.size]).toEqual([2, 0]);
});

test('an empty cart after an order without an answer says that it may have been made, and ends its tries', async () => {
  const page = await loseAnswer();
  expect(page.$mayBeOrdered.get()).toBe(false);
  const reloaded = await openPage();
  expect([reloaded.$mayBeOrdered.get(), reloaded.$names.get()]).toEqual([true, {}]);
  expect([stored.get('checkout_key'), stored.get('checkout_key_unanswered')]).toEqual(['""', 'false']);
  expect((await openPage()).$mayBeOrdered.get()).toBe(false);
});

test('a cart that still has the lines after an order without an answer keeps key and names', async () => {
  await loseAnswer();
  server.cart.add('p1');
  const reloaded = await openPage();
  expect([reloaded.$mayBeOrdered.get(), reloaded.$names.get()]).toEqual([false, { p1: ['Ada Su'] }]);
  expect(stored.get('checkout_key_unanswered')).toBe('true');
});

test('the page of an order that was made stays as it is, busy, until it is left', async () => {
  const page = await openPage();
  page.setName('p1', 0, 'Ada Su');
  expect(await page.order()).toBe('S1');
  expect([page.$checkout.get().sending, page.$names.get()]).toEqual([true, { p1: ['Ada Su'] }]);
  expect((await openPage()).$names.get()).toEqual({});
});

test('an order that is made tells of itself, not that it may have been made', async () => {
  const page = await loseAnswer();
  expect(await page.order()).toBe('S1');
  expect(page.$mayBeOrdered.get()).toBe(false);
});

test.each([
  ['was not made', 'unsent', 'Ürün sepetten kaldırıldı', false],
  ['was made', 'lost', undefined, true],
] as const)(
  'a cart emptied by hand after an order without an answer that %s says what is true',
  async (_, fault, text, isOrdered) => {
    const page = await openPage();
    server[fault] = 1;
    expect(await page.order()).toBeUndefined();
    const { removeLine } = await import('../../../src/web/cart/cartEdits.store.ts');
    await removeLine(line);
    expect([toasts.at(-1)?.text, page.$mayBeOrdered.get()]).toEqual([text, isOrdered]);
    expect((await openPage()).$mayBeOrdered.get()).toBe(false);
    expect([server.cart.size, stored.get('checkout_key')]).toEqual([0, '""']);
  },
);

test('a line that could not be taken out after an order without an answer keeps its key', async () => {
  const page = await openPage();
  server.unsent = 1;
  expect(await page.order()).toBeUndefined();
  const key = stored.get('checkout_key');
  const { removeLine } = await import('../../../src/web/cart/cartEdits.store.ts');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await removeLine(line);
  await vi.waitFor(() => expect(toasts.at(-1)?.text).toBe('Adet güncellenemedi'));
  expect([page.$mayBeOrdered.get(), stored.get('checkout_key')]).toEqual([false, key]);
});
