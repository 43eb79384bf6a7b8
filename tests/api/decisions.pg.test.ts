import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { lockSeatProducts } from '../../src/api/catalog/seats.service.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { sendNotices } from '../../src/api/notices/notices.service.ts';
import { orders } from '../../src/api/orders/orders.tables.ts';
import { addDays, dayInIstanbul, startsAt } from '../../src/shared/time.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { mailsTo } from './mails.ts';
import { addProduct, checkout } from './shop.ts';

const api = await openTestApi({ NOTICE_EMAIL: 'merkez@ornek.com', RATE_LIMIT_FACTOR: '100' });
// By day, so that notices go out.
const day = addDays(dayInIstanbul(api.ctx.clock()), 1);
api.advance(startsAt(day, '11:00').getTime() - api.ctx.clock().getTime());
const admin = await api.signUp({ role: 'admin' });

/** Adds an event in two days that needs so many people and is to be decided now. */
async function addEvent(min_participants: number): Promise<string> {
  return addProduct(api.ctx, { date: addDays(dayInIstanbul(api.ctx.clock()), 2), min_participants });
}
const buyer = () => api.signUp({ email: `${crypto.randomUUID()}@ornek.com` });
const decide = (id: string, body: object) =>
  api.send('POST /api/admin/product/:id/decision', { token: admin.token, params: { id }, body });
const list = async () => (await api.send('GET /api/admin/decisions', { token: admin.token })).body;
const asked = async () => (await mailsTo(api, 'merkez@ornek.com')).filter(({ kind }) => kind === 'decision');

test('an event waits for a decision until enough seats are sold or the practice decides', async () => {
  const [few, enough] = [await addEvent(3), await addEvent(1)];
  const { token } = await buyer();
  for (const id of [few, enough]) await checkout(api, token, [cartLine(id)]);
  expect(await list()).toMatchObject([{ id: few, sold: 1, min_participants: 3 }]);
  const { status, body } = await decide(few, { decision: 'run' });
  expect([status, body]).toMatchObject([200, { decision: 'run', orders: 0, refunds: 0, recipients: 0 }]);
  expect(await list()).toEqual([]);
  await sendNotices(api.ctx);
  expect(await asked()).toEqual([]);
});

test('a decision to cancel calls the event off and needs a reason', async () => {
  const id = await addEvent(3);
  const { token, email } = await buyer();
  await checkout(api, token, [cartLine(id)]);
  const bare = await decide(id, { decision: 'cancel' });
  expect([bare.status, Object.keys(bare.body.fields ?? {})]).toEqual([422, ['reason']]);
  expect((await decide(id, { decision: 'belki' })).status).toBe(422);
  const { body } = await decide(id, { decision: 'cancel', reason: 'Yeterli katılım olmadı.' });
  expect(body).toMatchObject({ decision: 'cancel', orders: 1, refunds: 0, recipients: 1 });
  expect((await mailsTo(api, email)).map(({ kind }) => kind)).toContain('event_cancelled');
  expect((await decide(id, { decision: 'run' })).body.code).toBe('conflict');
  expect((await decide(crypto.randomUUID(), { decision: 'run' })).status).toBe(404);
  expect(await list()).toEqual([]);
});

test('an event that has started is not decided about any more', async () => {
  const id = await addProduct(api.ctx, { date: addDays(dayInIstanbul(api.ctx.clock()), -1) });
  const { status, body } = await decide(id, { decision: 'run' });
  expect([status, body]).toMatchObject([409, { code: 'conflict', message: 'Bu atölye başladı.' }]);
});

test('the practice is not asked about an event that fills up at the same moment', async () => {
  const id = await addEvent(2);
  const { token } = await buyer();
  await checkout(api, token, [cartLine(id)]);
  await api.ctx.db.delete(mails);
  const [order] = await api.ctx.db.select().from(orders).where(eq(orders.product_id, id));
  let sending: Promise<void> | undefined;
  await api.ctx.db.transaction(async (tx) => {
    // A purchase as the job meets it: the product is locked, the seat not yet to be seen.
    await lockSeatProducts(tx, [id]);
    if (api.ctx.connection.kind === 'postgres') sending = sendNotices(api.ctx);
    await new Promise((resolve) => setTimeout(resolve, 150));
    await tx.insert(orders).values({ ...order!, id: crypto.randomUUID() });
  });
  await (sending ?? sendNotices(api.ctx));
  expect(await asked()).toEqual([]);
});
