import type { AdminGallerySet } from '../../../contract/gallery.ts';
import { formatDate } from '../../../shared/format.ts';
import { galleryCategories, maxGalleryImages } from '../../../shared/gallery.ts';
import { readFocus } from '../../../shared/pictures.ts';
import type { FieldErrors } from '../../ui/form.ts';
import { type Difference, diffFields } from '../diffFields.ts';

/** A picture of a set, with its alternative text. */
export interface SetPicture {
  /** Identifies the picture while the order changes; the id of a stored one. */
  key: string;
  /** A picture chosen now; a stored one has `image_url` instead. */
  file?: File;
  image_url?: string;
  alt: string;
  /** The point that stays visible where it is cut: `x,y` in per cent; the middle if not given. */
  focus?: string;
}

export const blankSet = { title: '', description: '', date: '', category: '', pictures: [] as SetPicture[] };
type GalleryValues = typeof blankSet;

export const setLabels = {
  title: 'Başlık',
  description: 'Açıklama',
  date: 'Tarih',
  category: 'Kategori',
  pictures: 'Görseller',
};

export const toValues = (set: AdminGallerySet): GalleryValues => ({
  title: set.title,
  description: set.description,
  date: set.date,
  category: set.category,
  pictures: set.gallery_images.map(({ id, image_url, alt }) => ({
    ...{ key: id, image_url, alt },
    focus: readFocus(image_url).join(','),
  })),
});

/** What a draft keeps: of the pictures the stored ones, with their texts and order; files cannot be kept. */
export const toDraft = ({ pictures, ...rest }: Partial<GalleryValues>): Partial<GalleryValues> =>
  pictures ? { ...rest, pictures: pictures.filter(({ file }) => !file) } : rest;

const missing = 'Bu alan zorunludur.';

/** What is missing or too much, checked before anything is sent. */
export function checkSet(values: GalleryValues): FieldErrors {
  const { title, description, date, category, pictures } = values;
  return {
    ...(title.trim() ? {} : { title: missing }),
    ...(description.trim() ? {} : { description: missing }),
    ...(date ? {} : { date: missing }),
    ...((galleryCategories as readonly string[]).includes(category) ? {} : { category: missing }),
    ...(pictures.length ? {} : { pictures: 'En az bir görsel seçin.' }),
    ...(pictures.length > maxGalleryImages ? { pictures: `En fazla ${maxGalleryImages} görsel seçebilirsiniz.` } : {}),
  };
}

/** The multipart body: pictures and alternative texts in order; `version` is the state of the set it is based on. */
export function toBody({ title, description, date, category, pictures }: GalleryValues, version?: string): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries({ title, description, date, category })) body.set(name, value);
  if (version) body.set('version', version);
  for (const { key, file, alt, focus } of pictures) {
    if (file) body.append('image', file);
    if (version) body.append('picture', file ? 'new' : key);
    body.append('alt', alt);
    body.append('focus', focus ?? '50,50');
  }
  return body;
}

export function compareSet(values: GalleryValues, theirs: AdminGallerySet): Difference[] {
  const other = toValues(theirs);
  return diffFields(setLabels, values, other, (value, field) => {
    if (typeof value !== 'string') return listPictures(value, other.pictures);
    return field === 'date' && value ? formatDate(value) : value;
  });
}

/** Describes pictures in words, a line each: place among the stored ones, and alternative text. */
const listPictures = (pictures: SetPicture[], stored: SetPicture[]): string =>
  pictures
    .map(({ key, alt }) => {
      const place = stored.findIndex((picture) => picture.key === key);
      return [place < 0 ? 'Yeni görsel' : `${place + 1}. görsel`, alt].filter(Boolean).join(': ');
    })
    .join('\n');
