import { and, asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users as userTable } from '../../src/api/account/account.tables.ts';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { recoveryCodes as codeTable, secondFactors } from '../../src/api/secondFactor/secondFactor.tables.ts';
import { paths } from '../../src/web/adminPaths.ts';
import { dumpDatabase } from './dump.ts';
import { openTestApi } from './harness.ts';
import { mailsTo, resetPassword } from './mails.ts';
import { createTestUsers, enabledSecondFactor, password, preparedSecondFactor, totpCode } from './samples.ts';

const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
const users = await createTestUsers(api);

const codeOf = (secret: string) => totpCode(secret, api.ctx.clock());
const signIn = (email: string, otp?: string, word = password) =>
  api.send('POST /api/login', { body: { email, password: word, otp } });

describe('a second factor', () => {
  test('is prepared, counts once confirmed, and is drawn as a QR code of the same address', async () => {
    const { token, email, secret } = await preparedSecondFactor(users);
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    const prepared = await api.send('POST /api/profile/totp', { token, body: {} });
    expect(prepared.body.uri).toMatch(/^otpauth:\/\/totp\//);
    expect(prepared.body.uri).toContain(prepared.body.secret);
    expect(prepared.body.qr).toMatch(/^<svg/);
    expect((await signIn(email)).status).toBe(200);
    const old = await api.send('POST /api/profile/totp/confirm', { token, body: { code: codeOf(secret) } });
    expect([old.status, Object.keys(old.body.fields ?? {})]).toEqual([422, ['code']]);
    const on = await api.send('POST /api/profile/totp/confirm', {
      token,
      body: { code: codeOf(prepared.body.secret) },
    });
    expect([on.status, new Set(on.body.recovery_codes).size]).toEqual([200, 10]);
    expect((await api.send('GET /api/profile/totp', { token })).body).toEqual({
      enabled: true,
      recovery_codes_left: 10,
    });
    expect((await mailsTo(api, email)).map(({ subject }) => subject)).toContain('İki adımlı giriş açıldı');
  });

  test('is asked for after the right password only, and a code counts once', async () => {
    const { email, secret } = await enabledSecondFactor(users);
    const wrong = await signIn(email, undefined, 'yanlis-sifre-9');
    expect([wrong.status, wrong.body.code]).toEqual([401, 'bad_credentials']);
    for (const missing of [undefined, '']) {
      const asked = await signIn(email, missing);
      expect([asked.status, asked.body.code, asked.body.token]).toEqual([401, 'otp_required', undefined]);
    }
    const used = await signIn(email, codeOf(secret));
    expect([used.status, used.body.code]).toEqual([401, 'otp_wrong']);
    api.advance(30_000);
    const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(email, codeOf(secret))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    api.advance(30_000);
    expect((await signIn(email, codeOf(secret))).status).toBe(200);
  });

  test('takes a code one step early or late, not two', async () => {
    const { email, secret } = await enabledSecondFactor(users);
    api.advance(300_000);
    const at = (steps: number) => totpCode(secret, new Date(api.ctx.clock().getTime() + steps * 30_000));
    expect((await signIn(email, at(-2))).status).toBe(401);
    expect((await signIn(email, at(2))).status).toBe(401);
    expect((await signIn(email, at(-1))).status).toBe(200);
    expect((await signIn(email, at(1))).status).toBe(200);
  });

  test('a recovery code stands in for it once, however it is typed', async () => {
    const { email, token, recoveryCodes } = await enabledSecondFactor(users);
    const [code = ''] = recoveryCodes;
    expect((await signIn(email, ` ${code.toUpperCase().replace('-', ' ')} `)).status).toBe(200);
    expect((await signIn(email, code)).body.code).toBe('otp_wrong');
    expect((await api.send('GET /api/profile/totp', { token })).body.recovery_codes_left).toBe(9);
  });

  test('is replaced only with a code of the one that stands', async () => {
    const { email, token, secret, recoveryCodes } = await enabledSecondFactor(users);
    const { body: next } = await api.send('POST /api/profile/totp', { token, body: { current_password: password } });
    const confirm = (otp?: string) =>
      api.send('POST /api/profile/totp/confirm', { token, body: { code: codeOf(next.secret), otp } });
    expect((await confirm()).body.code).toBe('otp_wrong');
    api.advance(30_000);
    expect((await signIn(email, codeOf(secret))).status).toBe(200);
    expect((await confirm(recoveryCodes[3])).status).toBe(200);
    api.advance(30_000);
    expect((await signIn(email, codeOf(secret))).body.code).toBe('otp_wrong');
    expect((await signIn(email, codeOf(next.secret))).status).toBe(200);
    expect((await signIn(email, recoveryCodes[4])).body.code).toBe('otp_wrong');
  });

  test('is prepared with a password of 128 letters that are typed as two signs each', async () => {
    const { token } = await users.customer();
    const longest = 'e\u0301'.repeat(128);
    await api.send('POST /api/profile/change-password', { token, body: { password: longest } });
    const { status } = await api.send('POST /api/profile/totp', { token, body: { current_password: longest } });
    expect(status).toBe(200);
  });

  test('is switched off with password and code, and that is mailed', async () => {
    const { email, token, recoveryCodes } = await enabledSecondFactor(users);
    const remove = (body: { current_password?: string; otp: string }) =>
      api.send('DELETE /api/profile/totp', { token, body });
    expect((await remove({ current_password: 'yanlis-sifre-9', otp: recoveryCodes[0] as string })).body.code).toBe(
      'wrong_password',
    );
    const wrong = await remove({ current_password: password, otp: '000000' });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'otp_wrong']);
    expect((await remove({ current_password: password, otp: recoveryCodes[0] as string })).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
    expect((await mailsTo(api, email)).map(({ subject }) => subject)).toContain('İki adımlı giriş kapatıldı');
  });

  test('is switched on 30 times an hour at most, so that nobody is mailed and nothing recorded without end', async () => {
    const limited = await openTestApi({ RATE_LIMIT_FACTOR: '0.1' });
    const { token } = await limited.signUp();
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const { body } = await limited.send('POST /api/profile/totp', { token, body: {} });
      const code = totpCode(body.secret, limited.ctx.clock());
      const on = await limited.send('POST /api/profile/totp/confirm', { token, body: { code } });
      statuses.push(on.status);
      const otp = on.body.recovery_codes?.[0] ?? '';
      if (otp) await limited.send('DELETE /api/profile/totp', { token, body: { otp } });
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  });

  test('that was never on is switched off without a trace', async () => {
    const { token, email } = await preparedSecondFactor(users);
    const traces = async () => [await api.ctx.db.$count(auditLog), (await mailsTo(api, email)).length];
    const before = await traces();
    const body = { current_password: password, otp: '000000' };
    expect((await api.send('DELETE /api/profile/totp', { token, body })).status).toBe(200);
    expect(await traces()).toEqual(before);
  });

  test('stays on over a password reset', async () => {
    const { email } = await enabledSecondFactor(users);
    const newPassword = 'kedi-iplik-42-pamuk';
    expect((await resetPassword(api, email, newPassword)).status).toBe(200);
    expect((await signIn(email, undefined, newPassword)).body.code).toBe('otp_required');
  });

  test("of somebody else is switched off by an admin who proves their own, never the admin's own", async () => {
    const { id, email } = await enabledSecondFactor(users);
    const admin = await adminWithPassword();
    const own = await api.send('DELETE /api/admin/users/:id/totp', {
      params: { id: admin.id },
      token: admin.token,
      body: {},
    });
    expect([own.status, own.body.code]).toEqual([409, 'own_account']);
    const remove = (proof: object) =>
      api.send('DELETE /api/admin/users/:id/totp', { params: { id }, token: admin.token, body: proof });
    const unproven = await remove({});
    expect([unproven.status, unproven.body.code, unproven.body.asks_code]).toEqual([
      403,
      'reauthentication_required',
      undefined,
    ]);
    expect((await remove({ current_password: 'yanlis-sifre-9' })).body.code).toBe('wrong_password');
    const { body } = await api.send('POST /api/profile/totp', { token: admin.token, body: {} });
    await api.send('POST /api/profile/totp/confirm', { token: admin.token, body: { code: codeOf(body.secret) } });
    for (const proof of [{}, { current_password: password }, { otp: '000000' }]) {
      const asked = await remove(proof);
      expect([asked.status, asked.body.code, asked.body.asks_code]).toEqual([403, 'reauthentication_required', true]);
    }
    expect((await remove({ current_password: password, otp: '000000' })).body.code).toBe('otp_wrong');
    api.advance(30_000);
    expect((await remove({ current_password: password, otp: codeOf(body.secret) })).status).toBe(200);
    expect((await signIn(email)).status).toBe(200);
  });

  test('whose key is lost takes no code, and fails for no other reason', async () => {
    const { id, email, secret, recoveryCodes } = await enabledSecondFactor(users);
    await api.ctx.db
      .update(secondFactors)
      .set({ secret: Buffer.alloc(60) })
      .where(eq(secondFactors.user_id, id));
    await api.ctx.db
      .update(codeTable)
      .set({ sealed: Buffer.alloc(60) })
      .where(eq(codeTable.user_id, id));
    api.advance(30_000);
    for (const code of [codeOf(secret), recoveryCodes[0] as string])
      expect((await signIn(email, code)).body.code).toBe('otp_wrong');
  });

  test('leaves no secret and no code in the database', async () => {
    const { id, secret, recoveryCodes } = await enabledSecondFactor(users);
    const text = await dumpDatabase(api.ctx);
    expect(text).toContain(id);
    for (const word of [secret, ...recoveryCodes]) expect(text).not.toContain(word);
  });
});

