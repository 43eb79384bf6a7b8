import { galleryCategories, galleryImageLimit } from '../../../contract/gallery-form.ts';

/** A picture chosen for a new set, with its words for those who cannot see it. */
export interface Picked {
  /** Tells pictures apart while their order changes. */
  key: string;
  file: File;
  alt: string;
}

export type GalleryValues = {
  title: string;
  description: string;
  date: string;
  category: string;
  pictures: Picked[];
};

export const blankSet: GalleryValues = { title: '', description: '', date: '', category: '', pictures: [] };

const missing = 'Bu alan zorunludur.';

/** What is wrong before anything is sent (SPEC.md 5). */
export function checkSet(values: GalleryValues): Partial<Record<keyof GalleryValues, string>> {
  const { title, description, date, category, pictures } = values;
  return {
    ...(title.trim() ? {} : { title: missing }),
    ...(description.trim() ? {} : { description: missing }),
    ...(date ? {} : { date: missing }),
    ...((galleryCategories as readonly string[]).includes(category) ? {} : { category: missing }),
    ...(pictures.length ? {} : { pictures: 'En az bir görsel seçin.' }),
    ...(pictures.length > galleryImageLimit
      ? { pictures: `En fazla ${galleryImageLimit} görsel seçebilirsiniz.` }
      : {}),
  };
}

/** The multipart body: pictures and their words in the order shown. */
export function toForm({ title, description, date, category, pictures }: GalleryValues): FormData {
  const body = new FormData();
  for (const [name, value] of Object.entries({ title, description, date, category })) body.set(name, value);
  for (const { file, alt } of pictures) {
    body.append('image', file);
    body.append('alt', alt);
  }
  return body;
}

/** The list with one entry at another place. */
export function moved<T>(items: T[], from: number, to: number): T[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item === undefined || to < 0 || to > next.length) return items;
  next.splice(to, 0, item);
  return next;
}
