import { eq } from 'drizzle-orm';
import { afterEach, expect, inject, test, vi } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { hasAccount, lockAdmins } from '../../src/api/account/accountLocks.service.ts';
import { lockSeatsOf } from '../../src/api/orders/erasedSeats.service.ts';
import { openTestApi } from './harness.ts';
import { deactivateWhileCancelling, eraseEachOther, eraseWhileCancelling, orderWhileErased } from './lockOrder.ts';

vi.mock('../../src/api/account/accountLocks.service.ts', { spy: true });
vi.mock('../../src/api/orders/erasedSeats.service.ts', { spy: true });
afterEach(() => vi.resetAllMocks());

// The negative control of the locks' order: admins are locked against audit entries, and an erasure locks its orders
// when it comes to them.
test('in another order both wait for each other, but where one transaction runs after the other', async () => {
  vi.mocked(lockAdmins).mockImplementation(async (tx) => {
    const rows = await tx.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).for('update');
    return new Set(rows.map(({ id }) => id));
  });
  vi.mocked(lockSeatsOf).mockResolvedValue();
  const isParallel = Boolean(inject('postgresUrl'));
  const api = await openTestApi();
  expect((await deactivateWhileCancelling(api)).includes(500)).toBe(isParallel);
  expect((await eraseWhileCancelling(api)).includes(500)).toBe(isParallel);
});

// Negative control of answers to an account that is erased during its own change: without the check that it exists.
test('an admin or a buyer who was erased meanwhile is answered 500', async () => {
  vi.mocked(hasAccount).mockResolvedValue(true);
  const api = await openTestApi();
  expect(await eraseEachOther(api)).toEqual([200, 500]);
  expect(await orderWhileErased(api)).toEqual([200, 500]);
});
