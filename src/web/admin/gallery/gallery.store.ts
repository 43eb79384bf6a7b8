import { galleryTexts } from '../../../contract/gallery.texts.ts';
import type { AdminGallerySet } from '../../../contract/gallery.ts';
import { galleryRefusal, maxGalleryImages } from '../../../shared/gallery.ts';
import { isDoneBefore, sendDraftOnce } from '../../sendOnce.ts';
import { readToken } from '../../token.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, adminUpload, errorMessage, loadMessage } from '../calls.ts';
import { confirmDeletion, trashHint } from '../deletion.ts';
import { createEditor } from '../editor.store.ts';
import { createFilters, createList } from '../list.store.ts';
import { moveItem } from '../moveItem.ts';
import { imageProblem, prepareImage } from '../prepareImage.ts';
import { searchOf } from '../router.store.ts';
import { blankSet, checkSet, type SetPicture, toBody, toDraft, toValues } from './gallery.ts';

export const filters = createFilters(searchOf('gallery'), { search: '', category: '' });
export const list = createList({
  filters,
  size: 10,
  load: ({ filters: { search, category }, paging, signal }) =>
    adminPage('GET /api/admin/gallery', { query: { search, category: category as 'Koçluk', ...paging } }, { signal }),
  failure: (error) => loadMessage(error, 'Galeri yüklenemedi.'),
});

export const editor = createEditor({
  name: 'gallery',
  blank: blankSet,
  version: 'version',
  nested: true,
  toDraft,
  toValues,
  check: checkSet,
  failure: (error) =>
    isDoneBefore(error)
      ? '❌ Önceki denemenizdeki görseller yüklendi. Bu başka bir setse yeniden yükleyin.'
      : errorMessage(error, '❌ Yükleme sırasında bir hata oluştu.'),
  async send({ values, onProgress, signal }, stored: AdminGallerySet | undefined, base) {
    if (!stored)
      return sendDraftOnce('photo set', (headers) =>
        adminUpload('POST /api/admin/gallery/add', { body: toBody(values), headers }, onProgress, signal),
      );
    const input = { params: { id: stored.id }, body: toBody(values, base?.version) };
    return adminUpload('PUT /api/admin/gallery/update/:id', input, onProgress, signal);
  },
  async afterSave({ message }) {
    toast(message);
    editor.startNew();
    await list.reload();
  },
});

const pictures = () => editor.form.$form.get().values.pictures;
const setPictures = (next: SetPicture[]) => editor.form.set('pictures', next);

/** Adds chosen files, resized where they are too large. Says in a line each why some could not be added. */
export async function addPictures(files: File[]): Promise<void> {
  editor.form.refuse('image', undefined);
  let isFull = false;
  const add = (file: File | undefined) => {
    if (file) setPictures([...pictures(), { key: crypto.randomUUID(), file, alt: '' }]);
    else isFull = true;
  };
  const errors = await Promise.all(
    files.map((file) =>
      editor.form
        // Counted before each file, as those that cannot be read take no place.
        .prepare(async () => (pictures().length < maxGalleryImages ? prepareImage(file) : undefined), add)
        .then(
          () => undefined,
          (error) => `${file.name}: ${imageProblem(error)}`,
        ),
    ),
  );
  const refusals = [...errors, isFull ? galleryRefusal : undefined].filter((error) => error !== undefined);
  if (refusals.length) editor.form.refuse('image', refusals.join('\n'));
}

export const removePicture = (key: string) => setPictures(pictures().filter((picture) => picture.key !== key));
export const movePicture = (from: number, to: number) => setPictures(moveItem(pictures(), from, to));
export const changePicture = (key: string, change: Partial<Pick<SetPicture, 'alt' | 'focus'>>) =>
  setPictures(pictures().map((picture) => (picture.key === key ? { ...picture, ...change } : picture)));

export async function save(): Promise<void> {
  if (!readToken()) {
    return toast({ text: '❌ Yetkilendirme tokenı bulunamadı. Lütfen giriş yapınız.', tone: 'err' });
  }
  await editor.save();
  const { values, problem } = editor.form.$form.get();
  const isIncomplete = Object.keys(problem.fields).length > 0 && Object.keys(checkSet(values)).length > 0;
  if (isIncomplete) toast({ text: galleryRefusal, tone: 'err' });
}

export async function remove(set: AdminGallerySet): Promise<void> {
  if (!readToken()) return toast({ text: '❌ Yetki hatası: giriş yapmanız gerekiyor.', tone: 'err' });
  const removed = await confirmDeletion({
    title: 'Bu görsel seti silinsin mi?',
    text: `“${set.title}” ${set.gallery_images.length} görseliyle birlikte galeriden kalkar. ${trashHint}`,
    call: () => adminCall('DELETE /api/admin/gallery/delete/:id', { params: { id: set.id } }),
    done: galleryTexts.deleted,
    failed: '❌ Görsel silinemedi.',
    trash: { entity: 'gallery', id: set.id, onRestored: () => list.reload() },
  });
  if (!removed) return;
  editor.onDeleted(set);
  await list.reload();
}
