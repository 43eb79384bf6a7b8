import type { GallerySet } from '../../contract/gallery.ts';

/** The newest seven sets, the oldest of them first. */
export const publicSets = (newestFirst: GallerySet[]): GallerySet[] => newestFirst.slice(0, 7).reverse();

/** The categories present, in the order of their first set. */
export const categoriesOf = (sets: GallerySet[]): string[] => [...new Set(sets.map((set) => set.category))];
