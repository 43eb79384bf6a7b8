import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { openTestApi, type TestApi } from './harness.ts';
import { activationToken, mailsTo } from './mails.ts';

let api: TestApi;
beforeAll(async () => {
  api = await openTestApi();
});

const password = 'kırmızı-ip-ve-kâğıt';
const person = { name: 'Elif', surname: 'Şahin', email: 'elif@ornek.com', password, phone_number: '' };
let visitor = 0;
/** Registers from a new IP each time, so that only the test of the limit reaches it. */
const register = (details: Record<string, unknown> = {}, ip = `198.51.100.${++visitor}`) =>
  api.send('POST /api/register', { body: { ...person, ...details }, ip });
const activate = (token: string) => api.send('POST /api/activate', { body: { token } });
const signIn = (email: string, word = password) =>
  api.send('POST /api/login', { body: { email, password: word }, ip: `203.0.113.${++visitor}` });

describe('registering', () => {
  test('creates an account of role user that waits for its mailed link', async () => {
    const { status, body } = await register({ role: 'admin', deactivated_at: null, activated_at: 'now' });
    expect([status, Object.keys(body)]).toEqual([201, ['message']]);
    expect((await signIn(person.email)).body.code).toBe('not_activated');
    const token = await activationToken(api, person.email);
    expect((await mailsTo(api, person.email))[0]?.html).toContain(`http://site.test/activate?token=${token}`);
    expect((await activate(token)).status).toBe(200);
    const signedIn = await signIn(person.email);
    expect(signedIn.body.user).toMatchObject({ role: 'user', phone_number: null, name: 'Elif', surname: 'Şahin' });
    expect(Object.keys(signedIn.body.user).sort()).toEqual(
      ['created_at', 'deactivated_at', 'email', 'id', 'name', 'phone_number', 'role', 'surname'].sort(),
    );
  });

  test('an activated address is taken, however it is written', async () => {
    const { status, body } = await register({ email: ' ELIF@Ornek.COM ' });
    expect([status, body.code]).toEqual([409, 'email_taken']);
  });

  test('addresses are compared in ASCII lower case, so the Turkish letters ı and İ stay distinct', async () => {
    await register({ email: 'IRMAK@ORNEK.COM' });
    expect(await mailsTo(api, 'irmak@ornek.com')).toHaveLength(1);
    expect((await register({ email: 'İREM@ornek.com' })).body.fields).toHaveProperty('email');
  });

  test('the newest registration of an address never activated replaces it, its link, its password and its role', async () => {
    const email = 'iki@ornek.com';
    await register({ email, name: 'Önce' });
    const old = await activationToken(api, email);
    await api.ctx.db.update(users).set({ role: 'admin' }).where(eq(users.email, email));
    expect((await register({ email, name: 'Sonra', password: 'bambaşka bir söz' })).status).toBe(201);
    expect((await activate(old)).body.code).toBe('link_expired');
    expect((await activate(await activationToken(api, email))).status).toBe(200);
    expect((await signIn(email)).body.code).toBe('bad_credentials');
    expect((await signIn(email, 'bambaşka bir söz')).body.user).toMatchObject({ name: 'Sonra', role: 'user' });
  });

  test('parallel registrations of one address create one account with one valid link', async () => {
    const email = 'yarış@ornek.com'.replace('ış', 'is');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => register({ email, name: `Ad ${index}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const tokens = (await mailsTo(api, email)).map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] as string);
    const results = await Promise.all(tokens.map(activate));
    expect(results.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each([
    ['name', '   '],
    ['surname', ''],
    ['email', 'elif'],
    ['email', ''],
    ['password', 'kısa'],
    ['password', 'a'.repeat(129)],
    ['password', 'password1'],
    ['password', 'ILOVEYOU'],
    ['password', 'Şifre123'],
    ['phone_number', '12'],
    ['name', 12],
    ['email', null],
  ])('%s «%s» is refused at its field', async (field, value) => {
    const { status, body } = await register({ email: 'yeni@ornek.com', [field]: value });
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([422, 'invalid', [field]]);
  });

  test('a password of 128 Turkish characters counts in full, composed or decomposed', async () => {
    const email = 'uzun@ornek.com';
    const word = 'ğüşıöçİĞ'.repeat(16);
    expect((await register({ email, password: word.normalize('NFD') })).status).toBe(201);
    await activate(await activationToken(api, email));
    expect((await signIn(email, word)).status).toBe(200);
    expect((await signIn(email, word.slice(0, -1))).status).toBe(401);
  });

  test('a phone number is stored as E.164', async () => {
    await register({ email: 'telefon@ornek.com', phone_number: '0532 111 22 33' });
    const [row] = await api.ctx.db.select().from(users).where(eq(users.email, 'telefon@ornek.com'));
    expect(row?.phone_number).toBe('+905321112233');
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('five per hour are accepted from an IP; refused ones do not count', async () => {
    const ip = '192.0.2.77';
    await register({ email: person.email }, ip);
    await register({ email: 'x' }, ip);
    for (let index = 0; index < 5; index += 1) {
      expect((await register({ email: `bes${index}@ornek.com` }, ip)).status).toBe(201);
    }
    const refused = await register({ email: 'alti@ornek.com' }, ip);
    expect([refused.status, refused.body.code]).toEqual([429, 'too_many_requests']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000);
    expect(await mailsTo(api, 'alti@ornek.com')).toHaveLength(0);
  });
});

describe('the activation link', () => {
  test('works once, for 24 hours', async () => {
    await register({ email: 'gec@ornek.com' });
    const token = await activationToken(api, 'gec@ornek.com');
    api.advance(24 * 3_600_000 + 1000);
    const late = await activate(token);
    expect([late.status, late.body.code]).toEqual([410, 'link_expired']);
    await register({ email: 'bir@ornek.com' });
    const once = await activationToken(api, 'bir@ornek.com');
    const both = await Promise.all([activate(once), activate(once)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect((await activate('yok')).status).toBe(410);
  });

  test('sent again replaces the old one; the answer is the same for every address', async () => {
    const email = 'tekrar@ornek.com';
    await register({ email });
    const old = await activationToken(api, email);
    const answers = await Promise.all(
      [email, person.email, 'hic@ornek.com'].map((to) =>
        api.send('POST /api/activate/resend', { body: { email: to } }),
      ),
    );
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
    expect(await mailsTo(api, 'hic@ornek.com')).toHaveLength(0);
    expect((await activate(old)).status).toBe(410);
    expect((await activate(await activationToken(api, email))).status).toBe(200);
  });
});
