import { trashTable } from '../trash/trashRoom.ts';
import { services } from './consulting.tables.ts';

export const serviceTrash = trashTable(services, {
  title: ({ title }) => title,
  onRestored: ({ contentChanged }, { id }) => contentChanged('consulting', id),
});
