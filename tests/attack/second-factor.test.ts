import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { users as userTable } from '../../src/api/account/account.tables.ts';
import { openTestApi, type TestApi } from '../api/harness.ts';
import { mailsTo } from '../api/mails.ts';
import { createTestUsers, enabledSecondFactor, password, totpCode } from '../api/samples.ts';

const api = await openTestApi();
const users = await createTestUsers(api);

let visitor = 0;
const freshIp = () => `10.7.${++visitor >> 8}.${visitor & 255}`;
const guess = (email: string, otp: string, ip: string) =>
  api.send('POST /api/login', { body: { email, password, otp }, ip });

/** An admin with a second factor, of whom a thief has the password. */
async function admin() {
  const person = await enabledSecondFactor(users);
  await api.ctx.db.update(userTable).set({ role: 'admin' }).where(eq(userTable.id, person.id));
  return person;
}

describe('a thief of an admin’s password', () => {
  test('gets no session without the code, and five guesses from one network', async () => {
    const { email } = await admin();
    const ip = freshIp();
    const asked = await api.send('POST /api/login', { body: { email, password }, ip });
    expect([asked.status, asked.body.code, asked.body.token]).toEqual([401, 'otp_required', undefined]);
    const statuses = [];
    for (let tried = 0; tried < 7; tried += 1) statuses.push((await guess(email, `00000${tried}`, ip)).status);
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  });

  test('gets 50 guesses an hour out of a million codes from however many networks', async () => {
    const { email } = await admin();
    const statuses = [];
    for (let tried = 0; tried < 55; tried += 1) statuses.push((await guess(email, '000000', freshIp())).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.slice(50)).toEqual(Array(5).fill(429));
  });

  test('leaves failures and a lock that the admin sees', async () => {
    const { email, token } = await admin();
    const ip = freshIp();
    for (let tried = 0; tried < 5; tried += 1) await guess(email, '000000', ip);
    const { body } = await api.send('GET /api/profile/security-events', { token });
    expect(body.map(({ kind, outcome }) => [kind, outcome])).toEqual(
      expect.arrayContaining([
        ['sign_in_failed', 'otp_wrong'],
        ['locked', 'too_many_requests'],
      ]),
    );
  });

  test('cannot come in from a new device unnoticed, with a recovery code either', async () => {
    const { email, recoveryCodes } = await admin();
    expect((await guess(email, recoveryCodes[0] as string, freshIp())).status).toBe(200);
    const subjects = (await mailsTo(api, email)).map(({ kind }) => kind);
    expect(subjects).toContain('new_device');
  });
});

describe('a thief of an admin’s session', () => {
  test('can neither switch the second factor off, nor replace it, nor make admins', async () => {
    const { token } = await admin();
    const other = await enabledSecondFactor(users);
    const codes = async (...answers: ReturnType<TestApi['send']>[]) =>
      (await Promise.all(answers)).map(({ status, body }) => [status, body.code]);
    const { body } = await api.send('POST /api/profile/totp', { token, body: {} });
    expect(body.secret).toBeTruthy();
    const code = totpCode(body.secret, api.ctx.clock());
    expect(
      await codes(
        api.send('DELETE /api/profile/totp', { token, body: { otp: '000000' } }),
        api.send('POST /api/profile/totp/confirm', { token, body: { code } }),
        api.send('DELETE /api/admin/users/:id/totp', { token, params: { id: other.id }, body: {} }),
        api.send('PUT /api/admin/users/:id/role', { token, params: { id: other.id }, body: { role: 'admin' } }),
      ),
    ).toEqual([
      [403, 'otp_wrong'],
      [403, 'otp_wrong'],
      [403, 'reauthentication_required'],
      [403, 'reauthentication_required'],
    ]);
    const [row] = await api.ctx.db.select().from(userTable).where(eq(userTable.id, other.id));
    expect(row?.role).toBe('user');
  });

  test('guesses ten codes an hour', async () => {
    const { token } = await admin();
    const other = await users.customer();
    const statuses = [];
    for (let tried = 0; tried < 12; tried += 1) {
      const body = { role: 'admin', otp: '000000' };
      statuses.push(
        (await api.send('PUT /api/admin/users/:id/role', { token, params: { id: other.id }, body })).status,
      );
    }
    expect(statuses).toEqual([...Array(10).fill(403), 429, 429]);
  });
});
