import { expect, test, vi } from 'vitest';
import type * as checkouts from '../../src/api/orders/checkouts.service.ts';
import { rushMoney } from '../load/moneyRush.ts';
import { openTestApi } from './harness.ts';

// The negative control of the race test: the same rush, where a release does not ask whether anything was paid.
vi.mock('../../src/api/orders/checkouts.service.ts', async (original) => ({
  ...(await original<typeof checkouts>()),
  isReleasable: ({ row }: Parameters<typeof checkouts.isReleasable>[0]) => row.state === 'open',
}));

test('a release that does not look at payments takes seats that were paid for, so the race test can fail', async () => {
  const api = await openTestApi();
  const { token } = await api.signUp({ role: 'admin' });
  expect((await rushMoney(api, token, 60)).lost.length).toBeGreaterThan(0);
});
