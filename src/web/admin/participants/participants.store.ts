import { atom } from 'nanostores';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { CallError } from '../../http.ts';
import type { AsyncState } from '../../ui/asyncState.ts';
import { adminCall, errorMessage } from '../calls.ts';
import { saveCsv } from '../csv.ts';
import { type AdminOrder, participantsCsv } from '../orders/orders.ts';

/** A product and all its orders. */
export const $product = atom<AsyncState<{ product: AdminProduct; orders: AdminOrder[] }>>({ state: 'idle' });

/** Id of the product opened last; an answer about another one is dropped. */
let openedId = '';

export async function open(id: string): Promise<void> {
  openedId = id;
  $product.set({ state: 'loading' });
  try {
    const [product, orders] = await Promise.all([
      adminCall('GET /api/admin/product/:id', { params: { id } }),
      adminCall('GET /api/admin/orders', { query: { product_id: id, sort: 'asc' } }),
    ]);
    if (openedId === id) $product.set({ state: 'loaded', value: { product, orders } });
  } catch (error) {
    if (openedId !== id) return;
    const gone = error instanceof CallError && error.status === 404;
    const message = gone ? '❌ Ürün bulunamadı.' : errorMessage(error, 'Katılımcılar yüklenemedi.');
    $product.set({ state: 'failed', message });
  }
}

export const download = (product: AdminProduct, orders: AdminOrder[]): void =>
  saveCsv(`katilimcilar-${product.slug}.csv`, participantsCsv(orders));
