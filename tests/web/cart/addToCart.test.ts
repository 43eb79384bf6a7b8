import { setPersistentEngine } from '@nanostores/persistent';
import { afterEach, expect, test, vi } from 'vitest';
import type { User } from '../../../src/contract/account.ts';
import { openStorage, watchToasts } from '../browser.ts';

afterEach(() => Reflect.deleteProperty(globalThis, 'localStorage'));

// Nanostores write to the storage's properties; one that is full throws, and they do without one that is closed.
const full = new Proxy({ getItem: () => null } as Record<string, unknown>, {
  set: () => {
    throw new DOMException('full', 'QuotaExceededError');
  },
});
const close = () => {
  throw new DOMException('Access is denied for this document.', 'SecurityError');
};

test.each([
  ['full', () => full, full],
  ['closed', close, {}],
])('a guest whose storage is %s hears why nothing is in the cart', async (_, get, engine) => {
  setPersistentEngine(engine as Record<string, string>, { addEventListener() {}, removeEventListener() {} });
  const toasts = watchToasts();
  vi.resetModules();
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get });
  const { $session } = await import('../../../src/web/account/session.state.ts');
  const { addToCart } = await import('../../../src/web/cart/addToCart.store.ts');
  const { $guestCart } = await import('../../../src/web/cart/cart.state.ts');
  $session.set({ state: 'guest' });
  await addToCart({ id: 'a', title: 'Atölye', price: 650, stock: 5 } as Parameters<typeof addToCart>[0]);
  expect(toasts).toEqual([{ text: 'Ürün sepete eklenemedi! Tarayıcınız bir şey saklayamıyor.', tone: 'err' }]);
  expect($guestCart.get()).toEqual([]);
});

test('a seat added as the session turns out to be over is in the cart of the guest', async () => {
  const storage = openStorage();
  setPersistentEngine(storage, { addEventListener() {}, removeEventListener() {} });
  const toasts = watchToasts();
  vi.resetModules();
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, value: storage });
  const { $session } = await import('../../../src/web/account/session.state.ts');
  const { addToCart } = await import('../../../src/web/cart/addToCart.store.ts');
  const { $guestCart } = await import('../../../src/web/cart/cart.state.ts');
  $session.set({ state: 'user', user: { id: 'u' } as User });
  vi.stubGlobal('fetch', async () => {
    $session.set({ state: 'guest' });
    return Response.json({ code: 'unauthenticated', message: 'Giriş yapmalısınız.' }, { status: 401 });
  });
  await addToCart({ id: 'a', title: 'Atölye', price: 650, stock: 5 } as Parameters<typeof addToCart>[0]);
  expect(toasts).toMatchObject([{ lead: 'Atölye', text: 'sepete eklendi (girişsiz)' }]);
  expect($guestCart.get()).toMatchObject([{ id: 'a', quantity: 1 }]);
});
