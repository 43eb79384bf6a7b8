import { atom } from 'nanostores';
import { expect, test, vi } from 'vitest';

const address = vi.hoisted(() => ({ replaced: [] as Record<string, string>[] }));
vi.mock('../../../src/web/admin/router.store.ts', () => ({
  searchOf: () => ({
    $search: atom({}),
    replace: (search: Record<string, string>) => address.replaced.push(search),
  }),
}));
vi.stubGlobal('document', new EventTarget());
const { filters } = await import('../../../src/web/admin/enquiries/enquiries.store.ts');
const { $question } = await import('../../../src/web/admin/confirm.store.ts');
const { $unsaved, markUnsaved } = await import('../../../src/web/ui/unsaved.ts');

test('a note that is not saved is asked about before other messages come into view', async () => {
  markUnsaved('note 7', true);
  filters.set({ page: '2' });
  await vi.waitFor(() => expect($question.get()?.title).toBe('Kaydedilmemiş değişiklikler var'));
  $question.get()?.answer(false);
  filters.set({ form_type: 'coaching' });
  await vi.waitFor(() => expect($question.get()).toBeDefined());
  expect([address.replaced, $unsaved.get()]).toEqual([[], true]);
  $question.get()?.answer(true);
  await vi.waitFor(() => expect(address.replaced).toEqual([{ form_type: 'coaching' }]));
  filters.set({ page: '2' });
  await vi.waitFor(() => expect(address.replaced).toHaveLength(2));
});
