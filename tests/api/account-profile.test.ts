import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { accountJobs } from '../../src/api/account/account.jobs.ts';
import { knownDevices, resetCodes, sessions } from '../../src/api/account/account.tables.ts';
import { hashPassword } from '../../src/api/account/passwords.ts';
import { openSession } from '../../src/api/account/sessions.service.ts';
import { dayMs, minuteMs } from '../../src/shared/time.ts';
import { openTestApi } from './harness.ts';
import { mailsTo } from './mails.ts';

const password = 'bir avuç deniz';
const newPassword = 'iki avuç gökyüzü';
const api = await openTestApi();
const password_hash = await hashPassword(password);

let id = '';
let email = '';
let token = '';
beforeEach(async () => {
  ({ id, email, token } = await api.signUp({ password_hash }));
});

const another = () => openSession(api.ctx.db, id, 'Firefox, Windows', api.ctx.clock());
const isAlive = async (which = token) => (await api.send('GET /api/me', { token: which })).status === 200;
const signIn = (word: string) => api.send('POST /api/login', { body: { email, password: word } });
const change = (body: Record<string, unknown>) => api.send('POST /api/profile/change-password', { token, body });

describe('the profile', () => {
  test('shows four fields and no more', async () => {
    const { body } = await api.send('GET /api/profile', { token });
    expect(body).toEqual({ name: 'Deniz', surname: 'Yılmaz', email, phone_number: null });
  });

  test.each([
    ['0532 111 22 33', '+905321112233'],
    ['532-111-22-33', '+905321112233'],
    ['+90 (532) 111 22 33', '+905321112233'],
  ])('takes the phone number %s', async (phone_number, stored) => {
    const { status, body } = await api.send('PUT /api/profile/update-phone', { token, body: { phone_number } });
    expect([status, body.phone_number]).toEqual([200, stored]);
    expect((await api.send('GET /api/profile', { token })).body.phone_number).toBe(stored);
  });

  test.each([[''], ['123'], ['0532 111 22 3x'], [null], [5321112233]])(
    'refuses the phone number %j',
    async (phone_number) => {
      const { status, body } = await api.send('PUT /api/profile/update-phone', { token, body: { phone_number } });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['phone_number']]);
    },
  );
});

describe('changing the password', () => {
  test('needs no current one just after signing in, ends the other sessions and mails a notice', async () => {
    const other = await another();
    expect((await change({ password: newPassword })).body).toEqual({ message: 'Şifre başarıyla güncellendi.' });
    expect([await isAlive(), await isAlive(other)]).toEqual([true, false]);
    expect((await signIn(newPassword)).status).toBe(200);
    expect((await signIn(password)).status).toBe(401);
    expect((await mailsTo(api, email)).map(({ kind }) => kind)).toEqual(['password_changed']);
    expect((await mailsTo(api, email))[0]?.text).toMatch(/^Merhaba \p{L}+ \p{L}+,$/mu);
  });

  test('asks for the current one after ten minutes', async () => {
    api.advance(10 * minuteMs + 1000);
    for (const missing of [{}, { current_password: null }])
      expect((await change({ password: newPassword, ...missing })).body.code).toBe('reauthentication_required');
    expect((await change({ password: newPassword, current_password: '' })).status).toBe(403);
    expect((await change({ password: newPassword, current_password: 'yanlış' })).body.code).toBe('wrong_password');
    expect((await change({ password: newPassword, current_password: password })).status).toBe(200);
  });

  test('with a wrong current one is refused even just after signing in, and guesses are limited', async () => {
    const answers = [];
    for (let tried = 0; tried < 11; tried += 1) {
      answers.push((await change({ password: newPassword, current_password: `tahmin ${tried}` })).status);
    }
    expect(answers).toEqual([...Array(10).fill(403), 429]);
    expect((await signIn(password)).status).toBe(200);
  });

  test('is possible ten times an hour, also without the current one', async () => {
    const answers = [];
    for (let turn = 0; turn < 11; turn += 1)
      answers.push((await change({ password: `${newPassword} ${turn}` })).status);
    expect(answers).toEqual([...Array(10).fill(200), 429]);
  });

  test('changes nothing with a session that ends meanwhile', async () => {
    // The new password is hashed behind these.
    const hashing = Array.from({ length: 8 }, () => hashPassword(newPassword));
    const changing = change({ password: newPassword });
    await hashing[3];
    await api.ctx.db.delete(sessions).where(eq(sessions.user_id, id));
    expect((await changing).status).toBe(401);
    expect((await signIn(password)).status).toBe(200);
  });

  test.each([['kısa'], ['12345678'], ['a'.repeat(129)], [undefined]])(
    'to «%s» is refused at the field',
    async (word) => {
      const { status, body } = await change({ password: word });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['password']]);
    },
  );
});

describe('open sessions', () => {
  test('are listed with their device, and end at once', async () => {
    const other = await another();
    const { body, headers } = await api.send('GET /api/profile/sessions', { token });
    expect(headers.get('x-total-count')).toBe('2');
    expect(body.map(({ current, device }) => [current, device]).sort()).toEqual([
      [false, 'Firefox, Windows'],
      [true, 'test'],
    ]);
    const ending = body.find(({ current }) => !current)?.id as string;
    expect((await api.send('DELETE /api/profile/sessions/:id', { token, params: { id: ending } })).status).toBe(200);
    expect([await isAlive(), await isAlive(other)]).toEqual([true, false]);
    expect((await api.send('DELETE /api/profile/sessions/:id', { token, params: { id: ending } })).status).toBe(404);
  });

  test('of other users are not found', async () => {
    const stranger = await api.signUp();
    const [theirs] = await api.ctx.db.select().from(sessions).where(eq(sessions.user_id, stranger.id));
    const params = { id: theirs?.id as string };
    expect((await api.send('DELETE /api/profile/sessions/:id', { token, params })).status).toBe(404);
    expect(await isAlive(stranger.token)).toBe(true);
  });

  test('name the device in two words', async () => {
    const headers = {
      'user-agent':
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/130.0 Mobile/15E148 Safari/604.1',
    };
    const signedIn = await api.send('POST /api/login', { body: { email, password }, headers });
    const { body } = await api.send('GET /api/profile/sessions', { token: signedIn.body.token });
    expect(body.find(({ current }) => current)?.device).toBe('Chrome, iPhone');
  });

  test('that expired are deleted by the job, like expired codes and links', async () => {
    await api.send('POST /api/forgot-password/request', { body: { email } });
    api.advance(31 * 24 * 60 * minuteMs);
    const fresh = await another();
    const [job] = accountJobs(api.ctx);
    await job?.run(new AbortController().signal);
    expect(await api.ctx.db.$count(sessions)).toBe(1);
    expect(await api.ctx.db.$count(resetCodes)).toBe(0);
    expect(await isAlive(fresh)).toBe(true);
  });

  test('leave their device known for half a year, and no longer', async () => {
    const now = api.ctx.clock().getTime();
    const devices = [179, 181].map((days) => {
      return { user_id: id, mark: `${days}`, last_used_at: new Date(now - days * dayMs) };
    });
    await api.ctx.db.insert(knownDevices).values(devices);
    const [job] = accountJobs(api.ctx);
    await job?.run(new AbortController().signal);
    const left = await api.ctx.db.select().from(knownDevices).where(eq(knownDevices.user_id, id));
    expect(left.map(({ mark }) => mark)).toEqual(['179']);
  });
});
