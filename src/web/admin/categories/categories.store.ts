import type { Category } from '../../../contract/catalog.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, sentenceOf, unlessGone } from '../calls.ts';
import { ask } from '../confirm.store.ts';
import { createForm } from '../form.store.ts';
import { createList } from '../list.store.ts';

/** All workshop categories; also what the product form offers. */
export const categories = createList({
  load: ({ signal }) => adminPage('GET /api/categories', undefined, { signal }),
  failure: (error) => sentenceOf(error, 'Kategoriler yüklenemedi.'),
});

const missing = 'Lütfen kategori adını girin.';
const check = ({ name }: { name: string }) => (name.trim() ? {} : { name: missing });

/** A new category. */
export const addForm = createForm({
  room: 'category',
  blank: { name: '' },
  check,
  failure: (error) => sentenceOf(error, 'Kategori eklenemedi.'),
  fleeting: true,
});

/** A category's new name. */
export const renameForm = createForm({
  room: 'category-name',
  blank: { name: '' },
  check,
  failure: (error) => sentenceOf(error, 'Kategori güncellenemedi.'),
  fleeting: true,
});

export async function addCategory(): Promise<void> {
  const added = await addForm.submit(({ values }) => adminCall('POST /api/admin/categories', { body: values }));
  if (!added) return;
  addForm.open('new', { name: '' });
  toast({ lead: added.name, text: 'kategorisi eklendi.' });
  await categories.reload();
}

/** Answers whether it is saved. */
export async function renameCategory(id: string): Promise<boolean> {
  const renamed = await renameForm.submit(({ values }) =>
    adminCall('PUT /api/admin/categories/:id', { params: { id }, body: values }),
  );
  if (!renamed) return false;
  toast('Kategori güncellendi.');
  await categories.reload();
  return true;
}

export async function deleteCategory({ id, name }: Category): Promise<void> {
  const sure = await ask({ title: `“${name}” kategorisi silinsin mi?`, yes: 'Sil', danger: true });
  if (!sure) return;
  try {
    await unlessGone(adminCall('DELETE /api/admin/categories/:id', { params: { id } }));
    categories.remove(id);
    toast('Kategori silindi.');
  } catch (error) {
    toast({ text: sentenceOf(error, 'Kategori silinemedi.'), tone: 'err' });
  }
}
