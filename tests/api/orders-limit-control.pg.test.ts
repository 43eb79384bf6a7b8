import { expect, test, vi } from 'vitest';
import type * as seatsHeld from '../../src/api/orders/seatsHeld.service.ts';
import { cartLine } from '../load/cartLines.ts';
import { countReplies } from '../load/checkouts.ts';
import { openTestApi } from './harness.ts';
import { addProduct, checkout, countSales } from './shop.ts';

// The negative control of the limit's race test: every batch decides by what the buyer held at first, as it would if it
// were read before the lock.
vi.mock('../../src/api/orders/seatsHeld.service.ts', async (original) => {
  const real = await original<typeof seatsHeld>();
  let first: ReturnType<typeof real.readBuyerHistory> | undefined;
  return {
    ...real,
    readBuyerHistory: async (...parameters: Parameters<typeof real.readBuyerHistory>) => {
      first ??= real.readBuyerHistory(...parameters);
      return structuredClone(await first);
    },
  };
});
const api = await openTestApi();

test('without what the lock protects two orders of six hold twelve, so the race test can fail', async () => {
  const { token } = await api.signUp();
  const product = await addProduct(api.ctx, { stock: 30 });
  const answers = [
    await checkout(api, token, [cartLine(product, 6)]),
    await checkout(api, token, [cartLine(product, 6)]),
  ];
  expect(countReplies(answers)).toEqual({ 201: 2 });
  expect((await countSales(api.ctx, product)).seats).toBe(12);
});
