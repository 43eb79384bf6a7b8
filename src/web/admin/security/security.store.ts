import type { SecurityEventKind } from '../../../contract/security.ts';
import { adminPage, loadMessage } from '../calls.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';

export const filters = createFilters(searchOf('security'), { kind: '', account_id: '', from: '', to: '' });

export const list = createList({
  filters,
  size: 20,
  load: ({ filters: { kind, account_id, from, to }, paging, signal }) => {
    const query = { kind: kind as SecurityEventKind, account_id, from, to, ...paging };
    return adminPage('GET /api/admin/security-events', { query }, { signal });
  },
  failure: (error) => loadMessage(error, 'Güvenlik kayıtları alınamadı.'),
});
