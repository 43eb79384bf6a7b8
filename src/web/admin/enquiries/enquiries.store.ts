import type { Enquiry, FormType } from '../../../contract/enquiries.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, errorMessage } from '../calls.ts';
import { confirmDeletion } from '../deletion.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { refreshStats } from '../stats.store.ts';

export const filters = createFilters(searchOf('enquiries'), { form_type: 'consulting' });
export const list = createList({
  filters,
  size: 20,
  load: ({ filters: { form_type }, paging, signal }) =>
    adminPage('GET /api/consulting-messages', { query: { form_type: form_type as FormType, ...paging } }, { signal }),
  failure: (error) => errorMessage(error, 'Mesajlar yüklenemedi.'),
});

export async function markRead({ id }: Enquiry): Promise<void> {
  try {
    await adminCall('PATCH /api/consulting-messages/:id/read', { params: { id } });
    list.change(id, { is_read: true });
    void refreshStats();
  } catch (error) {
    toast({ text: errorMessage(error, 'Okundu olarak işaretleme başarısız oldu.'), tone: 'err' });
  }
}

export async function remove({ id, full_name }: Enquiry): Promise<void> {
  const removed = await confirmDeletion({
    title: 'Bu mesaj silinsin mi?',
    text: `${full_name} adlı kişinin mesajı kalıcı olarak silinir; geri alınamaz.`,
    call: () => adminCall('DELETE /api/consulting-messages/:id', { params: { id } }),
    done: 'Mesaj silindi.',
    failed: 'Mesaj silinirken hata oluştu.',
  });
  if (!removed) return;
  list.remove(id);
  void refreshStats();
  await list.reload();
}
