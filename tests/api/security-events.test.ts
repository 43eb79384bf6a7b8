import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { hashPassword } from '../../src/api/account/passwords.ts';
import { securityJobs } from '../../src/api/security/security.jobs.ts';
import { securityEvents } from '../../src/api/security/security.tables.ts';
import { dayMs } from '../../src/shared/time.ts';
import { openAuthServer } from '../auth-server.ts';
import { openTestApi } from './harness.ts';
import { activationToken, mailsTo, resetPassword } from './mails.ts';
import { createTestUsers, enabledSecondFactor, password, totpCode } from './samples.ts';

/** Every line of the log so far, as it would be written. */
const lines: string[] = [];

const api = await openTestApi();
const testUsers = await createTestUsers(api);
vi.spyOn(api.ctx.log, 'info').mockImplementation((...line: unknown[]) => void lines.push(JSON.stringify(line)));

let ip = '';
let visitor = 0;
beforeEach(() => {
  visitor += 1;
  ip = `198.51.100.${visitor}`;
});

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const browser = (id = crypto.randomUUID()) => ({ 'user-agent': chrome, 'x-device-id': id });

const signIn = (email: string, { word = password, headers = browser(), otp }: SignIn = {}) =>
  api.send('POST /api/login', { body: { email, password: word, otp }, ip, headers });
interface SignIn {
  word?: string;
  headers?: Record<string, string>;
  otp?: string;
}

const eventsOf = async (userId: string) => {
  const own = eq(securityEvents.user_id, userId);
  return (await api.ctx.db.select().from(securityEvents).where(own)).sort((a, b) => a.at.getTime() - b.at.getTime());
};
const kindsOf = async (userId: string) => (await eventsOf(userId)).map(({ kind }) => kind);
const loggedOf = (userId: string) =>
  lines.filter((line) => line.includes(userId)).map((line) => JSON.parse(line)[0].event as string);

