import { adminPage, loadMessage } from '../calls.ts';
import { createList } from '../list.store.ts';

/** The next products. */
export const list = createList({
  load: ({ signal }) =>
    adminPage('GET /api/admin/products', { query: { when: 'upcoming', sort: 'date', page: 1, size: 5 } }, { signal }),
  failure: (error) => loadMessage(error, 'Yaklaşan atölyeler yüklenemedi.'),
});
