import { atom } from 'nanostores';
import type { AdminProduct } from '../../../contract/catalog.ts';
import { CallError } from '../../http.ts';
import { adminCall, sentenceOf } from '../calls.ts';
import { saveCsv } from '../csv.ts';
import { type AdminOrder, participantsCsv } from '../orders/orders.ts';

/** An event and everything sold of it; undefined until known. */
export const $event = atom<{ product: AdminProduct; orders: AdminOrder[] } | undefined>();
export const $failure = atom<string | undefined>();

/** The event asked for last. */
let asked = '';

export async function openParticipants(id: string): Promise<void> {
  asked = id;
  if ($event.get()?.product.id !== id) $event.set(undefined);
  $failure.set(undefined);
  try {
    const [product, orders] = await Promise.all([
      adminCall('GET /api/admin/product/:id', { params: { id } }),
      adminCall('GET /api/admin/orders', { query: { product_id: id, sort: 'asc' } }),
    ]);
    if (asked === id) $event.set({ product, orders });
  } catch (error) {
    if (asked !== id) return;
    const gone = error instanceof CallError && error.status === 404;
    $failure.set(gone ? '❌ Ürün bulunamadı.' : sentenceOf(error, 'Katılımcılar yüklenemedi.'));
  }
}

export function downloadParticipants(): void {
  const event = $event.get();
  if (event) saveCsv(`katilimcilar-${event.product.slug}.csv`, participantsCsv(event.orders));
}