describe('a change of a role', () => {
  const setRole = (id: string, token: string, proof: object = {}) =>
    api.send('PUT /api/admin/users/:id/role', { params: { id }, token, body: { role: 'admin', ...proof } });

  test('asks for the password where the sign-in is not recent', async () => {
    const admin = await adminWithPassword();
    const { id } = await users.customer();
    api.advance(601_000);
    expect((await setRole(id, admin.token)).body.code).toBe('reauthentication_required');
    const wrong = await setRole(id, admin.token, { current_password: 'yanlis-sifre-9' });
    expect([wrong.status, wrong.body.code]).toEqual([403, 'wrong_password']);
    expect((await setRole(id, admin.token, { current_password: password })).body.role).toBe('admin');
  });

  test('asks for a code too where the admin has a second factor, however recent the sign-in', async () => {
    const admin = await adminWithPassword();
    const isOn = async () =>
      (await api.send('GET /api/admin/get-users', { token: users.admin.token })).body.find(
        (one) => one.id === admin.id,
      );
    const { secret } = (await api.send('POST /api/profile/totp', { token: admin.token, body: {} })).body;
    expect((await isOn())?.second_factor).toBe(false);
    const body = { code: codeOf(secret) };
    await api.send('POST /api/profile/totp/confirm', { token: admin.token, body });
    const { id } = await users.customer();
    const asked = await setRole(id, admin.token, { current_password: password });
    expect([asked.status, asked.body.code, asked.body.asks_code]).toEqual([403, 'reauthentication_required', true]);
    expect((await setRole(id, admin.token, { current_password: password, otp: '000000' })).body.code).toBe('otp_wrong');
    expect((await isOn())?.second_factor).toBe(true);
    api.advance(30_000);
    const proof = { current_password: password, otp: codeOf(secret) };
    expect((await setRole(id, admin.token, proof)).body.role).toBe('admin');
    expect((await setRole(id, admin.token, proof)).body.code).toBe('otp_wrong');
  });
});

