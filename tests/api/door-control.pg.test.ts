import { expect, test, vi } from 'vitest';
import { rushOneScan } from './doorScans.ts';
import { openTestApi } from './harness.ts';

// The negative control of the race in door.pg.test.ts: nobody looks whether a device sent the nonce before.
vi.mock('../../src/api/door/storedScans.service.ts', () => ({ lockStoredScans: async () => [] }));

test('without the look at what the device sent, the same scan is answered in two ways: the race test can fail', async () => {
  const { rows, answers } = await rushOneScan(await openTestApi());
  // The unique key still keeps a second row out.
  expect(rows).toBe(1);
  expect(answers).toBeGreaterThan(1);
});
