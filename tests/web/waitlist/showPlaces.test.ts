import { beforeEach, expect, test, vi } from 'vitest';

const calls = vi.hoisted(() => ({ left: [] as string[] }));
const entry = { product_id: 'ebru', state: 'offered', position: null };
vi.mock('../../../src/web/token.ts', () => ({ readToken: () => 'token' }));
vi.mock('../../../src/web/waitlist/waitlist.store.ts', () => ({
  loadWaitlist: async () => {},
  $waitlist: { get: () => ({ state: 'loaded', value: [entry] }) },
}));
vi.mock('../../../src/web/catalog/updateCards.ts', () => ({
  productOf: () => ({ id: 'ebru', slug: 'ebru', stock: 0 }),
  showPlace: (card: HTMLElement, word: string) => Object.assign(card.dataset, { place: word }),
}));
beforeEach(() => {
  vi.stubGlobal('location', {
    ...{ pathname: '/products/ebru', search: '?sira=ebru&yer=3', hash: '' },
    assign: (path: string) => calls.left.push(path),
  });
  vi.stubGlobal('history', { state: null, replaceState: () => {} });
});
const { showPlaces } = await import('../../../src/web/waitlist/showPlaces.ts');

test('an address that asks for a place in line leads whoever has one to it', async () => {
  await showPlaces([{ dataset: {} } as HTMLElement]);
  expect(calls.left).toEqual(['/orders#bekleme']);
});
