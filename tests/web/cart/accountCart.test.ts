import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { User } from '../../../src/contract/account.ts';
import type { GuestItem } from '../../../src/web/cart/cart.ts';
import { openStorage } from '../browser.ts';

/** One for all tests: persistent atoms keep the first they find. */
const storage = openStorage();

const guestLine = (id: string, quantity: number) => ({ id, title: id, price: 650, quantity });
const user = { id: 'u1', email: 'ada@ornek.com' } as User;
const toSeats = ({ id, quantity }: ReturnType<typeof guestLine>) => ({ product_id: id, quantity });
type Seats = { product_id: string; quantity: number }[];

/** A browser with a guest's cart, and a server that merges once for each key. `lost` counts lost answers. */
async function openBrowser() {
  const cart = new Map<string, number>();
  const done = new Map<string, string>();
  const server = { lost: 0, isDown: false };
  const readCart = () =>
    [...cart].map(([product_id, quantity]) => ({ product_id, quantity, product_details: { id: product_id } }));
  const answer = (method: string, key: string, body: string) => {
    if (method === 'GET') return Response.json({ cart: readCart() });
    if (done.has(key) && done.get(key) !== body)
      return Response.json({ code: 'idempotency_mismatch', message: '' }, { status: 422 });
    if (!done.has(key))
      for (const { product_id, quantity } of JSON.parse(body).items as Seats)
        cart.set(product_id, (cart.get(product_id) ?? 0) + quantity);
    done.set(key, body);
    return Response.json({ cart: readCart(), adjusted: [] });
  };
  vi.stubGlobal('fetch', async (_: string, { method = 'GET', headers = {}, body = '' }: RequestInit = {}) => {
    if (server.isDown) throw new TypeError('no network');
    const reply = answer(method, (headers as Record<string, string>)['idempotency-key'] ?? '', String(body));
    if (method !== 'POST' || !server.lost) return reply;
    server.lost -= 1;
    throw new TypeError('no network');
  });
  const { $session } = await import('../../../src/web/account/session.state.ts');
  const { mergeAndLoadCart } = await import('../../../src/web/cart/accountCart.store.ts');
  $session.set({ state: 'user', user });
  return {
    server,
    merge: mergeAndLoadCart,
    fill: (...lines: ReturnType<typeof guestLine>[]) => storage.setItem('guest_cart', JSON.stringify(lines)),
    guest: () => (JSON.parse(String(storage.guest_cart)) as { quantity: number }[]).map(({ quantity }) => quantity),
    account: () => Object.fromEntries(cart),
  };
}

beforeEach(() => {
  vi.resetModules();
  vi.stubGlobal('localStorage', storage);
  for (const key of Object.keys(storage)) storage.removeItem(key);
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => void vi.restoreAllMocks());

test('a cart that cannot be loaded says so again after another try', async () => {
  const { server } = await openBrowser();
  const { $accountCart } = await import('../../../src/web/cart/cart.state.ts');
  const { loadCart } = await import('../../../src/web/cart/accountCart.store.ts');
  server.isDown = true;
  await loadCart();
  const states: string[] = [];
  $accountCart.subscribe(({ lines }) => void states.push(lines.state));
  await loadCart();
  expect(states).toEqual(['failed', 'loading', 'failed']);
});

test('a guest cart whose answers are lost is added once, and emptied by the first answer', async () => {
  const { server, merge, fill, guest, account } = await openBrowser();
  fill(guestLine('a', 2));
  server.lost = 2;
  await merge();
  expect([guest(), account()]).toEqual([[2], { a: 2 }]);
  await merge();
  await merge();
  expect([guest(), account(), storage.guest_cart_merge]).toEqual([[], { a: 2 }, undefined]);
  // The next guest cart has a key of its own.
  fill(guestLine('a', 2));
  await merge();
  expect(account()).toEqual({ a: 4 });
});

test('what came into a guest cart after a lost answer is added, what went out is not added again', async () => {
  const { server, merge, fill, guest, account } = await openBrowser();
  fill(guestLine('a', 2), guestLine('b', 3));
  server.lost = 1;
  await merge();
  fill(guestLine('a', 3), guestLine('b', 1), guestLine('c', 1));
  await merge();
  expect([guest(), account()]).toEqual([[], { a: 3, b: 3, c: 1 }]);
});

test('a guest cart that changed after a try that did not arrive is added as it is now', async () => {
  const { server, merge, fill, guest, account } = await openBrowser();
  fill(guestLine('a', 2), guestLine('b', 3));
  server.isDown = true;
  await merge();
  server.isDown = false;
  fill(guestLine('a', 1));
  await merge();
  expect([guest(), account()]).toEqual([[], { a: 1 }]);
});

test('seats sent with a registration wait until the account’s cart can be read', async () => {
  const { server, merge, fill, guest, account } = await openBrowser();
  fill(guestLine('a', 2));
  await merge();
  fill(guestLine('a', 2), guestLine('b', 1));
  const registered = { email: user.email, cart: [{ product_id: 'a', quantity: 2 }] };
  storage.setItem('registration', JSON.stringify(registered));
  const answered = fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) =>
    init?.method === 'POST' ? answered(url, init) : Promise.reject(new TypeError('no network')),
  );
  await merge();
  expect([guest(), account()]).toEqual([[2, 1], { a: 2 }]);
  vi.stubGlobal('fetch', answered);
  await merge();
  expect([guest(), account(), server.lost]).toEqual([[], { a: 2, b: 1 }, 0]);
});

test('seats of a registration that the activation cut are not merged again', async () => {
  const { merge, fill, guest, account } = await openBrowser();
  // Two of three seats were left when the account was activated.
  fill(guestLine('a', 2));
  await merge();
  fill(guestLine('a', 3), guestLine('b', 1));
  const registered = { email: user.email, cart: [guestLine('a', 3), guestLine('b', 1)].map(toSeats) };
  storage.setItem('registration', JSON.stringify(registered));
  await merge();
  expect([guest(), account()]).toEqual([[], { a: 2, b: 1 }]);
});

test('a load of the cart that is answered after changes does not undo them', async () => {
  const { merge } = await openBrowser();
  const { changeSeatCount } = await import('../../../src/web/cart/accountCart.store.ts');
  const { $cart } = await import('../../../src/web/cart/cart.state.ts');
  const loads: (() => void)[] = [];
  let quantity = 1;
  vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit = {}) => {
    if (method === 'POST') return Response.json({ quantity: ++quantity });
    const reply = Response.json({ cart: [{ product_id: 'a', quantity, product_details: { id: 'a' } }] });
    await new Promise<void>((resolve) => loads.push(resolve));
    return reply;
  });
  const merged = merge();
  await vi.waitFor(() => expect(loads).toHaveLength(1));
  for (let presses = 0; presses < 2; presses += 1) await changeSeatCount(guestLine('a', 1) as GuestItem, 1);
  loads[0]?.();
  await merged;
  expect($cart.get()?.map((line) => line.quantity)).toEqual([3]);
});
