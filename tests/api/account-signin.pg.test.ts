import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { sessions, users } from '../../src/api/account/account.tables.ts';
import { hashPassword } from '../../src/api/account/passwords.ts';
import { endSessions } from '../../src/api/account/sessions.service.ts';
import { signIn as openSession } from '../../src/api/account/signIn.service.ts';
import { minuteMs } from '../../src/shared/time.ts';
import { openTestApi } from './harness.ts';

const password = 'deniz kıyısında yürüyüş';
const api = await openTestApi();
const password_hash = await hashPassword(password);
const otherHash = await hashPassword('bambaşka bir söz');

let email = '';
let id = '';
let count = 0;
let ip = '';
beforeEach(async () => {
  ({ id, email } = await api.signUp({ password_hash }));
  ip = `203.0.113.${++count}`;
});

const signIn = (body: Record<string, unknown> = {}, from = ip) =>
  api.send('POST /api/login', { body: { email, password, ...body }, ip: from });
const fail = (from = ip, who = email) => signIn({ email: who, password: 'yanlış bir söz' }, from);
const me = (token: string) => api.send('GET /api/me', { token });

describe('signing in', () => {
  test('returns a token and the user; only the hash of the token is stored', async () => {
    const { status, body, headers } = await signIn({ email: ` ${email.toUpperCase()} ` });
    expect([status, body.user.email, headers.get('cache-control')]).toEqual([200, email, 'no-store']);
    expect((await me(body.token)).body).toEqual(body.user);
    expect(Buffer.from(body.token, 'base64url')).toHaveLength(32);
    const rows = await api.ctx.db.select().from(sessions);
    expect(JSON.stringify(rows)).not.toContain(body.token);
  });

  test('a wrong password and an unknown address get the same answer', async () => {
    const [wrong, unknown] = [await fail(), await fail(ip, 'kimse@ornek.com')];
    expect([wrong.status, wrong.text]).toEqual([401, unknown.text]);
    expect(wrong.body.code).toBe('bad_credentials');
  });

  test('an unknown address and one without a password take as long as a known one', async () => {
    const google = await api.signUp();
    const people = [email, 'bilinmeyen@ornek.com', google.email];
    const shortest = people.map(() => Number.POSITIVE_INFINITY);
    // Alternating, and the minimum of each: other load makes times longer, never shorter.
    for (let round = 0; round < 15; round += 1) {
      for (const [index, who] of people.entries()) {
        const start = performance.now();
        await signIn({ email: who, password: `${round}-${round}` }, `198.51.100.${round}`);
        shortest[index] = Math.min(shortest[index] as number, performance.now() - start);
      }
    }
    const [known, unknown, without] = shortest as [number, number, number];
    // Without a dummy hash they would take a tenth of the time.
    expect(unknown / known).toBeGreaterThan(0.4);
    expect(without / known).toBeGreaterThan(0.4);
  });

  test('only the right password reveals that an account is not activated or deactivated', async () => {
    const waiting = 'bekleyen@ornek.com';
    await api.send('POST /api/register', { body: { name: 'Ece', surname: 'Su', email: waiting, password } });
    expect((await fail(ip, waiting)).body.code).toBe('bad_credentials');
    expect((await signIn({ email: waiting })).body.code).toBe('not_activated');
    await api.ctx.db.update(users).set({ deactivated_at: new Date() }).where(eq(users.id, id));
    expect((await signIn()).body.code).toBe('deactivated');
  });

  test('no session with a password that changes meanwhile outlives the change', async () => {
    const ofUser = eq(sessions.user_id, id);
    for (let round = 0; round < 3; round += 1) {
      await api.ctx.db.update(users).set({ password_hash }).where(eq(users.id, id));
      let isChanged = false;
      const signingIn = [1, 2, 3].map(async (host) => {
        while (!isChanged) await signIn({}, `198.51.${round}.${host}`);
      });
      await expect.poll(() => api.ctx.db.$count(sessions, ofUser)).toBeGreaterThan(0);
      await api.ctx.db.transaction(async (tx) => {
        await tx.update(users).set({ password_hash: otherHash }).where(eq(users.id, id));
        await endSessions(tx, id);
      });
      isChanged = true;
      await Promise.all(signingIn);
      expect(await api.ctx.db.$count(sessions, ofUser)).toBe(0);
    }
  });

  test('a failure while the account is erased is 401', async () => {
    const answers: number[] = [];
    for (let round = 0; round < 3; round += 1) {
      const person = await api.signUp({ password_hash });
      let isErased = false;
      const failing = [1, 2, 3].map(async (host) => {
        for (let part = 0; !isErased; part += 1)
          answers.push((await fail(`10.${round}.${host}.${part}`, person.email)).status);
      });
      // The first three of an hour are not recorded.
      await expect.poll(() => answers.length).toBeGreaterThan(6 * (round + 1));
      await api.ctx.db.delete(users).where(eq(users.id, person.id));
      isErased = true;
      await Promise.all(failing);
    }
    expect(new Set(answers)).toEqual(new Set([401]));
  });

  test.each([
    [{ email: '' }, 'email'],
    [{ email: 'adres' }, 'email'],
    [{ password: '' }, 'password'],
    [{ password: 'a'.repeat(7000) }, 'password'],
    [{ password: { $ne: null } }, 'password'],
  ])('%j is refused at its field', async (body, field) => {
    const answer = await signIn(body);
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]]);
  });

  test('is not tried for a caller who went away meanwhile', async () => {
    const caller = { networks: [ip], deviceId: undefined, deviceName: '' };
    const attempt = { email, password, caller, signal: AbortSignal.abort() };
    await expect(openSession(api.ctx, attempt)).rejects.toMatchObject({ code: 'bad_credentials' });
    expect(await api.ctx.db.$count(sessions, eq(sessions.user_id, id))).toBe(1);
  });
});

