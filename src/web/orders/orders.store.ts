import { atom } from 'nanostores';
import type { Order } from '../../contract/orders.ts';
import { call } from '../http.ts';
import { type AsyncState, loadInto } from '../ui/asyncState.ts';

/** The orders of whoever is signed in. */
export const $orders = atom<AsyncState<Order[]>>({ state: 'idle' });

export const loadOrders = (): Promise<void> =>
  loadInto($orders, () => call('GET /api/my-orders'), 'Siparişleriniz alınamadı.');
