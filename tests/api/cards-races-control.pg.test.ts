import { expect, test, vi } from 'vitest';
import type * as attempts from '../../src/api/cards/attempts.service.ts';
import { rushCards } from '../load/cardRush.ts';
import { openCardApi } from './cardApi.ts';

// The negative control of the race test: the same rush, where a release does not ask whether somebody is paying.
vi.mock('../../src/api/cards/attempts.service.ts', async (original) => ({
  ...(await original<typeof attempts>()),
  hasHeldSeats: async () => false,
}));

test('a release that does not look at attempts takes seats somebody is paying for, so the race test can fail', async () => {
  const api = await openCardApi('paytr');
  expect((await rushCards(api)).takenWhileHeld.length).toBeGreaterThan(0);
});
