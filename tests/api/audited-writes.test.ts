import { expect, test } from 'vitest';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { openTestApi } from './harness.ts';
import { createTestUsers, samples } from './samples.ts';

const adminWrites = (Object.keys(samples) as (keyof typeof samples)[]).filter((key) => {
  const { access }: Endpoint = endpoints[key];
  return access === 'admin' && !key.startsWith('GET ');
});
const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
const testUsers = await createTestUsers(api);

test('the walk covers every admin write that has a sample', () => {
  expect(adminWrites.length).toBeGreaterThan(25);
});

test.each(adminWrites)('%s leaves an entry in the audit log that names the admin', async (key) => {
  const input = await samples[key](testUsers);
  const { db } = api.ctx;
  const before = await db.select().from(auditLog);
  const { status } = await api.send(key, input);
  expect(status).toBeLessThan(300);
  const known = new Set(before.map(({ id }) => id));
  const added = (await db.select().from(auditLog)).filter(({ id }) => !known.has(id));
  expect(added.length).toBeGreaterThan(0);
  for (const { actor_id } of added) expect(actor_id).toBe(testUsers.admin.id);
});
