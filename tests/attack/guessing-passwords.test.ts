import { describe, expect, test } from 'vitest';
import { hashPassword } from '../../src/api/account/passwords.ts';
import { openTestApi } from '../api/harness.ts';
import { proveMailbox } from '../api/mails.ts';

const password = 'deniz kıyısında yürüyüş';
const api = await openTestApi();
const password_hash = await hashPassword(password);

let email = '';
let visitor = 0;
const freshIp = () => `10.1.${++visitor >> 8}.${visitor & 255}`;
const signIn = (ip: string, word = password, device?: string) =>
  api.send('POST /api/login', {
    body: { email, password: word },
    ip,
    headers: device ? { 'x-device-id': device } : {},
  });

describe('a guesser with many addresses', () => {
  test('gets 50 failures an hour for one account, and locks out nobody who was there before or reads its mails', async () => {
    ({ email } = await api.signUp({ password_hash }));
    const home = freshIp();
    const device = crypto.randomUUID();
    expect((await signIn(home, password, device)).status).toBe(200);
    for (let tried = 0; tried < 50; tried += 1) expect((await signIn(freshIp(), `tahmin ${tried}`)).status).toBe(401);
    expect((await signIn(freshIp(), 'bir tahmin daha')).status).toBe(429);
    // The right password no longer helps strangers.
    expect((await signIn(freshIp())).status).toBe(429);
    expect((await signIn(freshIp(), password, device)).status).toBe(200);
    expect((await signIn(home)).status).toBe(200);
    expect((await signIn(freshIp(), password, crypto.randomUUID())).status).toBe(429);
    const ip = freshIp();
    await proveMailbox(api, email, { ip });
    expect((await signIn(ip)).status).toBe(200);
    expect((await signIn(freshIp())).status).toBe(429);
    api.advance(3_700_000);
    expect((await signIn(freshIp())).status).toBe(200);
  });

  test('gets 100 failures an hour out of a whole IPv6 /48, however each network is written', async () => {
    const statuses = [];
    for (let index = 0; index < 105; index += 1) {
      const ip = `2001:db8:9:${index.toString(16).padStart(index % 2 ? 4 : 1, '0')}::1`;
      const body = { email: `hedef-${index}@ornek.com`, password: 'tahmin' };
      statuses.push((await api.send('POST /api/login', { body, ip })).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(100);
  });
});

test('junk tokens are sent on to the auth service only so often', async () => {
  const { openAuthServer } = await import('../auth-server.ts');
  const auth = await openAuthServer();
  const google = await openTestApi({ PUBLIC_SUPABASE_URL: auth.url, PUBLIC_SUPABASE_ANON_KEY: auth.anonKey });
  const statuses = [];
  for (let index = 0; index < 25; index += 1)
    statuses.push((await google.send('POST /api/google-register', { token: `junk-${index}` })).status);
  expect(statuses).toEqual([...Array(20).fill(401), ...Array(5).fill(429)]);
  expect(auth.requests).toHaveLength(20);
  await auth.close();
});
