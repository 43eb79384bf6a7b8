import { describe, expect, test } from 'vitest';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints, type Key } from '../../src/contract/endpoints.ts';
import { errors } from '../../src/contract/errors.ts';
import { hourMs } from '../../src/shared/time.ts';
import { openTestApi, type Send } from './harness.ts';

const all = Object.entries(endpoints) as unknown as [Key, Endpoint][];

/** Admin calls whose path does not say so. */
const adminOutsideAdminPath = [
  'POST /api/product/add',
  'PUT /api/product/update/:id',
  'PATCH /api/product/delete/:id',
  'PATCH /api/product/restore/:id',
  'POST /api/blogs/add',
  'PUT /api/blogs/:id',
  'DELETE /api/blogs/:id',
  'POST /api/consulting',
  'PUT /api/consulting/:id',
  'DELETE /api/consulting/:id',
  'GET /api/consulting-messages',
  'GET /api/consulting-messages/counts',
  'PATCH /api/consulting-messages/:id/read',
  'PATCH /api/consulting-messages/:id/status',
  'PUT /api/consulting-messages/:id/note',
  'DELETE /api/consulting-messages/:id',
];
const deadTokens: Record<string, string> = {};

const api = await openTestApi();
const idle = await api.signUp({ role: 'admin' });
api.advance(9 * hourMs);
const closed = await api.signUp({ role: 'admin', deactivated_at: api.ctx.clock() });
const gone = await api.signUp({ role: 'admin' });
const user = (await api.signUp()).token;
await api.send('POST /api/logout', { token: gone.token });
Object.assign(deadTokens, {
  'no token': '',
  'a made-up token': 'x'.repeat(43),
  'a token without end': 'a'.repeat(5000),
  'a piece of SQL': "' or 1=1",
  'a token of an admin unused for nine hours': idle.token,
  'a token of a deactivated admin': closed.token,
  'a token that was signed out': gone.token,
});

/** Sends a request whose id and body are wrong too: access is checked first. */
const call = (key: Key, input: Send) =>
  api.send(key, {
    params: {
      id: 'no-such',
      entity: '!',
      position: 'x',
      version: '!',
      slug: '!',
      blogId: 'no-such',
      token: '!',
      code: '!',
      name: '!',
      n: '!',
    },
    ...(key.startsWith('GET') ? {} : { body: '{"broken":' }),
    ...input,
  });

describe('a call that needs a session', () => {
  test.each(all.filter(([, { access }]) => access !== 'public'))(
    '%s answers 401 before it looks at anything else',
    async (key) => {
      for (const [who, token] of Object.entries(deadTokens)) {
        const { status, body, headers } = await call(key, { token });
        expect([who, status, body]).toEqual([
          who,
          401,
          { code: 'unauthenticated', message: errors.unauthenticated[1] },
        ]);
        expect(headers.get('cache-control')).toBe('no-store');
      }
    },
  );

  test.each(all.filter(([, { access }]) => access === 'admin'))('%s answers 403 to a customer', async (key) => {
    const { status, body } = await call(key, { token: user });
    expect([status, body.code]).toEqual([403, 'forbidden']);
  });
});

describe('a call that needs an admin or a session', () => {
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

describe('a public call', () => {
  test.each(all.filter(([, { access, stream }]) => access === 'public' && !stream))(
    '%s ignores a dead token',
    async (key, endpoint) => {
      // Signing in with Google answers 401 itself: its bearer token is the auth service's.
      const refused = endpoint.errors?.includes('unauthenticated') ? [] : [401];
      for (const token of Object.values(deadTokens)) {
        const { status } = await call(key, { token });
        expect([...refused, 403]).not.toContain(status);
      }
    },
  );
});

test('every admin call is declared with admin access, also where its path does not say so', () => {
  const guarded = all.filter(([, { access }]) => access === 'admin').map(([key]) => key);
  const named = all.filter(([key]) => key.includes('/api/admin/')).map(([key]) => key);
  expect(guarded.toSorted()).toEqual([...named, ...adminOutsideAdminPath].toSorted());
});

test('undeclared paths answer 404 to everybody, however close they are to declared ones', async () => {
  const admin = (await api.signUp({ role: 'admin' })).token;
  const near = ['/api', '/api/', '/api/users', '/api/admin', '/api/admin/', '/api/products/', '/api//products'];
  const crooked = ['/api/me/', '/api/ME', '/API/me', '/api/./../api/admin/users', '/api/me%2f', '/api/%6de/x'];
  const methods = ['/api/me', '/api/products'].map((path) => [path, 'DELETE']);
  for (const [path, method] of [...[...near, ...crooked].map((item) => [item, 'GET']), ...methods]) {
    for (const token of ['', user, admin]) {
      const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
      const response = await api.app.request(`http://site.test${path}`, { method, headers });
      expect([path, response.status]).toEqual([path, 404]);
      if (path?.startsWith('/api/'))
        expect(await response.json()).toEqual({ code: 'not_found', message: expect.any(String) });
    }
  }
});

test('a token is read from the authorization header only', async () => {
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

test('sessions are stored as hashes: no stored value signs anybody in', async () => {
  const { rows } = (await api.ctx.db.execute('select * from app.sessions')) as unknown as {
    rows: Record<string, unknown>[];
  };
  expect(JSON.stringify(rows)).not.toContain(user);
  for (const value of rows.flatMap((row) => Object.values(row)).filter((item) => typeof item === 'string')) {
    expect((await api.send('GET /api/me', { token: value as string })).status).toBe(401);
  }
});
