import { atom } from 'nanostores';
import { commentTexts } from '../../../contract/comments.texts.ts';
import type { AdminComment } from '../../../contract/comments.ts';
import { CallError } from '../../http.ts';
import { readToken } from '../../token.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, errorMessage } from '../calls.ts';
import { confirm } from '../confirm.store.ts';
import { confirmDeletion, trashHint } from '../deletion.ts';
import { withFailureToast } from '../failureToast.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { refreshStats } from '../stats.store.ts';

export const filters = createFilters(searchOf('comments'), { status: '', search: '' });

/** Thrown instead of a call when there is no token. */
class NoSession extends Error {}

export const list = createList({
  filters,
  size: 20,
  async load({ filters: { status, search }, paging, signal }) {
    if (!readToken()) throw new NoSession();
    return adminPage(
      'GET /api/admin/comments/all',
      { query: { status: status as 'pending', search, ...paging } },
      { signal },
    );
  },
  failure: (error) =>
    error instanceof NoSession
      ? 'Erişim reddedildi: Yönetici olarak giriş yapmalısınız.'
      : `Hata: ${errorMessage(error, 'Yorumlar yüklenirken bir hata oluştu.')}`,
});

export async function approve({ id }: AdminComment): Promise<void> {
  await withFailureToast('Yorum onaylanırken bir hata oluştu.', async () => {
    toast((await adminCall('PATCH /api/admin/comments/:id/approve', { params: { id } })).message);
    void refreshStats();
    await list.reload();
  });
}

/** Asks whether so many comments shall be approved. */
export const confirmApproval = (count: number): Promise<boolean> =>
  confirm({
    title: `${count} yorum onaylansın mı?`,
    text: 'Bu sayfada gördüğünüz, onay bekleyen yorumların hepsi yayınlanır.',
    yes: 'Hepsini onayla',
  });

/** Approves several comments; one that is gone meanwhile does not hold up the others. */
export async function approveShown(waiting: AdminComment[]): Promise<void> {
  let failed = 0;
  for (const { id } of waiting) {
    await adminCall('PATCH /api/admin/comments/:id/approve', { params: { id } }).catch(() => {
      failed += 1;
    });
  }
  if (failed) toast({ text: `${failed} yorum onaylanamadı. Listeyi gözden geçirin.`, tone: 'err' });
  else toast(`${waiting.length} yorum onaylandı.`);
  void refreshStats();
  await list.reload();
}

export async function remove({ id, name_surname }: AdminComment): Promise<void> {
  if (!readToken()) return toast({ text: 'İşlem başarısız: Yönetici oturumu bulunamadı.', tone: 'err' });
  const removed = await confirmDeletion({
    title: 'Bu yorumu kalıcı olarak silmek istediğinizden emin misiniz?',
    text: `${name_surname} adlı kişinin yorumu sayfadan kalkar. ${trashHint}`,
    call: () => adminCall('DELETE /api/admin/comments/:id', { params: { id } }),
    done: commentTexts.deleted,
    failed: 'Yorum silinirken bir hata oluştu.',
    trash: { entity: 'comment', id, onRestored: () => list.reload() },
  });
  if (!removed) return;
  void refreshStats();
  await list.reload();
}

export const $answering = atom<AdminComment | undefined>();

export const startAnswering = (comment: AdminComment): void => $answering.set(comment);
export const stopAnswering = (): void => $answering.set(undefined);

/**
 * Saves the practice's answer, removes it where it is blank; answers why it could not. Shows the one that somebody else
 * saved meanwhile.
 */
export async function saveAnswer({ id, answer: before }: AdminComment, answer: string): Promise<string | undefined> {
  try {
    const body = { answer, before: before ?? '' };
    const { message } = await adminCall('PUT /api/admin/comments/:id/answer', { params: { id }, body });
    toast(message);
  } catch (error) {
    if (error instanceof CallError && error.code === 'edit_conflict') {
      const current = error.body.current as AdminComment;
      list.change(id, current);
      $answering.set(current);
    }
    return errorMessage(error, 'Yanıt kaydedilirken bir hata oluştu.');
  }
  stopAnswering();
  await list.reload();
}
