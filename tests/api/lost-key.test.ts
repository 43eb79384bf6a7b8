import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { beforeAll, describe, expect, test } from 'vitest';
import type { AppContext } from '../../src/api/context.ts';
import { createEncryption } from '../../src/api/encryption/encryption.ts';
import { newFeedbackToken } from '../../src/api/feedback/feedbackToken.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { sendDueMails } from '../../src/api/mail/sender.ts';
import { sendNotices } from '../../src/api/notices/notices.service.ts';
import { checkouts } from '../../src/api/orders/orders.tables.ts';
import { releaseUnpaid } from '../../src/api/payments/payments.jobs.ts';
import { warnOfDueDates } from '../../src/api/payments/warnings.service.ts';
import { logMissingKeys } from '../../src/api/reseal/reseal.service.ts';
import type { Key } from '../../src/contract/endpoints.ts';
import { addDays, dayInIstanbul, dayMs, startsAt } from '../../src/shared/time.ts';
import { participants } from '../load/cartLines.ts';
import { openTestApi, type Send } from './harness.ts';
import { addProduct, askRefund, changePaymentSettings, readCheckout, recordPayment, releaseCheckout } from './shop.ts';

const [lost, present] = [randomBytes(32), randomBytes(32)];
const api = await openTestApi({ ENCRYPTION_KEY: lost.toString('hex'), RATE_LIMIT_FACTOR: '1000' });
const { ctx } = api;
const buyer = await api.signUp();
const admin = await api.signUp({ role: 'admin' });
const day = (ahead: number) => dayInIstanbul(new Date(ctx.clock().getTime() + ahead * dayMs));
const moveTo = (date: string, time: string) => api.advance(startsAt(date, time).getTime() - ctx.clock().getTime());

/** An event in forty days that was sold to the buyer. */
async function sell({ days = 40, answer = 'Fıstık' } = {}) {
  const question = { question: 'Alerjisi var mı?', question_kind: 'optional' } as const;
  const product = await addProduct(ctx, { date: day(days), stock: 3, ...question });
  const people = participants(1).map((person) => ({ ...person, answer }));
  const cartItems = [{ id: product, quantity: 1, participants: people }];
  const { body } = await api.send('POST /api/order/create', { token: buyer.token, body: { cartItems } });
  const [order] = body.orders;
  const code = order?.code as string;
  const seen = await readCheckout(api, buyer, code);
  const ticket = order?.participants[0]?.ticket_url?.split('/').at(-1) as string;
  return { product, code, id: order?.id as string, ticket, document: seen.documents[0]?.url.split('/').at(-1) };
}

const stateOf = async (code: string) =>
  (await ctx.db.select({ state: checkouts.state }).from(checkouts).where(eq(checkouts.code, code)))[0]?.state;

let sold: Awaited<ReturnType<typeof sell>>;

beforeAll(async () => {
  sold = await sell();
  const scores = { content: 5, pace: 4, place: 3, again: 2 };
  for (const text of ['bir', 'iki', 'üç', 'dört', 'beş']) {
    const params = { token: newFeedbackToken(ctx.encryption, sold.product) };
    expect((await api.send('POST /api/feedback/:token', { params, body: { scores, text } })).status).toBe(200);
  }
});

/** The product goes on with another key while `work` runs. */
async function withoutKey<T>(work: () => Promise<T>): Promise<T> {
  const { encryption } = ctx;
  Object.assign(ctx, { encryption: createEncryption([present]) });
  return work().finally(() => Object.assign(ctx, { encryption }));
}

