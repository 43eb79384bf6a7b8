import { atom } from 'nanostores';
import { enquiryTexts } from '../../../contract/enquiries.texts.ts';
import type { Enquiry, EnquiryCounts, EnquiryStatus, FormFilter } from '../../../contract/enquiries.ts';
import { CallError } from '../../http.ts';
import { toast } from '../../ui/toast.ts';
import { $unsaved } from '../../ui/unsaved.ts';
import { adminCall, adminPage, loadMessage } from '../calls.ts';
import { confirmDeletion, trashHint } from '../deletion.ts';
import { withFailureToast } from '../failureToast.ts';
import { confirmLeave } from '../leave.store.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { refreshStats } from '../stats.store.ts';

const inAddress = createFilters(searchOf('enquiries'), { form_type: 'all', status: '', search: '' });

/** Other messages come into view only after a question about notes that are not saved. */
export const filters: typeof inAddress = {
  ...inAddress,
  set: (patch) => void confirmLeave().then((leave) => leave && inAddress.set(patch)),
};

/** How many messages there are, by form; undefined until loaded. */
export const $counts = atom<EnquiryCounts | undefined>();

export async function loadCounts(): Promise<void> {
  const counts = await adminCall('GET /api/consulting-messages/counts').catch(() => undefined);
  if (counts) $counts.set(counts);
}

/** Counts again, here and in the menu. */
const recount = () => Promise.all([loadCounts(), refreshStats()]);

export const list = createList({
  filters: inAddress,
  size: 20,
  load({ filters: { form_type, status, search }, paging, signal }) {
    const filter = { form_type: form_type as FormFilter, status: (status || undefined) as EnquiryStatus | undefined };
    return adminPage('GET /api/consulting-messages', { query: { ...filter, search, ...paging } }, { signal });
  },
  failure: (error) => loadMessage(error, 'Mesajlar yüklenemedi.'),
});

/**
 * Shows the new state of a message. In a list of one state it gives its place up, as the next page would begin too
 * late; its buttons stay as they are until then, so that the focus finds the same one of the next message.
 */
async function showState(id: string, patch: Partial<Enquiry>): Promise<void> {
  if (filters.$filters.get().status && !$unsaved.get()) await list.reload();
  else list.change(id, patch);
}

export async function markRead({ id }: Enquiry): Promise<void> {
  await withFailureToast('Okundu olarak işaretleme başarısız oldu.', async () => {
    await adminCall('PATCH /api/consulting-messages/:id/read', { params: { id } });
    await Promise.all([showState(id, { is_read: true, status: 'read' }), recount()]);
  });
}

/** Marks a message answered, or only read again. */
export async function markAnswered({ id }: Enquiry, answered: boolean): Promise<void> {
  await withFailureToast('Durum kaydedilemedi.', async () => {
    const body = { status: answered ? 'answered' : 'read' } as const;
    const changed = await adminCall('PATCH /api/consulting-messages/:id/status', { params: { id }, body });
    await Promise.all([showState(id, changed), recount()]);
  });
}

/** Saves the private note and answers whether it was saved. Shows the one that somebody else saved meanwhile. */
export const saveNote = ({ id, note: before }: Enquiry, note: string) =>
  withFailureToast('Not kaydedilemedi.', async () => {
    try {
      const body = { note, before };
      list.change(id, await adminCall('PUT /api/consulting-messages/:id/note', { params: { id }, body }));
    } catch (error) {
      if (!(error instanceof CallError && error.code === 'edit_conflict')) throw error;
      const current = error.body.current as Enquiry;
      list.change(id, current);
      // Where it is the same note only the answer of an earlier try was lost.
      if (current.note !== note.trim()) throw error;
    }
    toast(note.trim() ? 'Not kaydedildi.' : 'Not silindi.');
  });

export async function remove({ id, full_name }: Enquiry): Promise<void> {
  const removed = await confirmDeletion({
    title: 'Bu mesaj silinsin mi?',
    text: `${full_name} adlı kişinin mesajı gelen kutusundan kalkar. ${trashHint}`,
    call: () => adminCall('DELETE /api/consulting-messages/:id', { params: { id } }),
    done: enquiryTexts.deleted,
    failed: 'Mesaj silinirken hata oluştu.',
    trash: { entity: 'enquiry', id, onRestored: () => list.reload() },
  });
  if (!removed) return;
  list.remove(id);
  void recount();
  await list.reload();
}
