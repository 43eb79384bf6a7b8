import { expect, test, vi } from 'vitest';
import type * as accountLocks from '../../src/api/account/accountLocks.service.ts';
import { openTestApi } from './harness.ts';
import { eraseEachOther, orderWhileErased } from './lockOrder.ts';

// Negative control of answers to an account that is erased during its own change: without the check that it exists.
vi.mock('../../src/api/account/accountLocks.service.ts', async (original) => ({
  ...(await original<typeof accountLocks>()),
  hasAccount: async () => true,
}));

test('an admin or a buyer who was erased meanwhile is answered 500', async () => {
  const api = await openTestApi();
  expect(await eraseEachOther(api)).toEqual([200, 500]);
  expect(await orderWhileErased(api)).toEqual([200, 500]);
});
