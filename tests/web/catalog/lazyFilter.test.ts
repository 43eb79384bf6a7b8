import { expect, test, vi } from 'vitest';
import { watchToasts } from '../browser.ts';

const filter = vi.hoisted(() => ({ isDown: true, starts: 0 }));
vi.mock('../../../src/web/catalog/startProductFilter.ts', () => ({
  get startProductFilter() {
    if (filter.isDown) throw new TypeError('Failed to fetch dynamically imported module');
    return () => {
      filter.starts += 1;
      return () => {};
    };
  },
}));
vi.mock('../../../src/web/cart/startAddButtons.ts', () => ({ startAddButtons: () => {} }));
vi.mock('../../../src/web/waitlist/loadLine.ts', () => ({ startPlaces: () => {} }));
vi.mock('../../../src/web/catalog/refreshCards.ts', () => ({
  refreshCards: async () => {},
  startSeatUpdates: () => {},
}));
test('a filter whose script did not come says so and is tried again with the next change', async () => {
  const form = new EventTarget();
  const toasts = watchToasts({ querySelector: () => form });
  vi.stubGlobal('location', { search: '' });
  const { startProductList } = await import('../../../src/web/catalog/startProductList.ts');
  startProductList();
  const change = async () => {
    form.dispatchEvent(new Event('change'));
    await new Promise((resolve) => setTimeout(resolve, 50));
  };
  await change();
  expect(toasts.map(({ tone }) => tone)).toEqual(['err']);
  filter.isDown = false;
  await change();
  await change();
  expect([filter.starts, toasts.length]).toEqual([1, 1]);
});
