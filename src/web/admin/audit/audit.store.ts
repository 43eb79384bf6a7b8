import { atom, onMount } from 'nanostores';
import { adminCall, adminPage, loadMessage } from '../calls.ts';
import { saveCsv } from '../csv.ts';
import { withFailureToast } from '../failureToast.ts';
import { createFilters, createList } from '../list.store.ts';
import { searchOf } from '../router.store.ts';
import { auditCsv } from './audit.ts';

export const filters = createFilters(searchOf('audit'), { entity: '', entity_id: '', actor_id: '', from: '', to: '' });
type AuditFilters = ReturnType<typeof filters.$filters.get>;

const toQuery = ({ page: _, ...filters }: AuditFilters) => filters;

export const list = createList({
  filters,
  size: 20,
  load: ({ filters: all, paging, signal }) =>
    adminPage('GET /api/admin/audit', { query: { ...toQuery(all), ...paging } }, { signal }),
  failure: (error) => loadMessage(error, 'Değişiklik geçmişi alınamadı.'),
});

/** Everybody who is named in the log, as the options of a filter. */
export const $people = atom<[id: string, name: string][]>([]);
onMount($people, () => {
  adminCall('GET /api/admin/audit/people').then(
    (people) => $people.set(people.map(({ id, name }) => [id, name])),
    // The list itself says what failed.
    () => {},
  );
});

/** Saves all entries that match the filters, on all pages, as a CSV file. */
export const download = () =>
  withFailureToast('Değişiklik geçmişi alınamadı.', async () => {
    const rows = await adminCall('GET /api/admin/audit', { query: toQuery(filters.$filters.get()) });
    saveCsv('degisiklik-gecmisi.csv', auditCsv(rows));
  });