describe('too many failures', () => {
  test('five for an address from one IP lock it for 10 minutes, then 20, known or not', async () => {
    for (const who of [email, 'hayalet@ornek.com']) {
      for (const wait of [10, 20]) {
        for (let tried = 0; tried < 5; tried += 1) expect((await fail(ip, who)).status).toBe(401);
        const locked = await signIn({ email: who });
        expect([locked.status, locked.body.code]).toEqual([429, 'too_many_requests']);
        expect(Number(locked.headers.get('retry-after'))).toEqual(expect.closeTo(wait * 60, -1));
        api.advance(wait * minuteMs - 20_000);
        expect((await signIn({ email: who })).status).toBe(429);
        api.advance(21_000);
      }
    }
  });

  test('another IP can still sign in, and a success clears the failures', async () => {
    for (let tried = 0; tried < 5; tried += 1) await fail();
    expect((await signIn({}, '198.51.100.200')).status).toBe(200);
    const other = '198.51.100.201';
    for (let round = 0; round < 3; round += 1) {
      for (let tried = 0; tried < 4; tried += 1) await fail(other);
      expect((await signIn({}, other)).status).toBe(200);
    }
  });

  test('parallel sign-ins with the right password never lock each other out', async () => {
    const answers = await Promise.all(Array.from({ length: 30 }, () => signIn()));
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200));
  });

  test('parallel guesses get no more tries than sequential ones', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fail()));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
  });

  test('a hundred per hour from one IP, over all addresses; successes never count', async () => {
    for (let index = 0; index < 3; index += 1) expect((await signIn()).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 104 }, (_, index) => fail(ip, `kisi-${index}@ornek.com`)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(100);
    expect((await signIn()).status).toBe(429);
    api.advance(61 * minuteMs);
    expect((await signIn()).status).toBe(200);
  });
});

describe('a session', () => {
  test('ends at once on signing out', async () => {
    const { token } = (await signIn()).body;
    const out = await api.send('POST /api/logout', { token });
    expect([out.status, out.text]).toEqual([204, '']);
    expect((await me(token)).status).toBe(401);
    expect((await api.send('POST /api/logout', { token })).status).toBe(401);
  });

  test('that is signed out twice at the same moment is unknown to the second call', async () => {
    const { token } = (await signIn()).body;
    const answers = await Promise.all([1, 2].map(() => api.send('POST /api/logout', { token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
  });

  test('ends at once when its user is deactivated', async () => {
    const { token } = (await signIn()).body;
    await api.ctx.db.update(users).set({ deactivated_at: new Date() }).where(eq(users.id, id));
    expect((await me(token)).status).toBe(401);
  });

  test.each([
    ['user', 7 * 24, 30 * 24],
    ['admin', 8, 24],
  ] as const)('of a %s ends after %i idle hours and %i in all', async (role, idle, absolute) => {
    await api.ctx.db.update(users).set({ role }).where(eq(users.id, id));
    const hours = (count: number) => api.advance(count * 60 * minuteMs);
    const first = (await signIn()).body.token;
    hours(idle - 0.1);
    expect((await me(first)).status).toBe(200);
    hours(idle + 0.1);
    expect((await me(first)).status).toBe(401);
    const second = (await signIn()).body.token;
    // In constant use, so that only its age can end it.
    for (let used = 0; used < 5; used += 1) {
      hours(absolute / 5 - 0.01);
      expect((await me(second)).status).toBe(200);
    }
    hours(0.1);
    expect((await me(second)).status).toBe(401);
  });
});
