import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createEncryption } from '../../src/api/encryption/encryption.ts';
import { idempotencyKeys } from '../../src/api/idempotency/idempotency.tables.ts';
import { deleteOldAnswers, exportAnswers } from '../../src/api/orders/answers.service.ts';
import { participantAnswers } from '../../src/api/orders/answers.tables.ts';
import { resealAll } from '../../src/api/reseal/reseal.service.ts';
import type { QuestionKind } from '../../src/contract/catalog.ts';
import { orderTexts } from '../../src/contract/orders.texts.ts';
import { dayMs } from '../../src/shared/time.ts';
import { readAudit } from './changeLog.ts';
import { dumpDatabase } from './dump.ts';
import { openTestApi } from './harness.ts';
import { mailsTo } from './mails.ts';
import { addProduct, changeProduct, readStock } from './shop.ts';

const [key, newerKey] = [randomBytes(32), randomBytes(32)];
const api = await openTestApi({ ENCRYPTION_KEY: key.toString('hex') });
const admin = (await api.signUp({ role: 'admin' })).token;

const ask = (question_kind: QuestionKind, question = 'Alerjisi var mı?') =>
  addProduct(api.ctx, { question, question_kind });

/** Buys a seat for each answer. */
const buy = (token: string, id: string, answers: (string | undefined)[], more: object = {}) => {
  const participants = answers.map((answer, index) => ({ fullName: `Ada Işık${index}`, answer }));
  return api.send('POST /api/order/create', {
    token,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { cartItems: [{ id, quantity: answers.length, participants }], ...more },
  });
};

const readAnswers = async (id: string) =>
  (await api.send('GET /api/admin/product/:id/answers', { token: admin, params: { id } })).body;

describe('a product’s question', () => {
  test('is in the preview, and is asked for each participant', async () => {
    const { token } = await api.signUp();
    const id = await ask('required', 'Kaç yaşında?');
    const body = { cartItems: [{ id, quantity: 2 }] };
    const preview = (await api.send('POST /api/order/preview', { token, body })).body;
    expect(preview.lines[0]?.question).toEqual({ text: 'Kaç yaşında?', kind: 'required' });
    const stock = await readStock(api.ctx, id);
    expect(await buy(token, id, ['8', ' '])).toMatchObject({
      status: 422,
      body: { fields: { answer: orderTexts.answerMissing } },
    });
    expect(await readStock(api.ctx, id)).toBe(stock);
    expect((await buy(token, id, ['8', '9'])).status).toBe(201);
    expect(await readAnswers(id)).toMatchObject([
      { name: 'Ada', surname: 'Işık0', question: 'Kaç yaşında?', answer: '8' },
      { surname: 'Işık1', answer: '9' },
    ]);
  });

  test('that changed meanwhile is refused with the new one', async () => {
    const { token } = await api.signUp();
    const id = await ask('optional');
    const body = { cartItems: [{ id, quantity: 1 }] };
    const { preview_hash } = (await api.send('POST /api/order/preview', { token, body })).body;
    await changeProduct(api.ctx, id, { question_kind: 'health' });
    expect((await buy(token, id, ['fıstık'], { preview_hash })).body).toMatchObject({
      code: 'terms_changed',
      preview: { lines: [{ question: { kind: 'health' } }] },
    });
  });

  test('about health needs consent only with an answer, and is never required', async () => {
    const { token } = await api.signUp();
    const id = await ask('health');
    expect((await buy(token, id, ['fıstık'])).body.fields).toEqual({ health_consent: orderTexts.healthConsentMissing });
    expect((await buy(token, id, [undefined])).status).toBe(201);
    expect((await buy(token, id, ['fıstık'], { health_consent: true })).status).toBe(201);
    expect(await readAnswers(id)).toHaveLength(1);
  });

  test('is answered on the phone as far as it is known', async () => {
    const id = await ask('required');
    const participants = [{ fullName: 'Ada Su', answer: 'ceviz' }, { fullName: 'Ege Su' }];
    const body = { product_id: id, fullName: 'Ayşe Su', phone_number: '0532 123 45 67', participants };
    expect((await api.send('POST /api/admin/orders', { token: admin, body })).status).toBe(201);
    expect(await readAnswers(id)).toMatchObject([{ name: 'Ada', answer: 'ceviz' }]);
  });
});

describe('an answer', () => {
  test('is in no row, mail or stored reply in clear; whoever reads it is in the audit log', async () => {
    const person = await api.signUp();
    const id = await ask('health');
    await buy(person.token, id, ['kırmızı fıstık alerjisi'], { health_consent: true });
    const dump = await dumpDatabase(api.ctx);
    expect(dump).toContain('Işık0');
    expect(dump).not.toContain('fıstık alerjisi');
    expect(JSON.stringify(await mailsTo(api, person.email))).not.toContain('fıstık');
    expect(JSON.stringify(await api.ctx.db.select().from(idempotencyKeys))).not.toContain('fıstık');
    await readAnswers(id);
    expect(await readAudit(api, id)).toMatchObject([{ action: 'open', entity: 'answer', after: { count: 1 } }]);
  });

  test('is in the person’s copy, and goes with the person', async () => {
    const person = await api.signUp();
    const id = await ask('health');
    await buy(person.token, id, ['fıstık'], { health_consent: true });
    const body = { email: person.email };
    const copy = (await api.send('POST /api/admin/people/export', { token: admin, body })).body;
    expect(copy.answers).toMatchObject([
      { question: 'Alerjisi var mı?', answer: 'fıstık', consented_at: expect.any(String) },
    ]);
    await api.send('POST /api/admin/people/erase', { token: admin, body });
    expect(await readAnswers(id)).toEqual([]);
  });

  test('is deleted 30 days after the day of its product', async () => {
    const { token } = await api.signUp();
    const [old, recent] = [await ask('optional'), await ask('optional')];
    for (const id of [old, recent]) await buy(token, id, ['evet']);
    const daysAgo = (days: number) => new Date(api.ctx.clock().getTime() - days * dayMs);
    await changeProduct(api.ctx, old, { starts_at: daysAgo(31) });
    await changeProduct(api.ctx, recent, { starts_at: daysAgo(29) });
    await deleteOldAnswers(api.ctx);
    expect(await readAnswers(old)).toEqual([]);
    expect(await readAnswers(recent)).toHaveLength(1);
  });

  test('moves to the newest key', async () => {
    const person = await api.signUp();
    await buy(person.token, await ask('optional'), ['evet']);
    const count = await api.ctx.db.$count(participantAnswers);
    const both = { ...api.ctx, encryption: createEncryption([key, newerKey]) };
    expect(await resealAll(both)).toMatchObject({ moved: { answers: count }, older: { answers: 0 } });
    const newest = { ...api.ctx, encryption: createEncryption([newerKey]) };
    const subject = { email: person.email, userId: person.id };
    expect(await exportAnswers(api.ctx.db, newest, subject)).toMatchObject([{ answer: 'evet' }]);
  });
});
