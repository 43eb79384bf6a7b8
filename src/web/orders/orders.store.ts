import { atom } from 'nanostores';
import type { Order } from '../../contract/orders.ts';
import { call } from '../http.ts';

/** What this person bought. */
export const $orders = atom<{ state: 'loading' } | { state: 'failed' } | { state: 'loaded'; orders: Order[] }>({
  state: 'loading',
});

export async function loadOrders(): Promise<void> {
  $orders.set({ state: 'loading' });
  try {
    $orders.set({ state: 'loaded', orders: await call('GET /api/my-orders') });
  } catch {
    $orders.set({ state: 'failed' });
  }
}
