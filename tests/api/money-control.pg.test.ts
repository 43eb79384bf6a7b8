import { afterEach, expect, test, vi } from 'vitest';
import { hasHeldSeats } from '../../src/api/cards/attempts.service.ts';
import { isReleasable } from '../../src/api/orders/checkouts.service.ts';
import { rushCards } from '../load/cardRush.ts';
import { rushMoney } from '../load/moneyRush.ts';
import { openCardApi } from './cardApi.ts';
import { openTestApi } from './harness.ts';

// The negative controls of the races about money: the same rushes, where a release leaves one question out.
vi.mock('../../src/api/cards/attempts.service.ts', { spy: true });
vi.mock('../../src/api/orders/checkouts.service.ts', { spy: true });
afterEach(() => vi.resetAllMocks());

test('a release that does not look at attempts takes seats somebody is paying for, so the race test can fail', async () => {
  vi.mocked(hasHeldSeats).mockResolvedValue(false);
  expect((await rushCards(await openCardApi('paytr'))).takenWhileHeld.length).toBeGreaterThan(0);
});

test('a release that does not look at payments takes seats that were paid for, so the race test can fail', async () => {
  vi.mocked(isReleasable).mockImplementation(({ row }) => row.state === 'open');
  const api = await openTestApi();
  const { token } = await api.signUp({ role: 'admin' });
  expect((await rushMoney(api, token, 60)).lost.length).toBeGreaterThan(0);
});
