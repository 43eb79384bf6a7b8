import { beforeEach, describe, expect, test } from 'vitest';
import { openTestApi } from './harness.ts';
import { activationToken, mailsTo, resetCode } from './mails.ts';
import { addProduct } from './shop.ts';

const api = await openTestApi();

const second = 1000;
const newPassword = 'yepyeni bir söz';
let email = '';
let id = '';
let token = '';
let ip = '';
let count = 0;
beforeEach(async () => {
  // Limits count by network.
  ip = `198.51.100.${++count}`;
  ({ id, email, token } = await api.signUp());
});

const ask = (to = email) => api.send('POST /api/forgot-password/request', { body: { email: to }, ip });
const verify = (otp: string, to = email) =>
  api.send('POST /api/forgot-password/verify', { body: { email: to, otp }, ip });
const reset = (otp: string, word = newPassword) =>
  api.send('POST /api/forgot-password/reset', { body: { email, otp, newPassword: word }, ip });
const signIn = (password: string) => api.send('POST /api/login', { body: { email, password }, ip });
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Requests a code and reads it from the mail. */
async function code(): Promise<string> {
  expect((await ask()).status).toBe(200);
  return resetCode(api, email);
}

describe('requesting a code', () => {
  test('answers the same for known, unknown and deactivated addresses, and mails only the known', async () => {
    const closed = await api.signUp({ deactivated_at: new Date() });
    const answers = [await ask(), await ask('kimse@ornek.com'), await ask(closed.email)];
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array(3).fill([
        200,
        { message: 'Kod e-posta adresinize gönderildi.', handle: expect.stringMatching(/^[\w-]{43}$/) },
      ]),
    );
    expect(await mailsTo(api, email)).toHaveLength(1);
    expect(await mailsTo(api, 'kimse@ornek.com')).toHaveLength(0);
    expect(await mailsTo(api, closed.email)).toHaveLength(0);
  });

  test('is limited to one per minute, five per hour and ten per day for an address, known or not', async () => {
    for (const to of [email, `${id}@ornek.com`]) {
      const refused = async (): Promise<number> => {
        const { status, headers } = await ask(to);
        expect(status).toBe(429);
        return Number(headers.get('retry-after'));
      };
      for (const _hour of [1, 2]) {
        for (let asked = 0; asked < 5; asked += 1) {
          expect((await ask(to)).status).toBe(200);
          expect(await refused()).toBeLessThanOrEqual(60);
          api.advance(61 * second);
        }
        expect(await refused()).toBeGreaterThan(60);
        api.advance(3600 * second);
      }
      expect(await refused()).toBeGreaterThan(20 * 3600);
      api.advance(22 * 3600 * second);
      expect((await ask(to)).status).toBe(200);
    }
  });

  test.each([[''], ['adres'], [undefined]])('with «%s» as address is refused at the field', async (to) => {
    const { status, body } = await api.send('POST /api/forgot-password/request', { body: { email: to } });
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['email']]);
  });
});

