import { expect, test, vi } from 'vitest';

const asked = vi.hoisted(() => [] as unknown[]);
vi.mock('../../../src/web/admin/calls.ts', () => ({
  async adminPage(_: string, { query }: { query: { page: number } }) {
    asked.push(query);
    return { rows: query.page > 3 ? [] : [{ code: `K${query.page}` }], total: 21 };
  },
}));
vi.mock('../../../src/web/admin/router.store.ts', async () => {
  const { atom } = await import('nanostores');
  return { searchOf: () => ({ $search: atom({}), replace: () => {} }) };
});

test('overdue payments come in pages of ten, and stay on the last one when a payment empties it', async () => {
  vi.stubGlobal('document', new EventTarget());
  const { overdue, overdueFilters } = await import('../../../src/web/admin/payments/payments.store.ts');
  const close = overdue.$list.listen(() => {});
  await vi.waitFor(() => expect(overdue.$list.get()).toMatchObject({ rows: [{ id: 'K1' }], total: 21 }));
  overdueFilters.set({ page: '4' });
  await vi.waitFor(() => expect(overdue.$list.get()).toMatchObject({ rows: [{ id: 'K3' }], loading: false }));
  expect(asked).toEqual([1, 4, 3].map((page) => ({ overdue: '1', page, size: 10 })));
  close();
});
