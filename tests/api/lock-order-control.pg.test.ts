import { eq } from 'drizzle-orm';
import { expect, inject, test, vi } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import type * as accountLocks from '../../src/api/account/accountLocks.service.ts';
import type { Database } from '../../src/api/db/connection.ts';
import type * as erasedSeats from '../../src/api/orders/erasedSeats.service.ts';
import { openTestApi } from './harness.ts';
import { deactivateWhileCancelling, eraseWhileCancelling } from './lockOrder.ts';

// The negative control of the locks' order: admins are locked against audit entries, and an erasure locks its orders
// when it comes to them.
vi.mock('../../src/api/account/accountLocks.service.ts', async (original) => ({
  ...(await original<typeof accountLocks>()),
  lockAdmins: async (tx: Database) => {
    const rows = await tx.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).for('update');
    return new Set(rows.map(({ id }) => id));
  },
}));
vi.mock('../../src/api/orders/erasedSeats.service.ts', async (original) => ({
  ...(await original<typeof erasedSeats>()),
  lockSeatsOf: async () => {},
}));

test('in another order both wait for each other, but where one transaction runs after the other', async () => {
  const isParallel = Boolean(inject('postgresUrl'));
  const api = await openTestApi();
  expect((await deactivateWhileCancelling(api)).includes(500)).toBe(isParallel);
  expect((await eraseWhileCancelling(api)).includes(500)).toBe(isParallel);
});
