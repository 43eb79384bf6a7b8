import type { AdminComment } from '../../../contract/comments.ts';
import { readToken } from '../../token.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, sentenceOf, unlessGone } from '../calls.ts';
import { ask } from '../confirm.store.ts';
import { refreshCounts } from '../counts.store.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';

export const filters = createFilters(searchOf('comments'), { status: '', search: '' });

/** Without a session nothing is asked (SPEC.md 5). */
class NoSession extends Error {}

export const list = createList({
  filters,
  size: 20,
  async load({ filters: { status, search }, paging, signal }) {
    if (!readToken()) throw new NoSession();
    return adminPage(
      'GET /api/admin/comments/all',
      { query: { status: (status || undefined) as 'pending' | undefined, search, ...paging } },
      { signal },
    );
  },
  failure: (error) =>
    error instanceof NoSession
      ? 'Erişim reddedildi: Yönetici olarak giriş yapmalısınız.'
      : `Hata: ${sentenceOf(error, 'Yorumlar yüklenirken bir hata oluştu.')}`,
});

export async function approve({ id }: AdminComment): Promise<void> {
  try {
    await adminCall('PATCH /api/admin/comments/:id/approve', { params: { id } });
    toast('Yorum onaylandı.');
  } catch (error) {
    return toast({ text: sentenceOf(error, 'Yorum onaylanırken bir hata oluştu.'), tone: 'err' });
  }
  void refreshCounts();
  await list.reload();
}

export async function remove({ id, name_surname }: AdminComment): Promise<void> {
  if (!readToken()) return toast({ text: 'İşlem başarısız: Yönetici oturumu bulunamadı.', tone: 'err' });
  const sure = await ask({
    title: 'Bu yorumu kalıcı olarak silmek istediğinizden emin misiniz?',
    text: `${name_surname} adlı kişinin yorumu silinir.`,
    yes: 'Sil',
    danger: true,
  });
  if (!sure) return;
  try {
    await unlessGone(adminCall('DELETE /api/admin/comments/:id', { params: { id } }));
  } catch (error) {
    return toast({ text: sentenceOf(error, 'Yorum silinirken bir hata oluştu.'), tone: 'err' });
  }
  toast('Yorum başarıyla silindi.');
  void refreshCounts();
  await list.reload();
}
