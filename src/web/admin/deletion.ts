import type { TrashEntity } from '../../contract/trash.ts';
import { toast } from '../ui/toast.ts';
import { ignoreNotFound, restoreFromTrash } from './calls.ts';
import { confirm } from './confirm.store.ts';
import { withFailureToast } from './failureToast.ts';

interface Deletion {
  title: string;
  text?: string;
  call: () => Promise<{ message: string }>;
  /** The notice where somebody else deleted it before. */
  done: string;
  /** Said after a failure without a message of the server. */
  failed: string;
  /** Where the deletion moves something into the trash: the notice offers to bring it back, and then calls this. */
  trash?: { entity: TrashEntity; id: string; onRestored: () => unknown };
}

/** What the question before such a deletion ends with. */
export const trashHint = 'Çöp kutusuna taşınır; 30 gün içinde geri getirebilirsiniz.';

/** Deletes after asking and says how it went; answers whether it is gone. */
export async function confirmDeletion({ title, text, call, done, failed, trash }: Deletion): Promise<boolean> {
  if (!(await confirm({ title, text, yes: 'Sil', danger: true }))) return false;
  return withFailureToast(failed, async () => {
    const reply = await ignoreNotFound(call());
    const action = reply && trash && { label: 'Geri al', run: () => void undo(trash) };
    toast({ text: reply?.message ?? done, action });
  });
}

async function undo({ entity, id, onRestored }: NonNullable<Deletion['trash']>): Promise<void> {
  await withFailureToast('Geri getirilemedi.', async () => {
    toast((await restoreFromTrash(entity, id)).message);
  });
  // Also after a failure: it may be back, where only the answer was lost.
  onRestored();
}
