import type { Enquiry, FormType } from '../../../contract/enquiries.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, sentenceOf, unlessGone } from '../calls.ts';
import { ask } from '../confirm.store.ts';
import { refreshCounts } from '../counts.store.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';

export const filters = createFilters(searchOf('messages'), { form_type: 'consulting' });
export const list = createList({
  filters,
  size: 20,
  load: ({ filters: { form_type }, paging, signal }) =>
    adminPage('GET /api/consulting-messages', { query: { form_type: form_type as FormType, ...paging } }, { signal }),
  failure: (error) => sentenceOf(error, 'Mesajlar yüklenemedi.'),
});

export async function markRead({ id }: Enquiry): Promise<void> {
  try {
    await adminCall('PATCH /api/consulting-messages/:id/read', { params: { id } });
    list.change(id, { is_read: true });
    void refreshCounts();
  } catch {
    toast({ text: 'Okundu olarak işaretleme başarısız oldu.', tone: 'err' });
  }
}

export async function remove({ id, full_name }: Enquiry): Promise<void> {
  const sure = await ask({
    title: 'Bu mesaj silinsin mi?',
    text: `${full_name} adlı kişinin mesajı kalıcı olarak silinir; geri alınamaz.`,
    yes: 'Sil',
    danger: true,
  });
  if (!sure) return;
  try {
    await unlessGone(adminCall('DELETE /api/consulting-messages/:id', { params: { id } }));
  } catch {
    return toast({ text: 'Mesaj silinirken hata oluştu.', tone: 'err' });
  }
  list.remove(id);
  void refreshCounts();
  await list.reload();
}
