import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { demoData } from '../../src/demo/demoData.ts';
import { seedDatabase } from '../../src/demo/seed.ts';
import { openTestApi } from './harness.ts';
import { createTestUsers, samples } from './samples.ts';
import { picture } from './shop.ts';

type Sampled = keyof typeof samples;
const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
const testUsers = await createTestUsers(api);
await seedDatabase(api.ctx, demoData, async () => picture);

const calls = (Object.keys(samples) as Sampled[]).map((key) => [key, endpoints[key] as Endpoint] as const);
const withIds = calls.filter(([key, { params }]) => params && !key.includes(':slug') && !key.includes(':token'));
const unknown = '6f2cbe6c-58a3-4bd3-9f19-6e6b4a3e0001';

/** Lists of a fixed length, and one that the site's build reads whole. */
const unpaged = new Set<string>(['GET /api/me/legal-changes', 'GET /api/admin/content', 'GET /api/site/posts']);

/** Visits every leaf of a JSON value together with its key. */
function walk(value: unknown, visit: (name: string, value: unknown) => void, name = ''): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit, name);
  else if (value && typeof value === 'object') for (const [key, item] of Object.entries(value)) walk(item, visit, key);
  else visit(name, value);
}

describe('valid requests', () => {
  test.each(calls)('%s succeeds with the declared status, headers and field formats', async (key, endpoint) => {
    const answer = await api.send(key, await samples[key](testUsers));
    expect([answer.status, answer.status >= 400 ? answer.text : '']).toEqual([endpoint.status ?? 200, '']);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('cache-control')).toBe(endpoint.cacheable ? 'public, no-cache' : 'no-store');
    if (endpoint.cacheable) expect(answer.headers.get('etag')).toMatch(/^"[\w-]+"$/);
    if (endpoint.status === 204 || endpoint.status === 303) return expect(answer.text).toBe('');
    const type = endpoint.raw ?? 'application/json';
    const charset = type === 'application/pdf' ? '' : '; charset=utf-8';
    expect(answer.headers.get('content-type')?.toLowerCase()).toBe(`${type}${charset}`);
    if (endpoint.raw) return undefined;
    expect(Array.isArray(answer.body)).toBe(endpoint.list === true || unpaged.has(key));
    if (endpoint.list) expect(Number(answer.headers.get('x-total-count'))).toBe((answer.body as unknown[]).length);
    walk(answer.body, (name, value) => {
      expect(name).not.toMatch(/^password|(?<!preview)_hash|kurus|folded|google_id|search/);
      // Only the trash says when something was deleted.
      if (key !== 'GET /api/admin/trash') expect(name).not.toBe('deleted_at');
      if (value === null) return;
      if (name.endsWith('_at'))
        expect([name, value]).toEqual([name, expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)]);
      if (name === 'date') expect(value).toMatch(/^\d{4}-\d\d-\d\d$/);
      if (name === 'time') expect(value).toMatch(/^\d\d:\d\d$/);
      if (name === 'price' || name === 'unit_price') expect(value).toBe(Math.round((value as number) * 100) / 100);
    });
    return undefined;
  });

  test.each(calls.filter(([, { body }]) => body))('%s ignores fields nobody declared', async (key, endpoint) => {
    const ghost = 'hayalet-alan-7731';
    const input = await samples[key](testUsers);
    const extra = { id: unknown, [ghost]: ghost, created_at: '2000-01-01T00:00:00Z', approved: ghost, is_admin: ghost };
    const { status } = await api.send(key, { ...input, body: withExtra(input.body, extra) });
    expect(status).toBe(refusesUnknown.has(key) ? 422 : (endpoint.status ?? 200));
    expect(await tablesWith(ghost, unknown)).toEqual([]);
  });
});

