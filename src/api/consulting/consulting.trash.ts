import { dropRedirect } from '../redirects/redirects.service.ts';
import { trashTable } from '../trash/trashRoom.ts';
import { pathOf } from './consulting.admin.service.ts';
import { services } from './consulting.tables.ts';

export const serviceTrash = trashTable(services, {
  title: ({ title }) => title,
  async onRestored({ tx, contentChanged }, { id, title }) {
    await dropRedirect(tx, pathOf(title));
    await contentChanged('consulting', id);
  },
});
