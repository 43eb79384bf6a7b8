import type { AdminProduct, ProductFilter } from '../../../contract/catalog.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, errorMessage } from '../calls.ts';
import { confirm } from '../confirm.store.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { refreshStats } from '../stats.store.ts';

export const filters = createFilters(searchOf('products'), { search: '', category: '', when: '', sort: '' });

export const list = createList({
  filters,
  size: 10,
  load: ({ filters: { search, category, when, sort }, paging, signal }) => {
    const filter = { search, category, when: when || undefined, sort: sort || undefined } as ProductFilter;
    return adminPage('GET /api/admin/products', { query: { ...filter, ...paging } }, { signal });
  },
  failure: (error) => errorMessage(error, '❌ Ürünler yüklenemedi.'),
});

/** Hides a product after asking. Hidden, it can come back: the toast offers that. */
export async function remove({ id, title, seats_sold }: AdminProduct): Promise<void> {
  const orders = seats_sold ? ` Satılmış ${seats_sold} kontenjanın siparişleri korunur.` : '';
  const sure = await confirm({
    title: 'Bu ürünü silmek istediğine emin misin?',
    text: `“${title}” sitede görünmez ve satılmaz olur.${orders}`,
    yes: 'Sil',
    danger: true,
  });
  if (!sure) return;
  try {
    const { message } = await adminCall('PATCH /api/product/delete/:id', { params: { id } });
    list.remove(id);
    toast({ text: message, action: { label: 'Geri al', run: () => void restore(id) } });
    await Promise.all([list.reload(), refreshStats()]);
  } catch (error) {
    toast({ text: errorMessage(error, '❌ Silme işlemi başarısız.'), tone: 'err' });
  }
}

async function restore(id: string): Promise<void> {
  try {
    const { message } = await adminCall('PATCH /api/product/restore/:id', { params: { id } });
    toast(message);
    await Promise.all([list.reload(), refreshStats()]);
  } catch (error) {
    toast({ text: errorMessage(error, 'Ürün geri getirilemedi.'), tone: 'err' });
  }
}