describe('a security event', () => {
  test('of a sign-in says the device in words and the outcome, in the table and in the log', async () => {
    const { id, email } = await testUsers.customer();
    await signIn(email);
    const [event] = await eventsOf(id);
    expect(event).toMatchObject({ kind: 'sign_in', device: 'Chrome, Windows', outcome: 'done' });
    expect(loggedOf(id)).toEqual(['sign_in', 'new_device']);
    const line = JSON.parse(lines.find((text) => text.includes(id)) as string)[0];
    expect(line).toEqual({
      event: 'sign_in',
      account: id,
      network: event?.network_mark,
      device: 'Chrome, Windows',
      outcome: 'done',
    });
  });

  test('of failures begins with the fourth, and the one that closes sign-in is one of its own', async () => {
    const { id, email } = await testUsers.customer();
    for (let tried = 1; tried <= 3; tried += 1) await signIn(email, { word: `yanlış şifre ${tried}` });
    expect(await kindsOf(id)).toEqual([]);
    await signIn(email, { word: 'yanlış şifre 4' });
    await signIn(email, { word: 'yanlış şifre 5' });
    expect((await signIn(email)).status).toBe(429);
    const events = await eventsOf(id);
    expect(events.map(({ kind, outcome }) => [kind, outcome])).toEqual([
      ['sign_in_failed', 'bad_credentials'],
      ['sign_in_failed', 'bad_credentials'],
      ['locked', 'too_many_requests'],
    ]);
    expect(loggedOf(id)).toEqual(['sign_in_failed', 'sign_in_failed', 'locked']);
  });

  test('of failures for an address without an account names none', async () => {
    const isNobody = sql`${securityEvents.user_id} is null`;
    for (let tried = 1; tried <= 5; tried += 1) await signIn('kimse@ornek.com', { word: `yanlış şifre ${tried}` });
    const events = await api.ctx.db.select().from(securityEvents).where(isNobody);
    expect(events.map(({ kind }) => kind).sort()).toEqual(['locked', 'sign_in_failed', 'sign_in_failed']);
    await api.ctx.db.delete(securityEvents).where(isNobody);
  });

  test('of a new device comes once for each browser, and an admin is mailed about it', async () => {
    const password_hash = await hashPassword(password);
    const { id, email } = await api.signUp({ role: 'admin', email: 'yeni-cihaz@ornek.com', password_hash });
    const headers = browser();
    await signIn(email, { headers });
    await signIn(email, { headers });
    expect(await kindsOf(id)).toEqual(['sign_in', 'new_device', 'sign_in']);
    const mails = (await mailsTo(api, email)).filter(({ kind }) => kind === 'new_device');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Chrome, Windows');
    expect(mails[0]?.text).toContain('/forgot-password');
    expect(mails[0]?.text).not.toContain(ip);
    // The same network, but a browser that was never seen.
    await signIn(email);
    expect((await mailsTo(api, email)).filter(({ kind }) => kind === 'new_device')).toHaveLength(2);
    const customer = await testUsers.customer();
    await signIn(customer.email);
    expect(await kindsOf(customer.id)).toEqual(['sign_in', 'new_device']);
    expect(await mailsTo(api, customer.email)).toEqual([]);
  });

  test('of a new device comes for a browser that only reset the password before', async () => {
    const { id, email } = await api.signUp({ role: 'admin', email: 'eski-kod@ornek.com' });
    const headers = browser();
    await resetPassword(api, email, password, { ip, headers });
    expect((await signIn(email, { headers })).status).toBe(200);
    expect((await signIn(email, { headers })).status).toBe(200);
    expect(await kindsOf(id)).toEqual(['password_reset', 'sign_in', 'new_device', 'sign_in']);
    expect((await mailsTo(api, email)).filter(({ kind }) => kind === 'new_device')).toHaveLength(1);
  });

  test('is left by activation, change and reset of the password, and the end of a session', async () => {
    const email = 'yeni-kayit@ornek.com';
    const person = { name: 'Ada', surname: 'Işık', email, password, phone_number: null };
    await api.send('POST /api/register', { body: person, ip });
    const link = await activationToken(api, email);
    const { body } = await api.send('POST /api/activate', { body: { token: link, password }, ip, headers: browser() });
    const { token } = body;
    const id = body.user?.id as string;
    const next = 'kedi-iplik-42-pamuk';
    await api.send('POST /api/profile/change-password', { token, body: { password: next }, ip });
    await api.send('POST /api/logout', { token, ip });
    await resetPassword(api, email, password, { ip });
    const left = ['activated', 'password_changed', 'session_ended', 'password_reset'];
    expect(await kindsOf(id)).toEqual(left);
    expect(loggedOf(id)).toEqual(left);
  });

  test('is left by an export, whoever made it', async () => {
    const { id, email, token } = await testUsers.customer();
    await api.send('GET /api/profile/export', { token, headers: browser() });
    await api.send('POST /api/admin/people/export', { token: testUsers.admin.token, body: { email } });
    const events = await eventsOf(id);
    expect(events.map(({ kind, device, network_mark }) => [kind, device, Boolean(network_mark)])).toEqual([
      ['exported', 'Chrome, Windows', true],
      ['exported_by_admin', '', false],
    ]);
  });

  test('is left by the second factor and by a recovery code', async () => {
    const { id, email, token, recoveryCodes } = await enabledSecondFactor(testUsers);
    await signIn(email, { otp: recoveryCodes[0] as string });
    const body = { current_password: password, otp: recoveryCodes[1] };
    await api.send('DELETE /api/profile/totp', { token, body });
    expect(await kindsOf(id)).toEqual([
      'second_factor_on',
      'recovery_code_used',
      'sign_in',
      'new_device',
      'recovery_code_used',
      'second_factor_off',
    ]);
    const other = await enabledSecondFactor(testUsers);
    const remove = { params: { id: other.id }, token: testUsers.admin.token, body: { current_password: password } };
    expect((await api.send('DELETE /api/admin/users/:id/totp', remove)).status).toBe(200);
    expect(await kindsOf(other.id)).toEqual(['second_factor_on', 'second_factor_off_by_admin']);
  });

  test('holds no address, name, password, token or code', async () => {
    const { email, token, secret, recoveryCodes } = await enabledSecondFactor(testUsers);
    api.advance(30_000);
    const answer = await signIn(email, { otp: totpCode(secret, api.ctx.clock()) });
    const rows = JSON.stringify(await api.ctx.db.select().from(securityEvents));
    const all = `${rows}${lines.join('\n')}`;
    expect(all).toContain('second_factor_on');
    for (const word of [email, ip, password, token, answer.body.token, secret, 'Deniz', 'Mozilla', ...recoveryCodes])
      expect(all).not.toContain(word);
  });

  test('of a rolled-back change is neither stored nor logged', async () => {
    const { id, email } = await testUsers.customer();
    await api.ctx.db.execute(sql`alter table app.sessions rename to sessions_away`);
    expect((await signIn(email)).status).toBe(500);
    await api.ctx.db.execute(sql`alter table app.sessions_away rename to sessions`);
    expect([await kindsOf(id), loggedOf(id)]).toEqual([[], []]);
  });
});

