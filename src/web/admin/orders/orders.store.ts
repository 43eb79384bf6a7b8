import type { OrderStatus } from '../../../contract/orders.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, sentenceOf } from '../calls.ts';
import { ask } from '../confirm.store.ts';
import { refreshCounts } from '../counts.store.ts';
import { saveCsv } from '../csv.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { type AdminOrder, ordersCsv, statusNames } from './orders.ts';

export const filters = createFilters(searchOf('orders'), { search: '', from: '', to: '', sort: 'desc' });
type OrderFilters = ReturnType<typeof filters.$filters.get>;

const toQuery = ({ search, from, to, sort }: OrderFilters) => ({
  search,
  from,
  to,
  sort: sort === 'asc' ? ('asc' as const) : ('desc' as const),
});

export const orders = createList({
  filters,
  // SPEC.md 9.
  size: 15,
  load: ({ filters: all, paging, signal }) =>
    adminPage('GET /api/admin/orders', { query: { ...toQuery(all), ...paging } }, { signal }),
  failure: () => 'Sipariş verileri alınamadı.',
});

/** Moves an order to another status; giving its seats back is asked about first. */
export async function setStatus(
  { id, code, quantity, status: before }: AdminOrder,
  status: OrderStatus,
): Promise<void> {
  if (status === before) return;
  if (status === 'cancelled') {
    const sure = await ask({
      title: 'Sipariş iptal edilsin mi?',
      text: `${code} kodlu siparişin ${quantity} kontenjanı yeniden satışa açılır.`,
      yes: 'Siparişi iptal et',
      danger: true,
    });
    if (!sure) return;
  }
  orders.change(id, { status });
  try {
    await adminCall('PATCH /api/admin/orders/:id/status', { params: { id }, body: { status } });
    toast({ lead: code, text: `kodlu sipariş: ${statusNames[status]}.` });
    await refreshCounts();
  } catch (error) {
    orders.change(id, { status: before });
    toast({ text: sentenceOf(error, 'Siparişin durumu değiştirilemedi.'), tone: 'err' });
  }
}

/** Everything the filters let through, all pages of it, as a file. */
export async function downloadOrders(): Promise<void> {
  try {
    const rows = await adminCall('GET /api/admin/orders', { query: toQuery(filters.$filters.get()) });
    saveCsv('siparisler.csv', ordersCsv(rows));
  } catch (error) {
    toast({ text: sentenceOf(error, 'Sipariş verileri alınamadı.'), tone: 'err' });
  }
}