test('shutting an admin out, letting one in again or reading about one asks for the password where the sign-in is not recent', async () => {
  const [admin, other] = [await adminWithPassword(), await adminWithPassword()];
  const customer = await users.customer();
  const { token } = admin;
  const about = (email: string, proof?: object) => ({ token, body: { email, ...proof } });
  const deactivate = (id: string, body: object = {}) =>
    api.send('PATCH /api/admin/users/deactivate/:id', { token, params: { id }, body });
  const reactivate = (id: string, body: object = {}) =>
    api.send('PATCH /api/admin/users/reactivate/:id', { token, params: { id }, body });
  api.advance(601_000);
  for (const { email } of [admin, other])
    for (const key of ['POST /api/admin/people/export', 'POST /api/admin/people/erase'] as const) {
      expect((await api.send(key, about(email))).body.code).toBe('reauthentication_required');
      expect((await api.send(key, about(email, { current_password: 'yanlis-sifre-9' }))).body.code).toBe(
        'wrong_password',
      );
    }
  expect((await deactivate(other.id)).body.code).toBe('reauthentication_required');
  expect((await deactivate(admin.id)).body.code).toBe('own_account');
  expect((await deactivate(other.id, { current_password: password })).status).toBe(200);
  expect((await reactivate(other.id)).body.code).toBe('reauthentication_required');
  expect((await reactivate(other.id, { current_password: password })).status).toBe(200);
  const erased = await api.send('POST /api/admin/people/erase', about(other.email, { current_password: password }));
  expect([erased.status, erased.body.erased.account]).toEqual([200, 1]);
  expect((await deactivate(customer.id)).status).toBe(200);
  expect((await reactivate(customer.id)).status).toBe(200);
  expect((await api.send('POST /api/admin/people/erase', about(customer.email))).status).toBe(200);
});