describe('a day, moment or sum that the database cannot store', () => {
  const odd = { from: '0001-12-31', to: '0000-01-01', date: '0000-01-01', received_on: '0000-01-01' };
  const fields = { ...odd, due_at: '9999-12-31T23:59:59-23:59', amount: 5e-324 };
  const names = Object.keys(fields) as (keyof typeof fields)[];
  const shapeOf = (schema: unknown) => (schema as z.ZodObject | undefined)?.shape ?? {};
  const found = calls.flatMap(([key, { query, body }]) =>
    names.flatMap((name) => [
      ...(name in shapeOf(query) ? [[key, 'query', name] as const] : []),
      ...(name in shapeOf(body) ? [[key, 'body', name] as const] : []),
    ]),
  );

  test.each(found)('is 422: %s %s %s', async (key, part, name) => {
    const input = await samples[key](testUsers);
    if (input.body instanceof FormData) input.body.set(name, String(fields[name]));
    else input[part] = { ...(input[part] as object), [name]: fields[name] };
    const { status, body } = await api.send(key, input);
    expect([status, Object.keys(body.fields ?? {})]).toEqual([422, [name]]);
  });
});

describe('unknown ids', () => {
  test.each(withIds)('%s answers 404 to a malformed id and to one that names nothing', async (key) => {
    const input = await samples[key](testUsers);
    const name = Object.keys(input.params ?? {})[0] as string;
    const bad = [
      'nope',
      '0',
      '-1',
      unknown,
      unknown.toUpperCase(),
      `${unknown} `,
      'null',
      '%00',
      "' or 1=1 --",
      '🙂',
      '..',
      'x'.repeat(5000),
    ];
    for (const id of bad) {
      const { status, body } = await api.send(key, { ...input, params: { [name]: id } });
      expect([id, status, body?.code]).toEqual([id, 404, 'not_found']);
    }
  });
});

describe('a list', () => {
  const lists = calls.filter(([, { list }]) => list);

  test.each(lists)('%s returns all rows without page and size, each page with the total count', async (key) => {
    const input = await samples[key](testUsers);
    const all = await api.send(key, input);
    const rows = all.body as unknown as { id: string }[];
    expect(all.headers.get('x-total-count')).toBe(String(rows.length));
    for (const [page, size] of [
      ['1', '2'],
      ['2', '1'],
      ['1', '201'],
      ['9999', '10'],
      ['9'.repeat(10), '10'],
      ['1', '9'.repeat(30)],
      ['9'.repeat(400), '9'.repeat(400)],
      ['0', '-5'],
      ['abc', '1e9'],
      ['1', ''],
      ['', '3'],
    ] as const) {
      const part = await api.send(key, { ...input, query: { page, size } });
      expect([part.status, part.headers.get('x-total-count')]).toEqual([200, String(rows.length)]);
      const from = (Math.max(1, Number(page) || 1) - 1) * (Number(size) || 1);
      const most = /^[1-9]\d*$/.test(size) ? Math.min(Number(size), 200) : 200;
      const got = part.body as unknown as { id: string }[];
      expect(got.length).toBeLessThanOrEqual(most);
      if (/^[1-9]\d*$/.test(size) && Number(size) <= 200) expect(got).toEqual(rows.slice(from, from + most));
    }
  });

  test('a list returns at most 200 rows per page, whatever size is asked for', async () => {
    await api.ctx.db.execute(sql`
      insert into app.categories (name, name_key, folded)
      select 'Çok ' || n, 'çok ' || n, 'cok ' || n from generate_series(1, 230) n`);
    api.ctx.events.emit('catalog');
    const sizes = await Promise.all(
      [undefined, '200', '201', '1000', '999999999', '9'.repeat(10), '9'.repeat(400)].map(async (size) => {
        const { body, headers } = await api.send('GET /api/categories', { query: size ? { size } : {} });
        return [size, body.length, Number(headers.get('x-total-count'))];
      }),
    );
    const total = sizes[0]?.[1] as number;
    expect(total).toBeGreaterThan(230);
    expect(sizes).toEqual([
      [undefined, total, total],
      ['200', 200, total],
      ['201', 200, total],
      ['1000', 200, total],
      ['999999999', 200, total],
      ['9'.repeat(10), 200, total],
      ['9'.repeat(400), 200, total],
    ]);
  });
});

