import { adminPage, loadMessage } from '../calls.ts';
import { createList } from '../list.store.ts';

/** The next products, with those that began today or last past midnight: their door is open, and people come late. */
export const list = createList({
  load: ({ signal }) =>
    adminPage('GET /api/admin/products', { query: { when: 'today_on', sort: 'date', page: 1, size: 5 } }, { signal }),
  failure: (error) => loadMessage(error, 'Yaklaşan atölyeler yüklenemedi.'),
});