describe('a change of the account that buyers pay to', () => {
  const iban = 'TR330006100519786457841326';
  const read = async (token: string) => (await api.send('GET /api/admin/payment-settings', { token })).body;
  const put = async (token: string, change: object) =>
    api.send('PUT /api/admin/payment-settings', { token, body: { ...(await read(token)), ...change } });

  test('asks for password and code, however recent the sign-in, and is mailed, written down and announced', async () => {
    const admin = await adminWithPassword();
    const { secret } = (await api.send('POST /api/profile/totp', { token: admin.token, body: {} })).body;
    const confirmation = { token: admin.token, body: { code: codeOf(secret) } };
    const { recovery_codes } = (await api.send('POST /api/profile/totp/confirm', confirmation)).body;
    const other = await adminWithPassword();
    api.advance(30_000);
    const { transfer } = await read(admin.token);
    const change = { transfer: { ...transfer, iban } };
    const refusals = [
      [{}, 'reauthentication_required', true],
      [{ current_password: password }, 'reauthentication_required', true],
      [{ otp: codeOf(secret) }, 'reauthentication_required', true],
      [{ current_password: 'yanlis-sifre-9', otp: codeOf(secret) }, 'wrong_password', undefined],
      [{ current_password: password, otp: '000000' }, 'otp_wrong', undefined],
    ] as const;
    for (const [proof, code, asks_code] of refusals) {
      const { status, body } = await put(admin.token, { ...change, ...proof });
      expect([status, body.code, body.asks_code]).toEqual([403, code, asks_code]);
    }
    // Holder and bank are the account's, too; days are not.
    for (const part of [{ holder: 'Başkası' }, { bank: 'Başka Banka' }])
      expect((await put(admin.token, { transfer: { ...transfer, ...part } })).status).toBe(403);
    expect((await put(admin.token, { days_before: 4 })).status).toBe(200);
    expect(await read(admin.token)).toMatchObject({ transfer, bank_changed_at: null });

    const proof = { current_password: password, otp: codeOf(secret) };
    const saved = await put(admin.token, { ...change, ...proof });
    expect([saved.status, saved.body.transfer.iban]).toEqual([200, iban]);
    expect(saved.body.bank_changed_at).toEqual(expect.any(String));
    expect((await put(admin.token, { transfer, ...proof })).body.code).toBe('otp_wrong');
    for (const { email } of [admin, other]) {
      const told = (await mailsTo(api, email)).filter(({ subject }) => subject === 'Ödeme hesabı değiştirildi');
      expect(told).toHaveLength(1);
      expect(told[0]?.text).toContain(paths.adminPaymentSettings);
    }
    const isMine = and(eq(auditLog.entity, 'payment_settings'), eq(auditLog.actor_id, admin.id));
    const entries = await api.ctx.db.select().from(auditLog).where(isMine).orderBy(asc(auditLog.at));
    expect(entries.at(-1)).toMatchObject({ after: { transfer: { iban } } });

    const withRecoveryCode = { transfer, current_password: password, otp: recovery_codes[0] };
    expect((await put(admin.token, withRecoveryCode)).status).toBe(200);
    expect((await put(admin.token, { ...withRecoveryCode, ...change })).body.code).toBe('otp_wrong');
  });
});

async function adminWithPassword() {
  const admin = await users.customer();
  await api.ctx.db.update(userTable).set({ role: 'admin' }).where(eq(userTable.id, admin.id));
  return admin;
}
