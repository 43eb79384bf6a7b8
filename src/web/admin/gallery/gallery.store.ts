import type { AdminGallerySet } from '../../../contract/gallery.ts';
import { galleryImageLimit, galleryRefusal } from '../../../shared/gallery.ts';
import { readToken } from '../../token.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, adminUpload, sentenceOf, unlessGone } from '../calls.ts';
import { ask } from '../confirm.store.ts';
import { createEditing } from '../editing.store.ts';
import { createForm } from '../form.store.ts';
import { ImageRefusal, prepareImage } from '../images.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { blankSet, checkSet, type GalleryValues, moved, type Picked, toBody, toValues } from './gallery.ts';

export const filters = createFilters(searchOf('gallery'), { search: '', category: '' });
export const list = createList({
  filters,
  size: 10,
  load: ({ filters: { search, category }, paging, signal }) =>
    adminPage(
      'GET /api/admin/gallery',
      { query: { search, category: (category || undefined) as 'Koçluk' | undefined, ...paging } },
      { signal },
    ),
  failure: (error) => sentenceOf(error, 'Galeri yüklenemedi.'),
});

export const form = createForm<GalleryValues>({
  room: 'gallery',
  blank: blankSet,
  check: checkSet,
  failure: (error) => sentenceOf(error, '❌ Yükleme sırasında bir hata oluştu.'),
});

const editing = createEditing(form, blankSet, toValues);
export const { $stored: $set, $conflict, startNew, edit, takeTheirs } = editing;

const pictures = () => form.$form.get().values.pictures;
const change = (next: Picked[]) => form.set('pictures', next);

/** Takes chosen files in, sized down where they are too large. Answers why some of them could not be taken. */
export async function addPictures(files: File[]): Promise<string[]> {
  const refusals: string[] = [];
  for (const file of files) {
    if (pictures().length >= galleryImageLimit) {
      refusals.push(galleryRefusal);
      break;
    }
    try {
      change([...pictures(), { key: crypto.randomUUID(), file: await prepareImage(file), alt: '' }]);
    } catch (error) {
      refusals.push(`${file.name}: ${error instanceof ImageRefusal ? error.message : 'Görsel açılamadı.'}`);
    }
  }
  return refusals;
}

export const dropPicture = (key: string) => change(pictures().filter((picture) => picture.key !== key));
export const movePicture = (from: number, to: number) => change(moved(pictures(), from, to));
export const describePicture = (key: string, alt: string) =>
  change(pictures().map((picture) => (picture.key === key ? { ...picture, alt } : picture)));

/** Saves what is in the form; `over` is the state to write over, when two people edited it. */
export async function save(over = $set.get()): Promise<void> {
  $conflict.set(undefined);
  if (!readToken()) {
    return toast({ text: '❌ Yetkilendirme tokenı bulunamadı. Lütfen giriş yapınız.', tone: 'err' });
  }
  if (Object.keys(checkSet(form.$form.get().values)).length) toast({ text: galleryRefusal, tone: 'err' });
  const set = $set.get();
  const saved = await form.submit(async ({ values, onProgress, signal }) => {
    try {
      if (!set) return await adminUpload('POST /api/admin/gallery/add', { body: toBody(values) }, onProgress, signal);
      const input = { params: { id: set.id }, body: toBody(values, over?.version) };
      return await adminUpload('PUT /api/admin/gallery/update/:id', input, onProgress, signal);
    } catch (error) {
      if (!editing.keepConflict(error) && !signal.aborted)
        toast({ text: '❌ Yükleme sırasında bir hata oluştu.', tone: 'err' });
      throw error;
    }
  });
  if (!saved) return;
  toast(set ? '✅ Görsel seti güncellendi.' : '✅ Görseller başarıyla yüklendi.');
  startNew();
  await list.reload();
}

export async function remove(set: AdminGallerySet): Promise<void> {
  if (!readToken()) return toast({ text: '❌ Yetki hatası: giriş yapmanız gerekiyor.', tone: 'err' });
  const count = set.gallery_images.length;
  const sure = await ask({
    title: 'Bu görsel seti silinsin mi?',
    text: `“${set.title}” ${count} görseliyle birlikte galeriden kalkar; geri alınamaz.`,
    yes: 'Sil',
    danger: true,
  });
  if (!sure) return;
  try {
    await unlessGone(adminCall('DELETE /api/admin/gallery/delete/:id', { params: { id: set.id } }));
  } catch {
    return toast({ text: '❌ Görsel silinemedi.', tone: 'err' });
  }
  toast('🗑️ Görsel başarıyla silindi.');
  editing.leave(set.id);
  await list.reload();
}
