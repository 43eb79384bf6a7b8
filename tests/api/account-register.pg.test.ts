import { eq, inArray } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { accountJobs } from '../../src/api/account/account.jobs.ts';
import { users } from '../../src/api/account/account.tables.ts';
import { dayMs } from '../../src/shared/time.ts';
import { openTestApi } from './harness.ts';
import { activationToken, mailsTo, resetPassword } from './mails.ts';
import { addProduct } from './shop.ts';

const api = await openTestApi();

const password = 'kırmızı-ip-ve-kâğıt';
const person = { name: 'Elif', surname: 'Şahin', email: 'elif@ornek.com', password, phone_number: '' };
let visitor = 0;
/** Registers from a new IP each time, so that only the test of the limit reaches it. */
const register = (details: Record<string, unknown> = {}, ip = `198.51.100.${++visitor}`) =>
  api.send('POST /api/register', { body: { ...person, ...details }, ip });
const activate = (token: string, word: string | null = password) =>
  api.send('POST /api/activate', { body: word === null ? { token } : { token, password: word } });
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

  test('each link of an address opens the registration that made it, and ends the others', async () => {
    const email = 'iki@ornek.com';
    await register({ email, name: 'Önce', phone_number: '0532 111 22 33' });
    const first = await activationToken(api, email);
    await api.ctx.db.update(users).set({ role: 'admin' }).where(eq(users.email, email));
    expect((await register({ email, name: 'Sonra', password: 'bambaşka bir söz' })).status).toBe(201);
    const second = await activationToken(api, email);
    expect((await activate(second)).body.code).toBe('wrong_password');
    const opened = await activate(first);
    expect(opened.body.user).toMatchObject({ name: 'Önce', phone_number: '+905321112233', role: 'user' });
    expect((await activate(second, 'bambaşka bir söz')).body.code).toBe('link_expired');
    expect((await signIn(email, 'bambaşka bir söz')).body.code).toBe('bad_credentials');
    expect((await signIn(email)).status).toBe(200);
  });

  test('keeps nothing of a registration in the account before its link is opened', async () => {
    const email = 'bos@ornek.com';
    await register({ email, phone_number: '0532 111 22 33' });
    const [row] = await api.ctx.db.select().from(users).where(eq(users.email, email));
    expect(row).toMatchObject({ name: '', surname: '', phone_number: null, password_hash: null, search: email });
  });

  test('parallel registrations of one address create one account with one valid link', async () => {
    const email = 'yarış@ornek.com'.replace('ış', 'is');
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, index) => register({ email, name: `Ad ${index}` })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    const tokens = (await mailsTo(api, email)).map(({ text }) => /token=([\w-]+)/.exec(text)?.[1] as string);
    const results = await Promise.all(tokens.map((token) => activate(token)));
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
    ['password', '987654321'],
    ['password', '00000000'],
    ['password', '123123123'],
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
    await activate(await activationToken(api, email), word);
    expect((await signIn(email, word)).status).toBe(200);
    expect((await signIn(email, word.slice(0, -1))).status).toBe(401);
  });

  test('a phone number is stored as E.164, a password as argon2id', async () => {
    const email = 'telefon@ornek.com';
    await register({ email, phone_number: '0532 111 22 33' });
    await activate(await activationToken(api, email));
    const [row] = await api.ctx.db.select().from(users).where(eq(users.email, email));
    expect(row?.phone_number).toBe('+905321112233');
    expect(row?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('takes the guest cart along, which joins the account when it is activated, whatever is wrong with a line', async () => {
    const email = 'sepet@ornek.com';
    const [product, scarce] = [await addProduct(api.ctx, { stock: 20 }), await addProduct(api.ctx, { stock: 1 })];
    const cart = [
      { product_id: product, quantity: 2, title: 'Başka' },
      { product_id: product, quantity: 1 },
      { product_id: scarce, quantity: 3 },
      { product_id: 'yok', quantity: 1 },
      { product_id: '\u0000', quantity: 1 },
      { product_id: '\ud800', quantity: 1 },
      { product_id: `${'x'.repeat(99)}😀`, quantity: 1 },
      { product_id: product, quantity: -4 },
      { product_id: product, quantity: 1.5 },
      {},
    ];
    expect((await register({ email, cart })).status).toBe(201);
    const { token } = (await activate(await activationToken(api, email))).body;
    const { body } = await api.send('GET /api/cart', { token });
    expect(body.cart.map((item) => [item.product_id, item.quantity])).toEqual([
      [product, 3],
      [scarce, 1],
    ]);
    const many = Array.from({ length: 51 }, () => ({ product_id: product, quantity: 1 }));
    const refused = await register({ email: 'cok@ornek.com', cart: many });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([422, ['cart']]);
    expect((await register({ email: 'cok@ornek.com', cart: many.slice(1) })).status).toBe(201);
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
  test('with its password signs in', async () => {
    const email = 'girer@ornek.com';
    await register({ email });
    const { status, body } = await activate(await activationToken(api, email));
    expect([status, Object.keys(body).sort()]).toEqual([200, ['message', 'token', 'user']]);
    expect((await api.send('GET /api/me', { token: body.token })).body.email).toBe(email);
  });

  test.each([[null], ['']])(
    'without a password (%j) opens the account without password, name and phone',
    async (word) => {
      const email = `bos-${word === null}@ornek.com`;
      await register({ email, phone_number: '0532 111 22 33' });
      const { status, body } = await activate(await activationToken(api, email), word);
      expect([status, Object.keys(body)]).toEqual([200, ['message']]);
      expect((await signIn(email)).body.code).toBe('bad_credentials');
      await resetPassword(api, email, 'kendi sözüm artık');
      const { user } = (await signIn(email, 'kendi sözüm artık')).body;
      expect(user).toMatchObject({ name: '', surname: '', phone_number: null });
    },
  );

  test('takes four wrong passwords; the fifth and all after it are 410', async () => {
    const email = 'bes-kez@ornek.com';
    await register({ email });
    const token = await activationToken(api, email);
    const answers = [];
    for (let tried = 0; tried < 5; tried += 1) answers.push((await activate(token, `tahmin ${tried}`)).status);
    expect(answers).toEqual([403, 403, 403, 403, 410]);
    expect((await activate(token)).status).toBe(410);
    expect((await activate(token, null)).status).toBe(410);
    await api.send('POST /api/activate/resend', { body: { email } });
    expect((await activate(await activationToken(api, email))).status).toBe(200);
  });

  test('takes the right password as the fifth, and parallel guesses get no sixth', async () => {
    const email = 'dort-kez@ornek.com';
    await register({ email });
    const token = await activationToken(api, email);
    for (let tried = 0; tried < 4; tried += 1) await activate(token, 'tahmin');
    expect((await activate(token)).status).toBe(200);
    await register({ email: 'kosut@ornek.com' });
    const other = await activationToken(api, 'kosut@ornek.com');
    const guesses = await Promise.all(Array.from({ length: 8 }, (_, index) => activate(other, `tahmin ${index}`)));
    expect(guesses.map(({ status }) => status).sort()).toEqual([403, 403, 403, 403, 410, 410, 410, 410]);
    expect((await activate(other)).status).toBe(410);
  });

  test('of a deactivated account opens nothing', async () => {
    const email = 'kapali@ornek.com';
    await register({ email });
    await api.ctx.db.update(users).set({ deactivated_at: new Date() }).where(eq(users.email, email));
    const token = await activationToken(api, email);
    expect((await activate(token)).body.code).toBe('deactivated');
    expect((await activate(token, null)).body.code).toBe('deactivated');
  });

  test('can be sent again for a week; then the registration and its blank account are deleted', async () => {
    const email = 'haftaya@ornek.com';
    await register({ email });
    const [job] = accountJobs(api.ctx);
    api.advance(6 * dayMs);
    await job?.run(new AbortController().signal);
    await api.send('POST /api/activate/resend', { body: { email } });
    expect((await activate(await activationToken(api, email))).status).toBe(200);
    const forgotten = ['unutulan@ornek.com', 'unutulan-yonetici@ornek.com'] as const;
    for (const address of forgotten) await register({ email: address });
    await api.ctx.db.update(users).set({ role: 'admin' }).where(eq(users.email, forgotten[1]));
    api.advance(7 * dayMs);
    await job?.run(new AbortController().signal);
    expect(await api.ctx.db.$count(users, inArray(users.email, forgotten))).toBe(0);
    expect(await api.ctx.db.$count(users, eq(users.email, email))).toBe(1);
  });

  test('sent again at the end of the week works for its 24 hours', async () => {
    const email = 'son-gun@ornek.com';
    await register({ email });
    const [job] = accountJobs(api.ctx);
    api.advance(6.5 * dayMs);
    await api.send('POST /api/activate/resend', { body: { email } });
    api.advance(dayMs - 60_000);
    await job?.run(new AbortController().signal);
    expect((await activate(await activationToken(api, email))).status).toBe(200);
  });

  test('works once, for 24 hours', async () => {
    await register({ email: 'gec@ornek.com' });
    const token = await activationToken(api, 'gec@ornek.com');
    api.advance(dayMs + 1000);
    const late = await activate(token);
    expect([late.status, late.body.code]).toEqual([410, 'link_expired']);
    await register({ email: 'bir@ornek.com' });
    const once = await activationToken(api, 'bir@ornek.com');
    const both = await Promise.all([activate(once), activate(once)]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 410]);
    expect([(await activate('yok')).status, (await activate('x'.repeat(5000))).status]).toEqual([410, 410]);
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
