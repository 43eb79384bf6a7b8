import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { hashPassword } from '../../src/api/account/passwords.ts';
import { openAuthServer } from '../auth-server.ts';
import { addCleanup } from './cleanup.ts';
import { openTestApi } from './harness.ts';
import { activationToken, mailsTo } from './mails.ts';
import { addProduct } from './shop.ts';

const auth = await openAuthServer();
addCleanup(() => auth.close());
const api = await openTestApi({ PUBLIC_SUPABASE_URL: auth.url, PUBLIC_SUPABASE_ANON_KEY: auth.anonKey });
beforeEach(() => {
  auth.failWith = undefined;
});

let visitor = 0;
const enter = (token?: string, body?: unknown) =>
  api.send('POST /api/google-register', { token, body, ip: `198.51.100.${++visitor % 250}` });
const password = 'kâğıttan gemiler';
const stored = async (email: string) => (await api.ctx.db.select().from(users).where(eq(users.email, email)))[0];

describe('signing in with Google', () => {
  test('creates an account from what the auth service answers, never from the body', async () => {
    const person = auth.addUser({ email: 'Derya.Aksoy@gmail.com' });
    const { status, body } = await enter(auth.issue(person), {
      id: 'x',
      email: 'admin@ornek.com',
      name: 'Yönetici',
      surname: 'Benim',
      role: 'admin',
    });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({
      email: 'derya.aksoy@gmail.com',
      name: 'Derya Su',
      surname: 'Aksoy',
      role: 'user',
      phone_number: null,
    });
    expect((await api.send('GET /api/me', { token: body.token })).body.id).toBe(body.user.id);
    const again = await enter(auth.issue(person));
    expect(again.body.user.id).toBe(body.user.id);
    const signIn = { email: 'derya.aksoy@gmail.com', password: '' };
    expect((await api.send('POST /api/login', { body: { ...signIn, password } })).status).toBe(401);
  });

  test('links an activated account of the same e-mail, once, and mails a notice', async () => {
    const { id, email } = await api.signUp();
    const person = auth.addUser({ email });
    for (let round = 0; round < 2; round += 1) expect((await enter(auth.issue(person))).body.user.id).toBe(id);
    expect((await mailsTo(api, email)).map(({ kind }) => kind)).toEqual(['google_linked']);
    expect((await stored(email))?.google_id).toBe(person.id);
  });

  test('still finds the linked account when the e-mail at Google changes', async () => {
    const { id, email } = await api.signUp();
    const person = auth.addUser({ email });
    await enter(auth.issue(person));
    person.email = 'baska@gmail.com';
    for (const { identity_data } of person.identities ?? [])
      Object.assign(identity_data ?? {}, { email: person.email });
    expect((await enter(auth.issue(person))).body.user).toMatchObject({ id, email });
  });

  test('removes password and activation link of an account that was never activated, and keeps its cart', async () => {
    const email = 'beklenen@gmail.com';
    const taker = { name: 'Başka', surname: 'Biri', email, password, phone_number: '0539 999 99 99' };
    const cart = [{ product_id: await addProduct(api.ctx, { stock: 9 }), quantity: 2 }];
    await api.send('POST /api/register', { body: { ...taker, cart } });
    const link = await activationToken(api, email);
    const { token, user } = (await enter(auth.issue(auth.addUser({ email })))).body;
    expect(user).toMatchObject({ name: 'Derya Su', phone_number: null });
    expect((await api.send('GET /api/cart', { token })).body.cart).toMatchObject(cart);
    expect((await stored(email))?.password_hash).toBeNull();
    expect((await api.send('POST /api/login', { body: { email, password } })).status).toBe(401);
    expect((await api.send('POST /api/activate', { body: { token: link } })).status).toBe(410);
  });

  test('keeps the password of an activated account', async () => {
    const { email } = await api.signUp({ password_hash: await hashPassword(password) });
    await enter(auth.issue(auth.addUser({ email })));
    expect((await api.send('POST /api/login', { body: { email, password } })).status).toBe(200);
  });

  test('is refused to a deactivated account', async () => {
    const { email } = await api.signUp({ deactivated_at: new Date() });
    const { status, body } = await enter(auth.issue(auth.addUser({ email })));
    expect([status, body.code]).toEqual([403, 'deactivated']);
    expect((await stored(email))?.google_id).toBeNull();
  });

  test('creates one account when it happens six times in parallel', async () => {
    const token = auth.issue(auth.addUser({ email: 'hepbirden@gmail.com' }));
    const answers = await Promise.all(Array.from({ length: 6 }, () => enter(token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(answers.map(({ body }) => body.user.id)).size).toBe(1);
  });

  test('reads given and family name where Google sends them, and works without', async () => {
    const named = auth.addUser({ user_metadata: { given_name: 'Işıl', family_name: 'Öz\u202eKan', full_name: 'X' } });
    expect((await enter(auth.issue(named))).body.user).toMatchObject({ name: 'Işıl', surname: 'ÖzKan' });
    const nameless = auth.addUser({ email: 'adsiz@gmail.com', user_metadata: {} });
    expect((await enter(auth.issue(nameless))).body.user).toMatchObject({ name: 'adsiz', surname: '' });
  });
});

describe('a token', () => {
  const google = (address: string, email_verified: boolean) => [
    { provider: 'email', identity_data: { email: address, email_verified: true } },
    { provider: 'google', identity_data: { email: address, email_verified } },
  ];
  const email = [{ provider: 'email' }];
  test.each<[string, () => string | undefined]>([
    ['missing', () => undefined],
    ['that is no token', () => 'abc'],
    ['signed by somebody else', () => auth.forge(auth.addUser())],
    ['that expired', () => auth.issue(auth.addUser(), { exp: Math.floor(Date.now() / 1000) - 5 })],
    ['for another audience', () => auth.issue(auth.addUser(), { aud: 'service' })],
    ['of a user whose e-mail is not confirmed', () => auth.issue(auth.addUser({ email_confirmed_at: null }))],
    ['of a user without an e-mail', () => auth.issue(auth.addUser({ email: '' }))],
    [
      'of a user who came without Google',
      () => auth.issue(auth.addUser({ identities: email, app_metadata: { provider: 'email', providers: ['email'] } })),
    ],
    [
      'of a user who wrote «google» into their own details',
      () => auth.issue(auth.addUser({ identities: email, app_metadata: {}, user_metadata: { provider: 'google' } })),
    ],
    [
      'of a user who changed the address to one that is not the Google identity’s',
      () => auth.issue(auth.addUser({ email: 'admin@ornek.com', identities: google('saldirgan@gmail.com', true) })),
    ],
    [
      'of a Google identity whose address is not verified',
      () => auth.issue(auth.addUser({ email: 'danisan@ornek.net', identities: google('danisan@ornek.net', false) })),
    ],
    ['of a user whose id no database can store', () => auth.issue(auth.addUser({ id: 'a\u0000' }))],
    ['of our own', () => 'session'],
  ])('%s answers 401 and creates no account', async (_case, token) => {
    const before = await api.ctx.db.$count(users);
    const { status, body } = await enter(token());
    expect([status, body.code]).toEqual([401, 'unauthenticated']);
    expect(await api.ctx.db.$count(users)).toBe(before);
  });
});

describe('the auth service', () => {
  test.each([[500], [503], [429]])('that answers %i is 503, and no account is touched', async (status) => {
    const token = auth.issue(auth.addUser());
    auth.failWith = status;
    const answer = await enter(token);
    expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
    expect(answer.headers.get('retry-after')).toBeTruthy();
  });

  test('answers 503 when it cannot be reached', async () => {
    const gone = await openAuthServer();
    const away = await openTestApi({ PUBLIC_SUPABASE_URL: gone.url, PUBLIC_SUPABASE_ANON_KEY: gone.anonKey });
    const token = gone.issue(gone.addUser());
    await gone.close();
    expect((await away.send('POST /api/google-register', { token })).status).toBe(503);
  });

  test('answers 404 when none is configured', async () => {
    const without = await openTestApi();
    const { status, body } = await without.send('POST /api/google-register', { token: 'x' });
    expect([status, body.code]).toEqual([404, 'not_configured']);
  });
});
