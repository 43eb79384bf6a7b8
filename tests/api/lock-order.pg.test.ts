import { expect, test } from 'vitest';
import { openTestApi } from './harness.ts';
import {
  deactivateWhileCancelling,
  eraseEachOther,
  eraseWhileCancelling,
  eraseWhileExporting,
  moveWhileReleasing,
  orderWhileErased,
} from './lockOrder.ts';

test('an admin is deactivated while cancelling an order of an event they wait for', async () => {
  expect(await deactivateWhileCancelling(await openTestApi())).toEqual([200, 200]);
});

test('a buyer is erased while an admin cancels their order', async () => {
  const [erased, cancelled] = await eraseWhileCancelling(await openTestApi());
  expect(erased).toBe(200);
  expect([200, 409]).toContain(cancelled);
});

test('of two admins who erase each other at the same moment one stays, and the other is signed out', async () => {
  expect(await eraseEachOther(await openTestApi())).toEqual([200, 401]);
});

test('an order of somebody who is erased at the same moment is refused as without a session', async () => {
  expect(await orderWhileErased(await openTestApi())).toEqual([200, 401]);
});

test('somebody is erased while an admin takes a copy of their data', async () => {
  expect(await eraseWhileExporting(await openTestApi())).toEqual([200, 200]);
});

test('an event moves while an order of it is released', async () => {
  expect(await moveWhileReleasing(await openTestApi())).toEqual([200, 200]);
});