describe('signs that the database cannot store', () => {
  const signs = '/\u0000\ud800';
  /** Every copy of a value in which one of its texts ends with them. */
  function withSigns(value: unknown): unknown[] {
    if (typeof value === 'string') return [value + signs];
    if (!value || typeof value !== 'object') return [];
    return Object.entries(value).flatMap(([name, item]) =>
      withSigns(item).map((changed) =>
        Array.isArray(value) ? value.with(Number(name), changed) : { ...value, [name]: changed },
      ),
    );
  }
  // All words of the site at once: the call of one page's words is among the others.
  const withJson = calls.filter(
    ([key, { body, form, files, alsoAcceptsJson }]) =>
      body && !form && (!files || alsoAcceptsJson) && key !== 'PUT /api/admin/content.json',
  );

  test.each(withJson)('%s answers no 5xx where a text holds them', async (key, { body: schema }) => {
    const { body } = await samples[key](testUsers);
    const sample = body instanceof FormData ? Object.fromEntries(body) : body;
    // Also in fields that the sample leaves out.
    const names = Object.keys((schema as { shape?: object }).shape ?? {});
    const others = names.map((name) => ({ ...(sample as object), [name]: signs }));
    for (const changed of [...withSigns(sample), ...others]) {
      const { status } = await api.send(key, { ...(await samples[key](testUsers)), body: changed });
      expect(status, JSON.stringify(changed)).toBeLessThan(500);
    }
  });
});

function withExtra(body: unknown, extra: Record<string, string>): unknown {
  // A form as a service or a browser posts it.
  if (typeof body === 'string') return `${body}&${new URLSearchParams(extra)}`;
  if (!(body instanceof FormData)) {
    return JSON.parse(JSON.stringify({ ...(body as object), ...extra }), (_, value) =>
      value && typeof value === 'object' && !Array.isArray(value)
        ? { ...value, hayalet: extra['hayalet-alan-7731'] }
        : value,
    );
  }
  for (const [name, value] of Object.entries(extra)) body.append(name, value);
  body.append('hayalet', new File(['hayalet-alan-7731'], 'hayalet-alan-7731.png'));
  return body;
}

/** Words are checked by strict schemas: a key that is not declared is refused. */
const refusesUnknown = new Set<string>(['PUT /api/admin/content.json', 'PUT /api/admin/content/:name']);

const tables = await rows<{ table_name: string }>(
  sql`select table_name from information_schema.tables where table_schema = 'app' and table_type = 'BASE TABLE'`,
);

/** Names of the tables that contain one of these texts in any column. */
async function tablesWith(...texts: string[]): Promise<string[]> {
  const searches = tables.map(({ table_name: name }) => {
    const table = sql.raw(`app."${name}"`);
    return sql`select ${name}::text as name where exists (select from ${table} t where t::text ~ ${texts.join('|')})`;
  });
  const found = await rows<{ name: string }>(sql.join(searches, sql` union all `));
  return found.map(({ name }) => name);
}

async function rows<Row>(query: ReturnType<typeof sql>): Promise<Row[]> {
  return ((await api.ctx.db.execute(query)) as unknown as { rows: Row[] }).rows;
}

describe('searches', () => {
  const searched = calls.filter(([, { query }]) => query && 'search' in (query as z.ZodObject).shape);
  test.each(searched)('%s takes any text', async (key) => {
    for (const search of ['\u0000', 'a\u0000b', '\ud800', '%', '\\', "'", 'x'.repeat(200)]) {
      const answer = await api.send(key, { ...(await samples[key](testUsers)), query: { search } });
      expect([search, answer.status]).toEqual([search, 200]);
    }
  });
});
