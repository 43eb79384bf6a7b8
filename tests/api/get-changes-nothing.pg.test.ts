import { expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { dumpTables } from './dump.ts';
import { openTestApi, type Send } from './harness.ts';
import { createTestUsers, samples } from './samples.ts';

type Sampled = keyof typeof samples;

/** Leaves a trace on purpose: its owner is mailed that their data was handed out. */
const leavesTrace = 'GET /api/profile/export';

// Scanners of mail open every link, and browsers fetch what nobody pressed. Readings of admins may be audited.
test('no GET or HEAD of visitors or customers changes anything', async () => {
  const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
  const testUsers = await createTestUsers(api);
  const keys = (Object.keys(samples) as Sampled[]).filter(
    (key) => key.startsWith('GET ') && key !== leavesTrace && (endpoints[key] as Endpoint).access !== 'admin',
  );
  const calls: [Sampled, Send][] = [];
  for (const key of keys) calls.push([key, await samples[key](testUsers)]);
  const before = await dumpTables(api.ctx);
  for (const [key, input] of calls)
    for (const method of ['HEAD', 'GET']) expect((await api.send(key, { ...input, method })).status).toBe(200);
  expect(calls.length).toBeGreaterThan(20);
  expect(await dumpTables(api.ctx)).toEqual(before);
});