describe('where the key of what was sold is lost', () => {
  test('a start names the rows that stay closed', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    await logMissingKeys({ ...ctx, log });
    expect(lines).toEqual([]);
    await withoutKey(() => logMissingKeys({ ...ctx, log }));
    expect(lines).toEqual([expect.stringMatching(/\d+ documents of orders.*\d+ tickets/)]);
  });

  test.each<[Key, 'buyer' | 'admin', () => Send]>([
    ['GET /api/my-orders', 'buyer', () => ({})],
    ['GET /api/my-checkouts', 'buyer', () => ({})],
    ['GET /api/my-checkouts/:code', 'buyer', () => ({ params: { code: sold.code } })],
    ['GET /api/profile/export', 'buyer', () => ({})],
    ['GET /api/admin/checkouts', 'admin', () => ({})],
    ['GET /api/admin/orders', 'admin', () => ({})],
    ['POST /api/admin/people/export', 'admin', () => ({ body: { email: buyer.email } })],
    ['GET /api/admin/product/:id/door', 'admin', () => ({ params: { id: sold.product } })],
    ['GET /api/admin/product/:id/answers', 'admin', () => ({ params: { id: sold.product } })],
    ['GET /api/admin/product/:id/feedback', 'admin', () => ({ params: { id: sold.product } })],
  ])('%s answers', async (key, who, input) => {
    const { token } = who === 'admin' ? admin : buyer;
    const { status, text } = await withoutKey(() => api.send(key, { ...input(), token }));
    expect([status, text.includes('Fıstık')]).toEqual([200, false]);
  });

  test('what stays closed is left out, and an answer says that it is closed', async () => {
    await withoutKey(async () => {
      const { token } = buyer;
      const { body } = await api.send('GET /api/my-checkouts/:code', { token, params: { code: sold.code } });
      expect([body.documents, body.orders[0]?.participants[0]?.ticket_url]).toEqual([[], null]);
      const read = <K extends Key>(key: K) => api.send(key, { token: admin.token, params: { id: sold.product } });
      const door = (await read('GET /api/admin/product/:id/door')).body;
      expect([door.participants.length, door.sealed]).toEqual([1, []]);
      expect((await read('GET /api/admin/product/:id/feedback')).body).toMatchObject({ count: 5, texts: [] });
      expect((await read('GET /api/admin/product/:id/answers')).body).toMatchObject([
        { order_id: sold.id, answer: expect.stringContaining('açılamıyor') },
      ]);
      const document = await api.send('GET /api/documents/:token', { params: { token: sold.document as string } });
      expect(document.status).toBe(404);
    });
  });

  test('a ticket in somebody’s hand opens the door all the same', async () => {
    await withoutKey(async () => {
      const { body } = await api.send('GET /api/tickets/:code', { params: { code: sold.ticket } });
      expect(body).toMatchObject({ name: 'Ada Deniz 1', state: 'unpaid', certificate: null });
      const at = ctx.clock().toISOString();
      const scans = [{ nonce: crypto.randomUUID(), product_id: sold.product, ticket: sold.ticket, at }];
      const body_ = { device: 'kapi', sent_at: at, scans };
      const scanned = await api.send('POST /api/admin/door/scans', { token: admin.token, body: body_ });
      expect(scanned.body).toMatchObject({ results: [{ result: 'in' }] });
    });
  });

  test('payments, refunds and releases go on', async () => {
    const [paid, unpaid] = [await sell(), await sell()];
    await withoutKey(async () => {
      expect(await recordPayment(api, admin, paid.code, 650)).toMatchObject({ status: 201, body: { state: 'paid' } });
      expect((await askRefund(api, admin, paid.code, 1)).status).toBe(201);
      expect((await releaseCheckout(api, admin, unpaid.code)).body.state).toBe('released');
    });
  });

  test('buyers are warned, reminded and released by the clock', async () => {
    const [start, today] = [ctx.clock().getTime(), day(0)];
    await changePaymentSettings(api, admin, { holidays: [] });
    const { code } = await sell({ days: 20 });
    await ctx.db.delete(mails);
    await withoutKey(async () => {
      const sent: string[] = [];
      for (const ahead of [17, 19]) {
        moveTo(addDays(today, ahead), '10:00');
        await sendNotices(ctx);
        await sendDueMails(ctx, { send: async ({ kind }) => void sent.push(kind), close() {} });
      }
      expect(sent).toEqual(['payment_warning', 'event_reminder']);
      // Noon of the next working day after the due date has passed, whatever day that was.
      moveTo(addDays(today, 20), '12:30');
      await releaseUnpaid(ctx);
      expect(await stateOf(code)).toBe('released');
    });
    api.advance(start - ctx.clock().getTime());
  });
});

test('a checkout that cannot be mailed keeps no other one from being warned of and released', async () => {
  const start = ctx.clock().getTime();
  const today = day(0);
  const [broken, other] = [await sell({ days: 20 }), await sell({ days: 20 })];
  await ctx.db.delete(mails);
  const lines: string[] = [];
  const failing: AppContext = {
    ...ctx,
    log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }),
    encryption: {
      ...ctx.encryption,
      tryDecrypt(encrypted, additionalData) {
        if (additionalData.includes(broken.code)) throw new Error('broken');
        return ctx.encryption.tryDecrypt(encrypted, additionalData);
      },
    },
  };
  moveTo(addDays(today, 17), '10:00');
  await warnOfDueDates(failing, 10);
  expect((await ctx.db.select({ kind: mails.kind }).from(mails)).map(({ kind }) => kind)).toEqual(['payment_warning']);
  moveTo(addDays(today, 20), '12:30');
  await releaseUnpaid(failing);
  expect([await stateOf(broken.code), await stateOf(other.code)]).toEqual(['open', 'released']);
  expect(lines.map((line) => JSON.parse(line).checkout)).toEqual([broken.code, broken.code]);
  api.advance(start - ctx.clock().getTime());
});
