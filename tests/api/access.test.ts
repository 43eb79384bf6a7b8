import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, test } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints, type Key } from '../../src/contract/endpoints.ts';
import { errors } from '../../src/contract/errors.ts';
import { openTestApi, type Send, type TestApi } from './harness.ts';

const all = Object.entries(endpoints) as unknown as [Key, Endpoint][];

/** CONTRACT.md 1: admin calls whose path does not say so. */
const hidden = [
  'POST /api/product/add',
  'PUT /api/product/update/:id',
  'PATCH /api/product/delete/:id',
  'POST /api/blogs/add',
  'PUT /api/blogs/:id',
  'DELETE /api/blogs/:id',
  'POST /api/consulting',
  'PUT /api/consulting/:id',
  'DELETE /api/consulting/:id',
  'GET /api/consulting-messages',
  'PATCH /api/consulting-messages/:id/read',
  'DELETE /api/consulting-messages/:id',
];

let api: TestApi;
let user: string;
const dead: Record<string, string> = {};

beforeAll(async () => {
  api = await openTestApi();
  const idle = await api.signUp({ role: 'admin' });
  api.advance(9 * 3_600_000);
  const closed = await api.signUp({ role: 'admin' });
  const gone = await api.signUp({ role: 'admin' });
  user = (await api.signUp()).token;
  await api.ctx.db.update(users).set({ deactivated_at: api.ctx.clock() }).where(eq(users.id, closed.id));
  await api.send('POST /api/logout', { token: gone.token });
  Object.assign(dead, {
    'no token': '',
    'a made-up token': 'x'.repeat(43),
    'a token of an admin unused for nine hours': idle.token,
    'a token of a deactivated admin': closed.token,
    'a token that was signed out': gone.token,
  });
});

/** A request that would be refused for its id and body too: access is looked at first. */
const call = (key: Key, input: Send) =>
  api.send(key, {
    params: { id: 'no-such', slug: '!', blogId: 'no-such', token: '!' },
    ...(key.startsWith('GET') ? {} : { body: '{"broken":' }),
    ...input,
  });

describe('what asks for a session', () => {
  test.each(all.filter(([, { access }]) => access !== 'public'))('%s is 401 before anything else', async (key) => {
    for (const [who, token] of Object.entries(dead)) {
      const { status, body, headers } = await call(key, { token });
      expect([who, status, body]).toEqual([who, 401, { code: 'unauthenticated', message: errors.unauthenticated[1] }]);
      expect(headers.get('cache-control')).toBe('no-store');
    }
  });

  test.each(all.filter(([, { access }]) => access === 'admin'))('%s is 403 for a customer', async (key) => {
    const { status, body } = await call(key, { token: user });
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });
});

describe('what an admin may call', () => {
  test.each(all.filter(([, { access, stream }]) => access !== 'public' && !stream))(
    '%s lets an admin in',
    async (key) => {
      // Somebody of their own for each call: some of them end the session or the account.
      const { token } = await api.signUp({ role: 'admin' });
      const { status } = await call(key, { token });
      expect([401, 403]).not.toContain(status);
      expect(status).toBeLessThan(500);
    },
  );
});

describe('what everybody may call', () => {
  test.each(all.filter(([, { access }]) => access === 'public'))(
    '%s does not mind a dead token',
    async (key, endpoint) => {
      // The one call that is signed in elsewhere: its bearer is the auth service's (CONTRACT.md 2).
      const refused = endpoint.errors?.includes('unauthenticated') ? [] : [401];
      for (const token of Object.values(dead)) {
        if (endpoint.stream) continue;
        const { status } = await call(key, { token });
        expect([...refused, 403]).not.toContain(status);
      }
    },
  );
});

test('every admin call of the contract asks for an admin, also where its path does not say so', () => {
  const guarded = all.filter(([, { access }]) => access === 'admin').map(([key]) => key);
  expect(guarded).toEqual(expect.arrayContaining(hidden));
  const named = all.filter(([key]) => key.includes('/api/admin/')).map(([key]) => key);
  expect(guarded).toEqual(expect.arrayContaining(named));
});

test('paths nobody declared are 404 for everybody, and nearly declared ones too', async () => {
  const admin = (await api.signUp({ role: 'admin' })).token;
  const near = ['/api', '/api/', '/api/users', '/api/admin', '/api/admin/', '/api/products/', '/api//products'];
  const crooked = ['/api/me/', '/api/ME', '/API/me', '/api/./../api/admin/users', '/api/me%2f', '/api/%6de/x'];
  const methods = ['/api/me', '/api/products'].map((path) => [path, 'DELETE']);
  for (const [path, method] of [...[...near, ...crooked].map((item) => [item, 'GET']), ...methods]) {
    for (const token of ['', user, admin]) {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
      const response = await api.app.request(`http://site.test${path}`, { method, headers });
      expect([path, response.status]).toEqual([path, 404]);
    }
  }
});

test('a token says nothing in another place than the authorization header', async () => {
  const quoted = encodeURIComponent(user);
  const tries: [string, Record<string, string>][] = [
    [`?token=${quoted}&access_token=${quoted}`, {}],
    ['', { cookie: `token=${user}` }],
    ['', { 'x-access-token': user }],
    ['', { authorization: user }],
    ['', { authorization: `Basic ${user}` }],
    ['', { authorization: `Bearer ${user} x` }],
    ['', { authorization: `Bearer ${user}, Bearer ${user}` }],
  ];
  for (const [search, headers] of tries) {
    const response = await api.app.request(`http://site.test/api/me${search}`, { headers });
    expect(response.status).toBe(401);
  }
});

test('a token is looked up by its hash: what stands in the database opens nothing', async () => {
  const { rows } = (await api.ctx.db.execute('select * from app.sessions')) as unknown as {
    rows: Record<string, unknown>[];
  };
  expect(JSON.stringify(rows)).not.toContain(user);
  for (const value of rows.flatMap((row) => Object.values(row)).filter((item) => typeof item === 'string')) {
    expect((await api.send('GET /api/me', { token: value as string })).status).toBe(401);
  }
});
