import { trashTable } from '../trash/trashRoom.ts';
import { gallerySets } from './gallery.tables.ts';

export const galleryTrash = trashTable(gallerySets, {
  title: ({ title }) => title,
  onRestored: ({ contentChanged }, { id }) => contentChanged('gallery', id),
});
