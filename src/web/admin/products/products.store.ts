import type { AdminProduct, ProductSort } from '../../../contract/catalog.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage } from '../calls.ts';
import { ask } from '../confirm.store.ts';
import { refreshCounts } from '../counts.store.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';

export const filters = createFilters(searchOf('products'), { search: '', category: '', when: '', sort: '' });

export const products = createList({
  filters,
  size: 10,
  load: ({ filters: { search, category, when, sort }, paging, signal }) =>
    adminPage(
      'GET /api/admin/products',
      {
        query: {
          search,
          category,
          when: (when || undefined) as 'upcoming' | undefined,
          sort: (sort || undefined) as ProductSort | undefined,
          ...paging,
        },
      },
      { signal },
    ),
  failure: () => '❌ Ürünler yüklenemedi.',
});

/** Hides an event after asking; as it is only hidden, the toast offers to take it back. */
export async function deleteProduct({ id, title, seats_sold }: AdminProduct): Promise<void> {
  const kept = seats_sold ? ` Satılmış ${seats_sold} kontenjanın siparişleri korunur.` : '';
  const sure = await ask({
    title: 'Bu ürünü silmek istediğine emin misin?',
    text: `“${title}” sitede görünmez ve satılmaz olur.${kept}`,
    yes: 'Sil',
    danger: true,
  });
  if (!sure) return;
  try {
    await adminCall('PATCH /api/product/delete/:id', { params: { id } });
  } catch {
    return toast({ text: '❌ Silme işlemi başarısız.', tone: 'err' });
  }
  products.remove(id);
  toast({ text: '✅ Ürün başarıyla silindi.', action: { label: 'Geri al', run: () => void restoreProduct(id) } });
  await Promise.all([products.reload(), refreshCounts()]);
}

async function restoreProduct(id: string): Promise<void> {
  try {
    await adminCall('PATCH /api/product/restore/:id', { params: { id } });
    toast('Ürün geri getirildi.');
    await Promise.all([products.reload(), refreshCounts()]);
  } catch {
    toast({ text: 'Ürün geri getirilemedi.', tone: 'err' });
  }
}
