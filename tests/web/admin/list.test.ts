import { atom } from 'nanostores';
import { expect, test } from 'vitest';
import { loadMessage } from '../../../src/web/admin/calls.ts';
import { createFilters, createList, pageOf } from '../../../src/web/admin/list.store.ts';
import { CallError } from '../../../src/web/http.ts';

interface Row {
  id: string;
  name: string;
}

/** A list whose requests the test answers. */
function openList() {
  const $filters = atom({ search: '', page: '1' });
  const asked: {
    search: string;
    page: number;
    signal: AbortSignal;
    answer: (names: string[], total?: number) => Promise<void>;
    fail: () => Promise<void>;
  }[] = [];
  const list = createList<Row, { search: string; page: string }>({
    filters: { $filters, set: (patch) => $filters.set({ ...$filters.get(), ...patch }), reset: () => {} },
    size: 2,
    load: ({ filters: { search }, paging: { page }, signal }) =>
      new Promise((resolve, reject) => {
        const settled = () => new Promise<void>((done) => setImmediate(done));
        asked.push({
          search,
          page,
          signal,
          answer(names, total = names.length) {
            resolve({ rows: names.map((name) => ({ id: name, name })), total });
            return settled();
          },
          fail() {
            reject(new Error('no'));
            return settled();
          },
        });
      }),
    failure: () => 'Liste alınamadı.',
  });
  const names = () => list.$list.get().rows?.map(({ name }) => name);
  return { list, asked, names, $filters, close: list.$list.listen(() => {}) };
}

test('a list is loaded when its screen opens and when a filter changes', async () => {
  const { asked, names, $filters, close } = openList();
  expect([asked.length, names()]).toEqual([1, undefined]);
  await asked[0]?.answer(['Ada']);
  $filters.set({ search: 'ece', page: '1' });
  expect(asked.map(({ search }) => search)).toEqual(['', 'ece']);
  expect(names()).toEqual(['Ada']);
  await asked[1]?.answer(['Ece']);
  expect(names()).toEqual(['Ece']);
  close();
});

test('an outdated request is aborted, and its response ignored', async () => {
  const { asked, names, $filters, close } = openList();
  $filters.set({ search: 'e', page: '1' });
  $filters.set({ search: 'ec', page: '1' });
  expect(asked.map(({ signal }) => signal.aborted)).toEqual([true, true, false]);
  await asked[2]?.answer(['Ece']);
  await asked[1]?.answer(['Ege', 'Ece']);
  await asked[0]?.fail();
  expect(names()).toEqual(['Ece']);
  close();
});

test('a failed request keeps the rows and shows the reason until the next one succeeds', async () => {
  const { list, asked, names, close } = openList();
  await asked[0]?.answer(['Ada']);
  void list.reload();
  await asked[1]?.fail();
  expect([names(), list.$list.get().error]).toEqual([['Ada'], 'Liste alınamadı.']);
  void list.reload();
  expect(list.$list.get()).toMatchObject({ loading: true, error: undefined });
  await asked[2]?.answer(['Ada', 'Ece']);
  expect(names()).toEqual(['Ada', 'Ece']);
  close();
});

test('a row is replaced or removed in place, and the total follows', async () => {
  const { list, asked, names, close } = openList();
  await asked[0]?.answer(['Ada', 'Ece', 'Işıl'], 30);
  list.change('Ece', { name: 'Ege' });
  list.remove('Ada');
  expect([names(), list.$list.get().total]).toEqual([['Ege', 'Işıl'], 29]);
  close();
});

test('a page whose last row was removed is replaced by the last page with rows', async () => {
  const { list, asked, names, $filters, close } = openList();
  await asked[0]?.answer(['Ada', 'Ece'], 5);
  $filters.set({ search: '', page: '3' });
  await asked[1]?.answer(['Işıl'], 5);
  list.remove('Işıl');
  void list.reload();
  await asked[2]?.answer([], 4);
  expect([$filters.get().page, asked.map(({ page }) => page)]).toEqual(['2', [1, 3, 3, 2]]);
  await asked[3]?.answer(['Naz', 'Oya'], 4);
  expect(names()).toEqual(['Naz', 'Oya']);
  close();
});

test('an empty list stays empty, and an invalid page number means the first page', async () => {
  const { asked, names, $filters, close } = openList();
  $filters.set({ search: '', page: 'abc' });
  await asked[1]?.answer([], 0);
  expect([names(), $filters.get().page, asked.map(({ page }) => page)]).toEqual([[], 'abc', [1, 1]]);
  expect(['-1', '0', '1.5', '', '12'].map((page) => pageOf({ page }))).toEqual([1, 1, 1, 1, 12]);
  close();
});

test('filters come from the address, else from defaults, and stay on another screen', () => {
  const $search = atom<Record<string, string> | undefined>({ search: 'ece', page: '3', other: 'x' });
  const written: Record<string, string>[] = [];
  const filters = createFilters({ $search, replace: (search) => written.push(search) }, { search: '', status: 'all' });
  expect(filters.$filters.get()).toEqual({ search: 'ece', status: 'all', page: '3' });
  filters.set({ status: 'draft' });
  filters.set({ page: '2' });
  filters.reset();
  expect(written).toEqual([{ search: 'ece', status: 'draft' }, { search: 'ece', page: '2' }, {}]);
  $search.set(undefined);
  expect(filters.$filters.get()).toEqual({ search: 'ece', status: 'all', page: '3' });
});

test('after an unexpected error a screen says what it could not load, after a refusal why', () => {
  const internal = new CallError(500, { code: 'internal', message: 'Beklenmeyen bir hata oluştu.' });
  expect(loadMessage(internal, 'Mesajlar yüklenemedi.')).toBe('Mesajlar yüklenemedi.');
  const closed = new CallError(503, { code: 'unavailable', message: 'Veritabanı bakımda.' });
  expect(loadMessage(closed, 'Mesajlar yüklenemedi.')).toBe('Veritabanı bakımda.');
  expect(loadMessage(new TypeError('no network'), 'Mesajlar yüklenemedi.')).toBe('Mesajlar yüklenemedi.');
});
