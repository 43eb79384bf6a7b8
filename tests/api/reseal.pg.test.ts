import { randomBytes } from 'node:crypto';
import { desc, eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { ensureAdmin } from '../../src/api/account/firstAdmin.service.ts';
import type { AppContext } from '../../src/api/context.ts';
import { queryRows } from '../../src/api/db/sql.ts';
import { createEncryption } from '../../src/api/encryption/encryption.ts';
import { saveNote } from '../../src/api/enquiries/enquiries.admin.service.ts';
import { receiptMail } from '../../src/api/enquiries/enquiries.mails.ts';
import { exportEnquiries } from '../../src/api/enquiries/enquiries.privacy.ts';
import { enquiries } from '../../src/api/enquiries/enquiries.tables.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import type { Mail } from '../../src/api/mail/outbox.service.ts';
import { recipientOf, sealedRecipient } from '../../src/api/mail/recipient.ts';
import { mutate } from '../../src/api/mutation.ts';
import { readSent, recordNotices } from '../../src/api/notices/sentNotices.service.ts';
import { reportKeys, resealAll } from '../../src/api/reseal/reseal.service.ts';
import { consumeCode } from '../../src/api/secondFactor/codes.service.ts';
import { recoveryCodes, secondFactors } from '../../src/api/secondFactor/secondFactor.tables.ts';
import { enquiry } from '../load/enquiry.ts';
import { openTestApi, type TestApi } from './harness.ts';
import { createTestUsers, enabledSecondFactor, totpCode } from './samples.ts';

const count = 250;
const caller = { networks: ['192.0.2.1'], deviceId: undefined, deviceName: 'Chrome, Windows' };

const consume = (ctx: AppContext, userId: string, code: string) =>
  mutate(ctx, null, (mutation) => consumeCode(ctx, mutation, userId, code, caller));

const email = 'danisan@ornek.com';
const [first, second] = [randomBytes(32), randomBytes(32)];

let api: TestApi;
let factor: Awaited<ReturnType<typeof enabledSecondFactor>>;
/** The product with other keys on the same database. */
const withKeys = (...keys: Buffer[]): AppContext => ({ ...api.ctx, encryption: createEncryption(keys) });
const readAll = async (ctx: AppContext) =>
  (await exportEnquiries(api.ctx.db, ctx, email)).map(({ message }) => message);
const messages = Array.from({ length: count }, (_, index) => `Mesaj ${index}`).sort();

beforeAll(async () => {
  api = await openTestApi({
    ENCRYPTION_KEY: first.toString('hex'),
    RATE_LIMIT_FACTOR: '100000',
    ADMIN_EMAIL: 'kurucu@ornek.com',
    ADMIN_PASSWORD: 'uzun-bir-yonetici-sifresi',
  });
  await ensureAdmin(api.ctx);
  for (const message of messages) {
    const body = { ...enquiry, email, message };
    expect((await api.send('POST /api/consulting-create-messages', { body })).status).toBe(201);
  }
  // Of the half that stays as it is: a row counts once, by the newest form it has.
  const [noted] = await api.ctx.db.select().from(enquiries).orderBy(desc(enquiries.id)).limit(1);
  await saveNote(api.ctx, null, noted?.id as string, { note: 'Salı aranacak' });
  // Half of them as earlier versions wrote them: the place of the key instead of its id.
  await api.ctx.db.execute(sql`update app.enquiries set sealed = decode('01', 'hex') || substring(sealed from 10),
    email_mark = split_part(email_mark, '.', 2) where id in (select id from app.enquiries order by id limit ${count / 2})`);
  factor = await enabledSecondFactor(await createTestUsers(api));
});

describe('a key', () => {
  test('is named in every encrypted column, and none of them is forgotten by reseal', async () => {
    const columns = await queryRows<{ name: string }>(
      api.ctx.db,
      sql`select table_name || '.' || column_name as name from information_schema.columns
        where table_schema = 'app' and data_type = 'bytea' order by 1`,
    );
    expect(columns.map(({ name }) => name)).toEqual([
      'document_details.sealed',
      'document_pdfs.sealed',
      'enquiries.note',
      'enquiries.sealed',
      'feedback_answers.sealed',
      'participant_answers.sealed',
      'recovery_codes.sealed',
      'second_factors.pending_secret',
      'second_factors.secret',
      'tickets.sealed',
    ]);
  });

  test('that was added moves nothing by itself: what was written before opens, what comes is its own', async () => {
    const both = withKeys(first, second);
    expect((await readAll(both)).sort()).toEqual(messages);
    expect((await reportKeys(both)).older).toMatchObject({
      enquiries: count,
      'second factors': 1,
      'recovery codes': 10,
    });
    expect((await reportKeys(api.ctx)).older).toMatchObject({ enquiries: count / 2, 'second factors': 0 });
  });

  test('that is missing is reported, and nothing of its rows is touched', async () => {
    const only = withKeys(second);
    const report = await resealAll(only);
    expect(report.moved).toMatchObject({ enquiries: 0, 'second factors': 0, 'recovery codes': 0 });
    expect(report.missing).toMatchObject({ enquiries: count / 2, 'second factors': 1, 'recovery codes': 10 });
    expect((await readAll(api.ctx)).sort()).toEqual(messages);
  });

  test('is left by all rows when two move them at once, also after one that was interrupted', async () => {
    const both = withKeys(first, second);
    let batches = 0;
    const interrupted = resealAll(both, async () => {
      batches += 1;
      throw new Error('killed');
    });
    await expect(interrupted).rejects.toThrow('killed');
    expect([batches, (await reportKeys(both)).older.enquiries]).toEqual([1, count - 100]);
    const reports = await Promise.all([resealAll(both), resealAll(both)]);
    const moved = reports.reduce((sum, report) => sum + (report.moved.enquiries ?? 0), 0);
    expect(moved).toBe(count - 100);
    expect(await reportKeys(both)).toMatchObject({
      older: { enquiries: 0, 'second factors': 0, 'recovery codes': 0, 'marks of erased accounts': 0 },
    });
  });

  test('can be removed then: messages, app codes and recovery codes work without it', async () => {
    const next = withKeys(second);
    expect((await readAll(next)).sort()).toEqual(messages);
    const notes = (await exportEnquiries(api.ctx.db, next, email)).flatMap(({ note }) => note || []);
    expect(notes).toEqual(['Salı aranacak']);
    expect(await readAll(api.ctx)).toEqual([]);
    expect((await reportKeys(next)).missing).toMatchObject({ enquiries: 0, 'second factors': 0, 'recovery codes': 0 });
    const [row] = await api.ctx.db.select().from(secondFactors);
    const userId = row?.user_id as string;
    api.advance(60_000);
    const now = api.ctx.clock();
    expect(await consume(next, userId, totpCode(factor.secret, now))).toBe(true);
    const [code = ''] = factor.recoveryCodes;
    expect(await consume(next, userId, code.replace('-', ''))).toBe(true);
    expect(await consume(next, userId, code.replace('-', ''))).toBe(false);
  });

  test('that was removed brings no erased admin back', async () => {
    const { db } = api.ctx;
    const other = await api.signUp({ role: 'admin' });
    const erased = await api.send('POST /api/admin/people/erase', {
      token: other.token,
      body: { email: 'kurucu@ornek.com' } as never,
    });
    expect(erased.status).toBe(200);
    const both = withKeys(first, second);
    expect(await ensureAdmin(both)).toBeUndefined();
    expect((await resealAll(both)).moved).toMatchObject({ 'marks of erased accounts': 1 });
    await ensureAdmin(withKeys(second));
    const found = await queryRows(db, sql`select 1 from app.users where email = 'kurucu@ornek.com'`);
    expect(found).toEqual([]);
  });

  test('of a recovery code made by an earlier version still counts, and the code works while the key is there', async () => {
    const { db, encryption } = api.ctx;
    const { id } = await api.signUp();
    const mark = (encryption.fingerprint(`recovery ${id} abcdefghjk`).split('.')[1] as string) ?? '';
    await db.insert(recoveryCodes).values({ user_id: id, fingerprint: mark });
    const both = withKeys(first, second);
    expect((await resealAll(both)).older['recovery codes']).toBe(1);
    expect(await consume(both, id, 'abcdefghjk')).toBe(true);
    expect((await reportKeys(both)).older['recovery codes']).toBe(0);
  });
});

test('a message that somebody changed is left as it is', async () => {
  const both = withKeys(second, first);
  const [row] = await both.db.select().from(enquiries).limit(1);
  const sealed = Buffer.from(row?.sealed as Buffer);
  sealed[sealed.length - 1] = (sealed.at(-1) as number) ^ 1;
  await both.db
    .update(enquiries)
    .set({ sealed })
    .where(eq(enquiries.id, row?.id as string));
  const report = await resealAll(both);
  expect([report.moved.enquiries, report.older.enquiries]).toEqual([count - 1, 1]);
});

test('sent notices cannot be moved and are counted until they end; whom a mail goes to is moved', async () => {
  const { db } = api.ctx;
  const third = randomBytes(32);
  const [old, both] = [withKeys(first), withKeys(first, third)];
  const notice = { kind: 'reminder', subject: 'product', email } as const;
  await mutate(old, null, async (mutation) => {
    await recordNotices(mutation, old.encryption, [notice, { kind: 'decision', subject: 'product' }]);
    await mutation.sendMail(receiptMail(old.encryption.encrypt(email, sealedRecipient)));
  });
  expect((await reportKeys(both)).older).toMatchObject({ 'sent notices': 1 });
  const report = await resealAll(both);
  expect([report.older['sent notices'], report.older.mails]).toEqual([1, 0]);
  expect((await reportKeys(withKeys(third))).missing).toMatchObject({ 'sent notices': 1, mails: 0 });
  const [row] = await db.select().from(mails).where(eq(mails.kind, 'enquiry_receipt')).orderBy(desc(mails.created_at));
  expect(recipientOf(row?.content as Mail, withKeys(third).encryption)).toBe(email);
  // The key that made it still knows the address; without it the reminder would go out again.
  const wasSent = async (...keys: Buffer[]) =>
    (await readSent(db, withKeys(...keys).encryption, ['product']))('product')('reminder', email);
  expect([await wasSent(first, third), await wasSent(third)]).toEqual([true, false]);
});
