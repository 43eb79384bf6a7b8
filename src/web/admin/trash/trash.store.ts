import { trashTexts } from '../../../contract/trash.texts.ts';
import type { TrashEntity, TrashItem } from '../../../contract/trash.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, loadMessage, restoreFromTrash } from '../calls.ts';
import { confirmDeletion } from '../deletion.ts';
import { withFailureToast } from '../failureToast.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { refreshStats } from '../stats.store.ts';

export const filters = createFilters(searchOf('trash'), { entity: '' });

export const list = createList({
  filters,
  size: 20,
  load: ({ filters: { entity }, paging, signal }) =>
    adminPage('GET /api/admin/trash', { query: { entity: entity as TrashEntity, ...paging } }, { signal }),
  failure: (error) => loadMessage(error, 'Çöp kutusu yüklenemedi.'),
});

export async function restore({ entity, id }: TrashItem): Promise<void> {
  await withFailureToast('Geri getirilemedi.', async () => {
    toast((await restoreFromTrash(entity, id)).message);
  });
  void refreshStats();
  await list.reload();
}

export async function destroy({ entity, id, title }: TrashItem): Promise<void> {
  const isGone = await confirmDeletion({
    title: 'Kalıcı olarak silinsin mi?',
    text: `“${title}” bir daha geri getirilemez.`,
    call: () => adminCall('DELETE /api/admin/trash/:entity/:id', { params: { entity, id } }),
    done: trashTexts.destroyed,
    failed: 'Silinemedi.',
  });
  if (isGone) await list.reload();
}

export async function empty(): Promise<void> {
  const isGone = await confirmDeletion({
    title: 'Çöp kutusu boşaltılsın mı?',
    text: 'İçindekilerin hiçbiri bir daha geri getirilemez.',
    call: () => adminCall('DELETE /api/admin/trash'),
    done: trashTexts.emptied,
    failed: 'Çöp kutusu boşaltılamadı.',
  });
  if (isGone) await list.reload();
}
