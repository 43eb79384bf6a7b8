import { expect, test, vi } from 'vitest';
import type { ToastDetail } from '../../../src/web/ui/toast.ts';

test('a guest whose browser stores nothing hears why nothing is in the cart', async () => {
  const toasts: ToastDetail[] = [];
  vi.stubGlobal('document', { dispatchEvent: ({ detail }: CustomEvent<ToastDetail>) => toasts.push(detail) });
  // Nanostores write to the storage's properties; one that is full throws.
  const full = new Proxy({ getItem: () => null } as Record<string, unknown>, {
    set: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  });
  vi.stubGlobal('localStorage', full);
  const { $session } = await import('../../../src/web/account/session.state.ts');
  const { addToCart } = await import('../../../src/web/cart/addToCart.store.ts');
  $session.set({ state: 'guest' });
  await addToCart({ id: 'a', title: 'Atölye', price: 650, stock: 5 } as Parameters<typeof addToCart>[0]);
  expect(toasts).toEqual([{ text: 'Ürün sepete eklenemedi! Tarayıcınız bir şey saklayamıyor.', tone: 'err' }]);
});
