import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { recordContentChange } from '../../src/api/publish/contentLog.service.ts';
import { publishJob } from '../../src/api/publish/publish.jobs.ts';
import { publishing, releases } from '../../src/api/publish/publish.tables.ts';
import { publishReason } from '../../src/api/publish/publishReason.ts';
import { dayMs, hourMs } from '../../src/shared/time.ts';
import { openTestApi } from '../api/harness.ts';
import { createTestUsers, password } from '../api/samples.ts';
import { addProduct, checkout } from '../api/shop.ts';
import { cartLine } from '../load/cartLines.ts';
import { freePort } from '../load/ports.ts';

test('no call fails, no seat is sold twice and nobody stays locked out when the clock jumps', async () => {
  const api = await openTestApi();
  const { customer } = await createTestUsers(api);
  const { email, token } = await customer();
  const event = await addProduct(api.ctx, { stock: 3, date: '2199-05-10' });
  const headers = { 'idempotency-key': 'one' };
  const first = await checkout(api, token, [cartLine(event)], headers);
  expect(first.status).toBe(201);
  const fail = () => api.send('POST /api/login', { body: { email, password: 'yanlis-bir-sifre' } });
  const signIn = () => api.send('POST /api/login', { body: { email, password } });
  for (let tries = 0; tries < 5; tries += 1) await fail();
  expect((await fail()).status).toBe(429);

  // Back by a day: sessions stay valid, the repeated checkout stays one order.
  api.advance(-dayMs);
  expect((await api.send('GET /api/me', { token })).status).toBe(200);
  expect((await checkout(api, token, [cartLine(event)], headers)).body).toEqual(first.body);
  expect((await api.send('GET /api/products')).body.find(({ id }) => id === event)?.stock).toBe(2);

  // Forward by a year: sessions and locks have expired, signing in works.
  api.advance(400 * dayMs);
  expect((await api.send('GET /api/me', { token })).status).toBe(401);
  const { token: meanwhile } = (await signIn()).body;
  expect((await fail()).status).toBe(401);

  // Back to the right time: the session opened meanwhile is valid, nobody is locked out.
  api.advance(-399 * dayMs);
  expect((await api.send('GET /api/me', { token: meanwhile })).status).toBe(200);
  expect((await signIn()).status).toBe(200);
  expect((await api.send('GET /api/products')).status).toBe(200);
});

test('what was changed or asked for before the clock stepped back is published', async () => {
  const api = await openTestApi({ DEPLOY_HOOK_URL: 'http://hook.test' });
  const { admin } = await createTestUsers(api);
  await recordContentChange(api.ctx.db, 'blog');
  expect(await publishReason(api.ctx)).toBeUndefined();
  api.advance(-hourMs);
  expect(await publishReason(api.ctx)).toBe('quiet');
  expect((await api.send('POST /api/admin/publish', { token: admin.token })).status).toBe(202);
  expect(await publishReason(api.ctx)).toBeUndefined();
  api.advance(-hourMs);
  expect(await publishReason(api.ctx)).toBe('requested');
});

test.each([[''], [', also where somebody went back to an earlier one before']])(
  'a release that fails after the clock stepped back is tried again after a minute, not without a pause%s',
  async (before) => {
    const api = await openTestApi({ DEPLOY_HOOK_URL: `http://127.0.0.1:${await freePort()}` });
    const { db, clock } = api.ctx;
    await db.insert(releases).values({ name: 'live', state: 'live', change_id: 0, created_at: clock() });
    if (before) await db.insert(publishing).values({ restored_at: clock() });
    await recordContentChange(db, 'blog');
    api.advance(-hourMs);
    const failures = () => db.$count(releases, eq(releases.state, 'failed'));
    const publish = () => publishJob(api.ctx, undefined).run(AbortSignal.timeout(3000));
    await publish();
    expect(await failures()).toBe(1);
    api.advance(61_000);
    await publish();
    expect(await failures()).toBe(2);
  },
);