describe('the lists of security events', () => {
  test('show people their own, newest first and in pages', async () => {
    const { email, token } = await testUsers.customer();
    const stranger = await testUsers.customer();
    await signIn(email);
    await signIn(stranger.email);
    api.advance(1000);
    await api.send('GET /api/profile/export', { token });
    const page = await api.send('GET /api/profile/security-events', { token, query: { page: 1, size: 1 } });
    expect(page.body.map(({ kind }) => kind)).toEqual(['exported']);
    expect(page.headers.get('x-total-count')).toBe('3');
    expect(Object.keys(page.body[0] ?? {}).sort()).toEqual(['at', 'device', 'id', 'kind', 'outcome']);
  });

  test('show admins all, by account, kind and day, with the same mark for the same network', async () => {
    const { id, email } = await testUsers.customer();
    await signIn(email);
    const list = async (query: Record<string, string>) =>
      (await api.send('GET /api/admin/security-events', { token: testUsers.admin.token, query })).body;
    const mine = await list({ account_id: id });
    expect(mine.map(({ kind }) => kind).sort()).toEqual(['new_device', 'sign_in']);
    expect(mine[0]).toMatchObject({ account_name: 'Deniz Yılmaz', account_id: id });
    expect(mine[0]?.network).toMatch(/^[0-9a-f]{8}$/);
    expect(mine[1]?.network).toBe(mine[0]?.network);
    expect(await list({ account_id: id, kind: 'locked' })).toEqual([]);
    expect(await list({ account_id: id, to: '2020-01-01' })).toEqual([]);
  });

  test('go along in an export, and leave with the account', async () => {
    const { id, email, token } = await testUsers.customer();
    await signIn(email);
    const { body } = await api.send('GET /api/profile/export', { token });
    const kinds = (body.security_events as { kind: string }[]).map(({ kind }) => kind);
    expect(kinds.sort()).toEqual(['new_device', 'sign_in']);
    await api.send('DELETE /api/profile', { token, body: {} });
    expect(await eventsOf(id)).toEqual([]);
  });

  test('reach back 180 days', async () => {
    const { id, email } = await testUsers.customer();
    await signIn(email);
    const [job] = securityJobs(api.ctx);
    api.advance(179 * dayMs);
    await job?.run(new AbortController().signal);
    expect(await kindsOf(id)).toHaveLength(2);
    api.advance(2 * dayMs);
    await job?.run(new AbortController().signal);
    expect(await kindsOf(id)).toEqual([]);
  });
});

test('sign-ins with Google, a link to Google and wrong codes after Google are security events', async () => {
  const auth = await openAuthServer();
  const google = await openTestApi({ PUBLIC_SUPABASE_URL: auth.url, PUBLIC_SUPABASE_ANON_KEY: auth.anonKey });
  const { id, email, token } = await google.signUp();
  const user = auth.addUser({ email });
  const enter = (otp?: string) =>
    google.send('POST /api/google-register', { token: auth.issue(user), body: { otp }, headers: browser() });
  expect((await enter()).status).toBe(200);
  const { secret } = (await google.send('POST /api/profile/totp', { token, body: {} })).body;
  const code = totpCode(secret, google.ctx.clock());
  await google.send('POST /api/profile/totp/confirm', { token, body: { code } });
  expect((await enter()).body.code).toBe('otp_required');
  const statuses = [];
  for (let tried = 0; tried < 11; tried += 1) statuses.push((await enter('000000')).status);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
  const own = eq(securityEvents.user_id, id);
  const kinds = (await google.ctx.db.select().from(securityEvents).where(own)).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind !== 'sign_in_failed').sort()).toEqual([
    'google_linked',
    'google_sign_in',
    'new_device',
    'second_factor_on',
  ]);
  expect(kinds.filter((kind) => kind === 'sign_in_failed')).toHaveLength(10);
  await auth.close();
});
