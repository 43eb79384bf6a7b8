import { catalogTexts } from '../../../contract/catalog.texts.ts';
import type { Category } from '../../../contract/catalog.ts';
import { createEditForm } from '../../ui/editForm.ts';
import type { FieldErrors } from '../../ui/form.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, errorMessage, loadMessage } from '../calls.ts';
import { confirmDeletion } from '../deletion.ts';
import { createList } from '../list.store.ts';

/** All categories, which the product form offers too. */
export const list = createList({
  load: ({ signal }) => adminPage('GET /api/categories', undefined, { signal }),
  failure: (error) => loadMessage(error, 'Kategoriler yüklenemedi.'),
});

const check = ({ name }: { name: string }): FieldErrors => (name.trim() ? {} : { name: catalogTexts.categoryName });

export const addForm = createEditForm({
  name: 'category',
  blank: { name: '' },
  check,
  failure: (error) => errorMessage(error, 'Kategori eklenemedi.'),
  noDraft: true,
});

export const renameForm = createEditForm({
  name: 'category-name',
  blank: { name: '' },
  check,
  failure: (error) => errorMessage(error, 'Kategori güncellenemedi.'),
  noDraft: true,
});

export async function add(): Promise<void> {
  const added = await addForm.submit(({ values }) =>
    adminCall('POST /api/admin/categories', { body: values }).catch((error) => {
      // The category may have been added: only the answer was lost.
      void list.reload();
      throw error;
    }),
  );
  if (!added) return;
  addForm.open('new', { name: '' });
  toast({ lead: added.name, text: 'kategorisi eklendi.' });
  await list.reload();
}

/** Answers whether the new name is saved. */
export async function rename(id: string): Promise<boolean> {
  const renamed = await renameForm.submit(({ values }) =>
    adminCall('PUT /api/admin/categories/:id', { params: { id }, body: values }),
  );
  if (!renamed) return false;
  toast('Kategori güncellendi.');
  await list.reload();
  return true;
}

export async function remove({ id, name }: Category): Promise<void> {
  const removed = await confirmDeletion({
    title: `“${name}” kategorisi silinsin mi?`,
    call: () => adminCall('DELETE /api/admin/categories/:id', { params: { id } }),
    done: catalogTexts.categoryDeleted,
    failed: 'Kategori silinemedi.',
  });
  if (removed) list.remove(id);
}
