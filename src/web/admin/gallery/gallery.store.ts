import type { GallerySet } from '../../../contract/gallery.ts';
import { galleryImageLimit, galleryRefusal } from '../../../contract/gallery-form.ts';
import { readToken } from '../../account/session.store.ts';
import { CallError } from '../../http.ts';
import { toast } from '../../ui/toast.ts';
import { adminCall, adminPage, adminUpload, sentenceOf } from '../calls.ts';
import { ask } from '../confirm.store.ts';
import { createForm } from '../form.store.ts';
import { ImageRefusal, prepareImage } from '../images.ts';
import { createFilters, createList } from '../list.store.ts';
import { blankSet, checkSet, type GalleryValues, moved, type Picked, toForm } from './gallery.ts';

export const pageSize = 10;

export const filters = createFilters('gallery', {});
export const list = createList<GallerySet, ReturnType<(typeof filters)['$filters']['get']>>({
  filters,
  load: ({ page }, signal) =>
    adminPage('GET /api/gallery', { query: { page: Number(page), size: pageSize } }, { signal }),
  failure: (error) => sentenceOf(error, 'Galeri yüklenemedi.'),
});

export const form = createForm<GalleryValues>({
  room: 'gallery',
  blank: blankSet,
  check: checkSet,
  failure: (error) => sentenceOf(error, '❌ Yükleme sırasında bir hata oluştu.'),
});

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

export async function save(): Promise<void> {
  if (!readToken()) {
    return toast({ text: '❌ Yetkilendirme tokenı bulunamadı. Lütfen giriş yapınız.', tone: 'err' });
  }
  if (Object.keys(checkSet(form.$form.get().values)).length) toast({ text: galleryRefusal, tone: 'err' });
  const saved = await form.submit(async ({ values, onProgress, signal }) => {
    try {
      return await adminUpload('POST /api/admin/gallery/add', { body: toForm(values) }, onProgress, signal);
    } catch (error) {
      if (!signal.aborted) toast({ text: '❌ Yükleme sırasında bir hata oluştu.', tone: 'err' });
      throw error;
    }
  });
  if (!saved) return;
  toast('✅ Görseller başarıyla yüklendi.');
  form.open('new', blankSet);
  await list.reload();
}

export async function remove(set: GallerySet): Promise<void> {
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
    await adminCall('DELETE /api/admin/gallery/delete/:id', { params: { id: set.id } });
  } catch (error) {
    // Gone already, by somebody else: that is what was wanted, and is said the same way.
    if (!(error instanceof CallError && error.code === 'not_found')) {
      return toast({ text: '❌ Görsel silinemedi.', tone: 'err' });
    }
  }
  toast('🗑️ Görsel başarıyla silindi.');
  await list.reload();
}
