import { expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { dumpTables } from './dump.ts';
import { openTestApi } from './harness.ts';
import { createTestUsers, samples } from './samples.ts';

type Sampled = keyof typeof samples;

/** Calls about all rows of a kind. */
const aboutAll = new Set<Sampled>([
  'DELETE /api/admin/trash',
  'POST /api/admin/samples/remove',
  'POST /api/admin/samples/restore',
  'POST /api/admin/releases/:id/restore',
]);
/** Tables whose rows belong to the whole site, or count something. */
const shared = ['rate_limits', 'notices', 'settings', 'payment_settings', 'publishing', 'document_chain'];

// A condition that an `update` or `delete` lacks changes rows of everybody else, which tests of their own rows miss.
test('no call changes a row that it is not about', { timeout: 300_000 }, async () => {
  const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
  const keys = (Object.keys(samples) as Sampled[]).filter((key) => !key.startsWith('GET ') && !aboutAll.has(key));
  // Rows of others: as calls find them, and as those leave them that make something.
  const others = await createTestUsers(api);
  for (const key of keys) {
    const input = await samples[key](others);
    if (key.startsWith('POST ')) await api.send(key, input);
  }
  const before = await dumpTables(api.ctx);
  const testUsers = await createTestUsers(api);
  for (const key of keys) {
    const { status } = await api.send(key, await samples[key](testUsers));
    expect([key, status]).toEqual([key, (endpoints[key] as Endpoint).status ?? 200]);
  }
  const after = await dumpTables(api.ctx);
  for (const [table, rows] of before) {
    const present = new Set(after.get(table)?.split('\n'));
    const changed = rows.split('\n').filter((row) => row && !present.has(row));
    if (!shared.some((name) => table === `app.${name}`)) expect.soft([table, changed]).toEqual([table, []]);
  }
  expect(keys.length).toBeGreaterThan(80);
});