describe('a code', () => {
  test('sets a new password once, ends all sessions and mails a notice', async () => {
    const otp = await code();
    expect((await verify(otp)).body).toEqual({ message: 'Kod doğrulandı.' });
    expect((await reset(otp)).body).toEqual({ message: 'Şifre başarıyla sıfırlandı.' });
    expect((await signIn(newPassword)).status).toBe(200);
    expect((await api.send('GET /api/me', { token })).status).toBe(401);
    expect((await mailsTo(api, email)).map(({ kind }) => kind)).toEqual(['reset_code', 'password_changed']);
    expect((await reset(otp, 'üçüncü bir söz')).body.code).toBe('otp_invalid');
  });

  test('resets only once under parallel calls', async () => {
    const otp = await code();
    await verify(otp);
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => reset(otp, `parola ${index} uzun`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400, 400]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await signIn(`parola ${winner} uzun`)).status).toBe(200);
  });

  test('is valid for 180 seconds, once verified for ten minutes', async () => {
    const late = await code();
    api.advance(181 * second);
    expect((await verify(late)).body.code).toBe('otp_invalid');
    const otp = await code();
    api.advance(170 * second);
    expect((await verify(otp)).status).toBe(200);
    api.advance(590 * second);
    expect((await reset(otp)).status).toBe(200);
    const slow = await code();
    await verify(slow);
    api.advance(601 * second);
    expect((await reset(slow)).status).toBe(400);
  });

  test('that was not verified resets nothing, and verifying it twice does no harm', async () => {
    const otp = await code();
    expect((await reset(otp)).status).toBe(400);
    expect((await verify(otp)).status).toBe(200);
    expect((await verify(otp)).status).toBe(200);
    expect((await reset(otp)).status).toBe(200);
  });

  test('is invalid after five wrong tries, counted over verify and reset', async () => {
    const otp = await code();
    for (let tried = 0; tried < 3; tried += 1) expect((await verify(wrong(otp))).status).toBe(400);
    expect((await verify(otp)).status).toBe(200);
    for (let tried = 0; tried < 2; tried += 1) expect((await reset(wrong(otp))).status).toBe(400);
    expect((await reset(otp)).status).toBe(400);
    expect((await verify(otp)).status).toBe(400);
  });

  test('stays valid after four wrong tries, and parallel tries get no sixth', async () => {
    const otp = await code();
    for (let tried = 0; tried < 4; tried += 1) await verify(wrong(otp));
    expect((await verify(otp)).status).toBe(200);
    api.advance(61 * second);
    const next = await code();
    const guesses = Array.from({ length: 20 }, (_, index) => verify(index === 19 ? next : wrong(next)));
    await Promise.all(guesses);
    expect((await reset(next)).status).toBe(400);
  });

  test('is replaced by a new one, and never matches another address', async () => {
    const old = await code();
    api.advance(61 * second);
    const otp = await code();
    if (old !== otp) expect((await verify(old)).status).toBe(400);
    const other = await api.signUp();
    expect((await verify(otp, other.email)).status).toBe(400);
    expect((await verify(otp)).status).toBe(200);
  });

  test.each([
    ['', 'Lütfen kodu girin.'],
    ['12345', 'Kod 6 rakamdan oluşur.'],
    ['١٢٣٤٥٦', 'Kod 6 rakamdan oluşur.'],
  ])('«%s» is refused at its field', async (otp, sentence) => {
    const { status, body } = await verify(otp);
    expect([status, body.fields]).toEqual([422, { otp: sentence }]);
  });

  test('is not used up by a password that is refused', async () => {
    const otp = await code();
    await verify(otp);
    expect(Object.keys((await reset(otp, 'kısa')).body.fields ?? {})).toEqual(['newPassword']);
    expect(Object.keys((await reset(otp, '12345678')).body.fields ?? {})).toEqual(['newPassword']);
    expect((await reset(otp)).status).toBe(200);
  });
});

test('resetting ends the lock after too many failures', async () => {
  for (let tried = 0; tried < 5; tried += 1) await signIn('hatırlamıyorum');
  expect((await signIn('hatırlamıyorum')).status).toBe(429);
  const otp = await code();
  await verify(otp);
  await reset(otp);
  expect((await signIn(newPassword)).status).toBe(200);
});

test('resetting activates an account that waits for it, with nothing of its registrations but the newest cart', async () => {
  email = 'bekleyen@ornek.com';
  const registration = {
    name: 'Yabancı',
    surname: 'Biri',
    email,
    password: 'unutulan söz',
    phone_number: '0532 111 22 33',
  };
  const product_id = await addProduct(api.ctx, { stock: 9 });
  for (const quantity of [5, 2]) {
    await api.send('POST /api/register', { body: { ...registration, cart: [{ product_id, quantity }] } });
    api.advance(second);
  }
  const link = await activationToken(api, email);
  const otp = await code();
  await verify(otp);
  await reset(otp);
  const { token: opened, user } = (await signIn(newPassword)).body;
  expect(user).toMatchObject({ name: '', surname: '', phone_number: null });
  expect((await api.send('GET /api/cart', { token: opened })).body.cart).toMatchObject([{ product_id, quantity: 2 }]);
  const late = await api.send('POST /api/activate', { body: { token: link, password: 'unutulan söz' } });
  expect(late.status).toBe(410);
});
