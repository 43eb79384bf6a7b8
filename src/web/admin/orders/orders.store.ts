import { atom } from 'nanostores';
import type { OrderStatus } from '../../../contract/orders.ts';
import { type AsyncState, loadInto } from '../../ui/asyncState.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, errorMessage, loadMessage } from '../calls.ts';
import { confirm } from '../confirm.store.ts';
import { saveCsv } from '../csv.ts';
import { withFailureToast } from '../failureToast.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { refreshStats } from '../stats.store.ts';
import { type AdminOrder, cancelText, ordersCsv, statusNames } from './orders.ts';

export const filters = createFilters(searchOf('orders'), { search: '', from: '', to: '', status: '', sort: 'desc' });
type OrderFilters = ReturnType<typeof filters.$filters.get>;

const toQuery = ({ search, from, to, status, sort }: OrderFilters) => ({
  search,
  from,
  to,
  status: status as OrderStatus,
  sort: sort === 'asc' ? ('asc' as const) : ('desc' as const),
});

export const list = createList({
  filters,
  size: 15,
  load: ({ filters: all, paging, signal }) => {
    void loadDue(signal);
    return adminPage('GET /api/admin/orders', { query: { ...toQuery(all), ...paging } }, { signal });
  },
  failure: (error) => loadMessage(error, 'Sipariş verileri alınamadı.'),
});

/** What is not paid yet among all orders that match the filters. Where that fails, nothing is said. */
export const $due = atom<AsyncState<{ checkouts: number; due: number }>>({ state: 'idle' });

const loadDue = (signal?: AbortSignal): Promise<void> =>
  loadInto(
    $due,
    () => adminCall('GET /api/admin/orders/due', { query: toQuery(filters.$filters.get()) }, { signal }),
    '',
  );

/** Changes an order's status, at once on the screen; asks before cancelling, which releases its seats. */
export async function setStatus(order: AdminOrder, status: OrderStatus): Promise<void> {
  const { id, code, status: before } = order;
  if (status === before) return;
  if (status === 'cancelled') {
    const sure = await confirm({
      title: 'Sipariş iptal edilsin mi?',
      text: cancelText(order),
      yes: 'Siparişi iptal et',
      danger: true,
    });
    if (!sure) return;
  }
  list.change(id, { status });
  try {
    const after = await adminCall('PATCH /api/admin/orders/:id/status', { params: { id }, body: { status } });
    // A line becomes paid when all lines of its code are paid.
    const isPartial = status === 'paid' && after.status === 'reserved';
    const words = isPartial ? 'ödemesi kaydedildi; öbür satırlarının ödemesi bekleniyor' : statusNames[after.status];
    toast({ lead: code, text: `kodlu sipariş: ${words}.` });
    list.change(id, { status: after.status });
    const hasOthers = list.$list.get().rows?.some((row) => row.code === code && row.id !== id);
    await Promise.all([hasOthers ? list.reload() : loadDue(), refreshStats()]);
  } catch (error) {
    list.change(id, { status: before });
    toast({ text: errorMessage(error, 'Siparişin durumu değiştirilemedi.'), tone: 'err' });
  }
}

/** Saves all orders that match the filters, on all pages, as a CSV file. */
export const download = () =>
  withFailureToast('Sipariş verileri alınamadı.', async () => {
    const rows = await adminCall('GET /api/admin/orders', { query: toQuery(filters.$filters.get()) });
    saveCsv('siparisler.csv', ordersCsv(rows));
  });
