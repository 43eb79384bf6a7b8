import { adminPage, sentenceOf } from '../calls.ts';
import { createList } from '../list.store.ts';

/** The next events, for a look at how they sell. */
export const upcoming = createList({
  load: ({ signal }) =>
    adminPage('GET /api/admin/products', { query: { when: 'upcoming', sort: 'date', page: 1, size: 5 } }, { signal }),
  failure: (error) => sentenceOf(error, 'Yaklaşan etkinlikler yüklenemedi.'),
});
