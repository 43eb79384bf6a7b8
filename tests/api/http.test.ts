import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import { clientAddress, isUnnamedProxy } from '../../src/api/http/clientAddress.ts';
import { maxStreams } from '../../src/api/http/stream.ts';
import { networksOf } from '../../src/api/limits/networks.ts';
import { media } from '../../src/api/storage/media.tables.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints, type Key } from '../../src/contract/endpoints.ts';
import { file, form } from './formData.ts';
import { openTestApi } from './harness.ts';
import { addPost, createTestUsers, samples } from './samples.ts';

const site = 'http://site.test';
const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
const testUsers = await createTestUsers(api);

type Sampled = keyof typeof samples;
// A form that is no form counts as an empty one: its senders cannot be told otherwise.
const withBody = (Object.keys(samples) as Sampled[]).filter((key) => {
  const { body, form } = endpoints[key] as Endpoint;
  return body && !form;
});
const takesJson = (key: Key) => {
  const { files, alsoAcceptsJson } = endpoints[key] as Endpoint;
  return !files || Boolean(alsoAcceptsJson);
};

describe('a request body', () => {
  const inEnglish = /invalid|expected|required|must|received|string|number/i;

  test.each(withBody)('of the wrong kind is refused readably by %s', async (key) => {
    const { token, params } = await samples[key](testUsers);
    const send = async (body: string, type: string) => {
      const answer = await api.send(key, { token, params, body, headers: { 'content-type': type } });
      expect(answer.body.message).not.toMatch(inEnglish);
      return `${answer.status} ${answer.body.code}`;
    };
    expect(await send('{"a":1}', 'text/plain')).toBe('415 unsupported_type');
    expect(await send('a=1', 'application/x-www-form-urlencoded')).toBe('415 unsupported_type');
    expect(await send('{"a":1}', '')).toBe('415 unsupported_type');
    if (!takesJson(key)) return expect(await send('{"a":1}', 'application/json')).toBe('415 unsupported_type');
    const big = JSON.stringify({ filler: 'ş'.repeat(600_000) });
    expect(await send(big, 'application/json')).toBe('413 too_large');
    for (const broken of ['{', '{"a":}', 'undefined', "{'a':1}", '{"a":1}{"b":2}', '\ufeff{', '\u0000', '[1,]']) {
      expect([broken, await send(broken, 'application/json')]).toEqual([broken, '400 bad_request']);
    }
    for (const odd of ['[]', 'null', '5', '"text"', 'true', '[{}]']) {
      expect([odd, await send(odd, 'application/json; charset=utf-8')]).toEqual([odd, '422 invalid']);
    }
    return undefined;
  });

  test.each(withBody.filter(takesJson))('with wrong kinds of values names its fields in Turkish in %s', async (key) => {
    const sample = await samples[key](testUsers);
    const right = sample.body instanceof FormData ? Object.fromEntries(sample.body) : (sample.body as object);
    const names = Object.keys((endpoints[key] as unknown as { body: { shape?: object } }).body.shape ?? right);
    for (const name of names) {
      for (const value of [{}, [], [[]], { a: 1 }, true, -0.5, 'x'.repeat(600_000), '\u0000', '\ud800']) {
        const { status, body } = await api.send(key, { ...sample, body: { ...right, [name]: value } });
        expect(status).not.toBe(500);
        if (status !== 422) continue;
        expect(body.code).toBe('invalid');
        expect(Object.keys(body.fields ?? {}).length).toBeGreaterThan(0);
        expect(`${body.message} ${Object.values(body.fields ?? {}).join(' ')}`).not.toMatch(inEnglish);
      }
    }
  });

  test('that is not UTF-8 answers 400', async () => {
    const bytes = Buffer.concat([Buffer.from('{"email":"'), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from('"}')]);
    const response = await api.app.request(`${site}/api/login`, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': 'application/json' },
    });
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([400, 'bad_request']);
  });

  test('of several parts that breaks off or has no boundary is refused and leaves nothing', async () => {
    const { token } = testUsers.admin;
    const { db } = api.ctx;
    const kept = async () => [await db.$count(blogs), await db.$count(media)];
    const before = await kept();
    const send = (body: string, type = 'multipart/form-data; boundary=x') =>
      api.send('POST /api/blogs/add', { token, body, headers: { 'content-type': type } }).then(({ status }) => status);
    const part = (name: string) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\nA\r\n`;
    expect(await send(`${part('title')}${part('description')}`)).toBe(400);
    expect(await send('nothing', 'multipart/form-data')).toBe(400);
    expect(await send('')).toBe(400);
    expect(await send('--x--\r\n')).toBe(422);
    expect(await kept()).toEqual(before);
  });

  test('with a repeated field, or a file instead of a text, answers 422', async () => {
    const twice = form({ title: 'A', description: 'B' });
    twice.append('title', 'C');
    const asFile = form({ description: 'B' }, { title: file('A', 'a.txt', 'text/plain') });
    for (const body of [twice, asFile]) {
      const answer = await api.send('POST /api/blogs/add', { token: testUsers.admin.token, body });
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, ['title']]);
    }
  });
});

describe('a hostile multipart body', () => {
  test('with names of the object prototype is read like any other', async () => {
    for (const name of ['__proto__', 'constructor', 'toString', 'image__proto__']) {
      const body = form({ title: 'A' }, { [name]: file('A') });
      body.append(name, 'words');
      const answer = await api.send('POST /api/blogs/add', { token: testUsers.admin.token, body });
      expect([name, answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([name, 422, ['description']]);
    }
    expect(({} as Record<string, unknown>).words).toBeUndefined();
  });

  test('with one field fifty thousand times does not block other requests', async () => {
    const part = '--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nA\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x' };
    const body = `${part.repeat(50_000)}--x--\r\n`;
    expect((await api.send('POST /api/blogs/add', { token: testUsers.admin.token, body, headers })).status).toBe(422);
  });
});

test('one IP may hold a limited number of streams; others, and itself after closing one, are served', async () => {
  const open = (ip: string) =>
    api.app.request(`${site}/api/products/events`, {}, { incoming: { socket: { remoteAddress: ip } } });
  const held = await Promise.all(Array.from({ length: maxStreams.perAddress }, () => open('198.51.100.77')));
  expect(new Set(held.map(({ status }) => status))).toEqual(new Set([200]));
  const refused = await open('198.51.100.77');
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true]);
  held.push(await open('198.51.100.78'));
  expect(held.at(-1)?.status).toBe(200);
  await Promise.all(held.map(({ body }) => body?.cancel()));
  await expect
    .poll(async () => {
      const again = await open('198.51.100.77');
      await again.body?.cancel();
      return again.status;
    })
    .toBe(200);
});

describe('a response to another origin', () => {
  const cases: [string, string, Record<string, string>, string | undefined, number][] = [
    ['GET', '/api/products', {}, undefined, 200],
    ['GET', '/api/me', {}, undefined, 401],
    ['GET', '/api/none', {}, undefined, 404],
    ['POST', '/api/login', { 'content-type': 'application/json' }, '{}', 422],
    ['POST', '/api/login', { 'content-type': 'application/json' }, '{', 400],
    ['POST', '/api/login', { 'content-type': 'text/plain' }, '{}', 415],
    ['POST', '/api/login', { 'content-type': 'application/json' }, ' '.repeat(1_100_000), 413],
  ];

  test.each(cases)(
    'of %s %s may be read by the site alone, and never with credentials',
    async (method, path, headers, body, status) => {
      for (const origin of [
        site,
        'http://evil.test',
        'null',
        `${site}.evil.test`,
        'http://SITE.test',
        'https://site.test',
        `${site}:80`,
      ]) {
        const response = await api.app.request(`${site}${path}`, { method, headers: { ...headers, origin }, body });
        expect(response.status).toBe(status);
        expect(response.headers.get('access-control-allow-origin')).toBe(origin === site ? site : null);
        expect(response.headers.get('access-control-allow-credentials')).toBeNull();
        expect(response.headers.get('vary')?.toLowerCase()).toContain('origin');
        expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      }
    },
  );

  test.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'a preflight for %s passes for the site alone',
    async (method) => {
      const ask = (origin: string) =>
        api.app.request(`${site}/api/cart`, {
          method: 'OPTIONS',
          headers: {
            origin,
            'access-control-request-method': method,
            'access-control-request-headers': 'authorization,content-type,idempotency-key',
          },
        });
      const { status, headers } = await ask(site);
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe(site);
      expect(headers.get('access-control-allow-methods')).toContain(method);
      expect(headers.get('access-control-allow-headers')).toMatch(/authorization.*content-type.*idempotency-key/i);
      expect((await ask('http://evil.test')).headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  test('exposes X-Total-Count, Retry-After, ETag and Date to the site', async () => {
    const { headers } = await api.send('GET /api/products', { headers: { origin: site } });
    for (const name of ['x-total-count', 'retry-after', 'etag', 'date']) {
      expect(headers.get('access-control-expose-headers')).toContain(name);
    }
  });
});

describe('an ETag', () => {
  test('stays while nothing changes, answers 304 in every form it is sent back, and changes with the list', async () => {
    const ask = (tag?: string) => api.send('GET /api/blogs', { headers: tag ? { 'if-none-match': tag } : {} });
    const tag = (await ask()).headers.get('etag') as string;
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
      const { status, text, headers } = await ask(sent);
      expect([sent, status, text]).toEqual([sent, 304, '']);
      expect(headers.get('etag')).toBe(tag);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
    expect((await ask('"other"')).status).toBe(200);
    await api.send('POST /api/blogs/add', {
      token: testUsers.admin.token,
      body: { title: 'Yeni yazı', description: 'Kısa.' },
    });
    const changed = await ask(tag);
    expect([changed.status, changed.body.some(({ title }) => title === 'Yeni yazı')]).toEqual([200, true]);
  });

  test('is on the description of all calls, too', async () => {
    const ask = (headers = {}) => api.app.request(`${site}/api/openapi.json`, { headers });
    const answer = await ask();
    expect(await answer.json()).toMatchObject({ openapi: '3.1.0' });
    const again = await ask({ 'if-none-match': answer.headers.get('etag') as string });
    expect([again.status, again.headers.get('x-content-type-options')]).toEqual([304, 'nosniff']);
  });

  test('differs between the pages of a list', async () => {
    for (const _ of [1, 2, 3]) await addPost(testUsers);
    const tags = await Promise.all(
      [undefined, { page: 1, size: 1 }, { page: 2, size: 1 }].map(async (query) =>
        (await api.send('GET /api/blogs', { query })).headers.get('etag'),
      ),
    );
    expect(new Set(tags).size).toBe(3);
  });
});

describe('a list', () => {
  test.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip, deflate', 'gzip', gunzipSync],
  ] as const)('is compressed for callers who accept %s', async (accepted, encoding, decompress) => {
    for (const _ of [1, 2, 3]) await addPost(testUsers);
    const ask = (headers: Record<string, string>) => api.app.request(`${site}/api/blogs`, { headers });
    const plain = await ask({});
    const small = await ask({ 'accept-encoding': accepted });
    expect([plain.headers.get('content-encoding'), small.headers.get('content-encoding')]).toEqual([null, encoding]);
    expect(small.headers.get('etag')).toBe(`W/${plain.headers.get('etag')}`);
    for (const { headers } of [plain, small]) expect(headers.get('vary')).toBe('Origin, Accept-Encoding');
    expect(decompress(await small.arrayBuffer()).toString()).toBe(await plain.text());
    const again = await ask({ 'accept-encoding': accepted, 'if-none-match': small.headers.get('etag') as string });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test.each([
    ['gzip;q=0', null],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['gzip;q=0.000, br; q=0.1', 'br'],
  ])('is compressed as %s allows', async (accepted, encoding) => {
    for (const _ of [1, 2, 3]) await addPost(testUsers);
    const { headers } = await api.app.request(`${site}/api/blogs`, { headers: { 'accept-encoding': accepted } });
    expect(headers.get('content-encoding')).toBe(encoding);
  });
});

describe('HEAD', () => {
  test.each(['/api/products', '/api/blogs', '/api/gallery', '/healthz', '/readyz'])(
    'of %s answers like GET without a body',
    async (path) => {
      const [get, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => api.app.request(`${site}${path}`, { method })),
      );
      expect([head?.status, await head?.text()]).toEqual([get?.status, '']);
      for (const name of ['etag', 'x-total-count', 'cache-control', 'x-content-type-options']) {
        expect(head?.headers.get(name)).toBe(get?.headers.get(name));
      }
    },
  );
});

test('responses outside of /api carry nosniff too', async () => {
  for (const path of ['/healthz', '/readyz', '/media/none', `/media/${'0'.repeat(32)}_1x1.webp`, '/media/../env']) {
    expect((await api.app.request(`${site}${path}`)).headers.get('x-content-type-options')).toBe('nosniff');
  }
});

describe('the client address used for limits', () => {
  const from = (direct: string, forwarded: string | undefined, trusted: string[]) =>
    clientAddress(
      {
        env: { incoming: { socket: { remoteAddress: direct } } },
        req: { header: () => forwarded },
      } as unknown as Parameters<typeof clientAddress>[0],
      trusted,
    );

  test('is that of the connection, whatever headers the client sends', () => {
    expect(from('192.0.2.7', '198.51.100.1', [])).toBe('192.0.2.7');
    expect(from('192.0.2.7', '10.0.0.1', ['10.0.0.1'])).toBe('192.0.2.7');
    expect(from('::ffff:192.0.2.7', undefined, [])).toBe('192.0.2.7');
  });

  test('is the last forwarded address that is no trusted proxy', () => {
    expect(from('10.0.0.1', '198.51.100.1', ['10.0.0.1'])).toBe('198.51.100.1');
    expect(from('10.0.0.1', 'forged, 198.51.100.1', ['10.0.0.1'])).toBe('198.51.100.1');
    expect(from('10.0.0.1', 'forged, 198.51.100.1, 10.0.0.2', ['10.0.0.1', '10.0.0.2'])).toBe('198.51.100.1');
    expect(from('::ffff:10.0.0.1', '198.51.100.1', ['10.0.0.1'])).toBe('198.51.100.1');
    expect(from('10.0.0.1', undefined, ['10.0.0.1'])).toBe('10.0.0.1');
  });

  test('leaves out the port that a proxy adds', () => {
    expect(from('10.0.0.1', '198.51.100.1:50123', ['10.0.0.1'])).toBe('198.51.100.1');
    expect(from('10.0.0.1', '[2001:db8::1]:50123', ['10.0.0.1'])).toBe('2001:db8::1');
    expect(from('10.0.0.1', '::ffff:198.51.100.1', ['10.0.0.1'])).toBe('198.51.100.1');
  });

  test.each([
    '::ffff:c633:6401',
    '::FFFF:C633:6401',
    '0:0:0:0:0:ffff:c633:6401',
    '0000:0000:0000:0000:0000:ffff:198.51.100.1',
  ])('is the IPv4 address in %s', (mapped) => {
    expect(from(mapped, undefined, [])).toBe('198.51.100.1');
    expect(from('10.0.0.1', `[${mapped}]:50123`, ['10.0.0.1'])).toBe('198.51.100.1');
    expect(from('::ffff:a00:1', mapped, ['10.0.0.1'])).toBe('198.51.100.1');
  });

  test('is found behind proxies named by a range', () => {
    expect(from('10.20.30.40', '198.51.100.1', ['10.0.0.0/8'])).toBe('198.51.100.1');
    expect(from('11.20.30.40', '198.51.100.1', ['10.0.0.0/8'])).toBe('11.20.30.40');
    expect(from('fd00::17', '2001:db8::1', ['fd00::/8'])).toBe('2001:db8::1');
    expect(from('10.0.0.1', '198.51.100.1', ['nonsense', '10.0.0.0/99'])).toBe('10.0.0.1');
  });

  test('is known to be that of a proxy which nobody named', () => {
    expect(isUnnamedProxy('172.17.0.1', '198.51.100.1')).toBe(true);
    expect(isUnnamedProxy('10.0.0.2', '198.51.100.1, 10.0.0.2')).toBe(true);
    expect(isUnnamedProxy('fd00::2', '2001:db8::1')).toBe(true);
    // Visitors of the same network, callers without a proxy, and strangers who send the header.
    expect(isUnnamedProxy('192.168.1.5', '192.168.1.5')).toBe(false);
    expect(isUnnamedProxy('127.0.0.1', undefined)).toBe(false);
    expect(isUnnamedProxy('203.0.113.9', '198.51.100.1')).toBe(false);
  });

  test('is the /64 network of an IPv6 address', () => {
    const limitKey = (address: string) => networksOf(address)[0];
    expect(limitKey('2001:db8:1:2:3:4:5:6')).toBe(limitKey('2001:db8:1:2::9'));
    expect(limitKey('2001:db8:1:2::9')).not.toBe(limitKey('2001:db8:1:3::9'));
    expect(limitKey('192.0.2.1')).not.toBe(limitKey('192.0.2.2'));
  });
});

test('a forged forwarding header evades no limit', async () => {
  const limited = await openTestApi();
  const statuses: number[] = [];
  for (let count = 0; count < 8; count += 1) {
    const { status } = await limited.send('POST /api/login', {
      body: { email: 'kim@ornek.com', password: 'yanlis-sifre' },
      headers: {
        'x-forwarded-for': `203.0.113.${count}`,
        'x-real-ip': `203.0.113.${count}`,
        forwarded: `for=203.0.113.${count}`,
      },
    });
    statuses.push(status);
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
});
