import type { AdminProduct, ProductFilter } from '../../../contract/catalog.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, loadMessage } from '../calls.ts';
import { confirm } from '../confirm.store.ts';
import { withFailureToast } from '../failureToast.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf, watchScreen } from '../router.store.ts';
import { refreshStats } from '../stats.store.ts';
import { lineEnds } from './products.ts';

export const filters = createFilters(searchOf('products'), { search: '', category: '', when: '', sort: '' });

export const list = createList({
  filters,
  size: 10,
  load: ({ filters: { search, category, when, sort }, paging, signal }) => {
    const filter = { search, category, when, sort } as ProductFilter;
    return adminPage('GET /api/admin/products', { query: { ...filter, ...paging } }, { signal });
  },
  failure: (error) => loadMessage(error, '❌ Ürünler yüklenemedi.'),
});

/** Hides a product after asking, with how many are told and how many wait. The toast offers to bring it back. */
export async function remove(product: AdminProduct): Promise<void> {
  const { id, title } = product;
  const isHere = watchScreen();
  await withFailureToast('❌ Silme işlemi başarısız.', async () => {
    const { sold, orders } = await describeSold(product);
    if (!isHere()) return;
    const sure = await confirm({
      title: 'Bu ürünü silmek istediğine emin misin?',
      text: `“${title}” sitede görünmez ve satılmaz olur.${sold} ${lineEnds(product)}`.trim(),
      yes: 'Sil',
      danger: true,
      orders,
    });
    if (!sure) return;
    const { message } = await adminCall('PATCH /api/product/delete/:id', { params: { id } });
    list.remove(id);
    toast({ text: message, action: { label: 'Geri al', run: () => void restore(id) } });
    await Promise.all([list.reload(), refreshStats()]);
  });
}

/** What hiding a product means for those with a seat, and the orders of those who are told. */
async function describeSold({ id, seats_sold, on_sale }: AdminProduct) {
  if (!seats_sold) return { sold: '' };
  const kept = ` Satılmış ${seats_sold} kontenjanın siparişleri korunur.`;
  if (!on_sale) return { sold: kept };
  const sold = `${kept} Ödenenler geri verilmez: atölye yapılmayacaksa silmeyin, Katılımcılar sayfasında iptal edin.`;
  const [{ recipients }, orders] = await Promise.all([
    adminCall('GET /api/admin/product/:id/recipients', { params: { id } }),
    adminCall('GET /api/admin/orders', { query: { product_id: id, sort: 'asc' } }),
  ]);
  if (!recipients) return { sold, orders };
  return { sold: `${sold} Atölyenin programdan kaldırıldığı ${recipients} kişiye e-postayla bildirilir.`, orders };
}

export async function restore(id: string): Promise<void> {
  await withFailureToast('Atölye geri getirilemedi.', async () => {
    const { message } = await adminCall('PATCH /api/product/restore/:id', { params: { id } });
    toast(message);
    await Promise.all([list.reload(), refreshStats()]);
  });
}
