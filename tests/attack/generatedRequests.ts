import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { openApi } from '../../src/api/http/openapi.ts';
import type { Key } from '../../src/contract/endpoints.ts';
import { openTestApi, type Send, type TestApi } from '../api/harness.ts';
import { createTestUsers, samples, type TestUsers } from '../api/samples.ts';
import { countRounds, seed } from '../load/longRun.ts';
import { maliciousFile, maliciousHeaders, maliciousStrings, maliciousValue } from './maliciousInputs.ts';

/** How many requests there are over all calls. */
const total = 10_500 * countRounds(1);

interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  format?: string;
}
interface Operation {
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

const document = openApi('http://site.test') as { paths: Record<string, Record<string, Operation>> };
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    key: `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}` as Key,
    operation,
  })),
);
const streams = new Set<Key>(['GET /api/products/events', 'GET /api/admin/publish/events']);
const fuzzed = operations.filter(({ key }) => !streams.has(key));
const each = Math.ceil(total / fuzzed.length);

let api: TestApi;
let testUsers: TestUsers;
let customer: { token: string };

/** Stands for what the valid request has in the same place. */
const right = Symbol('right');

/** A variation of a valid request: some of its parts replaced, left out or added. */
interface Plan {
  params: Record<string, unknown>;
  query: Record<string, string>;
  headers: Record<string, string>;
  who: 'right' | 'customer' | 'nobody' | 'nonsense';
  /** Fields by name, as JSON or as a form; or a raw text. */
  body: { kind: 'none' | 'json' | 'form' | 'raw'; fields: Record<string, unknown>; raw: string; files: File[] };
}

function plans({ key, operation }: { key: Key; operation: Operation }, sample: Send): fc.Arbitrary<Plan> {
  const inPath = operation.parameters.filter((item) => item.in === 'path').map(({ name }) => name);
  const inQuery = operation.parameters.filter((item) => item.in === 'query').map(({ name }) => name);
  const text = fc.constantFrom(...maliciousStrings.filter((item) => item.length < 5000 && item.isWellFormed()));
  const rightOr = <T>(other: fc.Arbitrary<T>) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constant(right as unknown) },
      { weight: 1, arbitrary: other as fc.Arbitrary<unknown> },
    );
  return fc.record({
    params: fc.record(Object.fromEntries(inPath.map((name) => [name, rightOr(text)]))),
    query: fc.dictionary(inQuery.length ? fc.constantFrom(...inQuery, 'x') : fc.constant('x'), text, { maxKeys: 3 }),
    headers: fc.oneof({ weight: 2, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: maliciousHeaders }),
    who: fc.constantFrom('right', 'right', 'right', 'right', 'right', 'right', 'customer', 'nobody', 'nonsense'),
    body: key.startsWith('GET')
      ? fc.constant({ kind: 'none', fields: {}, raw: '', files: [] })
      : bodies(operation, sample),
  }) as fc.Arbitrary<Plan>;
}

/** Changes one field of the first object of a list, and of the first object of a list in it. */
const inner: fc.Arbitrary<(list: unknown) => unknown> = fc.tuple(fc.nat(), maliciousValue).map(([at, value]) => {
  const change = (list: unknown): unknown => {
    const [first] = Array.isArray(list) ? list : [];
    if (!first || typeof first !== 'object') return value;
    const name = Object.keys(first)[at % Object.keys(first).length] as string;
    return [{ ...first, [name]: change((first as Record<string, unknown>)[name]) }];
  };
  return change;
});

function bodies(operation: Operation, { body }: Send): fc.Arbitrary<Plan['body']> {
  const content = operation.requestBody?.content;
  const types = Object.keys(content ?? {});
  const kinds = [...types.map((type) => (type.startsWith('multipart') ? 'form' : 'json')), ...types.map(() => 'json')];
  const known = body instanceof FormData ? [...body.keys()] : Object.keys((body ?? {}) as object);
  const names = [...new Set([...Object.keys(Object.values(content ?? {})[0]?.schema.properties ?? {}), ...known])];
  const all = Object.fromEntries(known.map((name) => [name, right as unknown]));
  const few = fc.dictionary(
    names.length ? fc.constantFrom(...names) : fc.constant('x'),
    fc.oneof({ weight: 3, arbitrary: maliciousValue }, { weight: 1, arbitrary: inner }),
    { maxKeys: 2 },
  );
  const many = fc.record(Object.fromEntries(names.map((name) => [name, maliciousValue])), { requiredKeys: [] });
  const raws = ['{', '', '[', '{"a":1e99999}', '{"__proto__":{"a":1}}', '\u0000', 'x'.repeat(100_000)];
  return fc.record({
    kind: fc.constantFrom(
      ...(content ? [...kinds, ...kinds, ...kinds, 'raw'] : ['none', 'raw']),
    ) as fc.Arbitrary<'json'>,
    fields: fc.oneof(
      { weight: 4, arbitrary: few.map((changes) => ({ ...all, ...changes })) },
      { weight: 1, arbitrary: many },
    ),
    raw: fc.oneof(
      fc.constantFrom(...raws),
      maliciousValue.map((value) => JSON.stringify(value) ?? '{'),
    ),
    files: fc.array(maliciousFile(testUsers.image), { maxLength: 3 }),
  });
}

/** Turns a plan into a request, filled up from a valid one. */
function carryOut({ params, query, headers, who, body }: Plan, sample: Send): Send {
  const tokens = { right: sample.token, customer: customer.token, nobody: undefined, nonsense: 'x.y.z' };
  const fill = (value: unknown, from: unknown) => (value === right ? from : value);
  return {
    ip: sample.ip,
    params: Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, fill(value, sample.params?.[name] ?? 'x') as string]),
    ),
    query,
    headers,
    token: tokens[who],
    body: writeBody(body, sample),
  };
}

function writeBody({ kind, fields, raw, files }: Plan['body'], sample: Send): unknown {
  if (kind === 'none') return undefined;
  if (kind === 'raw') return raw;
  if (kind === 'form') return writeForm(fields, files, sample);
  const from = (sample.body instanceof FormData ? Object.fromEntries(sample.body) : sample.body) as Record<
    string,
    unknown
  >;
  const write = (name: string, value: unknown) => {
    if (value === right) return from?.[name];
    return typeof value === 'function' ? value(from?.[name]) : value;
  };
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, write(name, value)]));
}

function writeForm(fields: Record<string, unknown>, files: File[], sample: Send): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    const kept = sample.body instanceof FormData && value === right ? sample.body.getAll(name) : undefined;
    const made = /^image/.test(name)
      ? files
      : [typeof value === 'string' ? value.toWellFormed() : (JSON.stringify(value) ?? '')];
    for (const part of kept ?? made) form.append(name, part);
  }
  return form;
}

const internals =
  /\bat .+:\d+:\d+|node_modules|\/(?:tmp|home|root|src|work)\/|\.ts\b|select .+ from|insert into|violates|syntax error at|relation "|column "|drizzle|pglite|postgres|sqlstate|ENOENT|EACCES|TypeError|RangeError|\[object |ZodError/i;

/** Sends each call its share of the generated requests. Two files share the calls, so that they run side by side. */
export function testGeneratedRequests(isOwn: (key: Key) => boolean): void {
  const own = fuzzed.filter(({ key }) => isOwn(key));
  let sent = 0;

  beforeAll(async () => {
    api = await openTestApi({ RATE_LIMIT_FACTOR: '1000000' });
    testUsers = await createTestUsers(api);
    customer = await testUsers.customer();
  });

  test.each(own)(
    'generated requests to $key cause no server error and reveal no internals',
    async ({ key, operation }) => {
      const sample = (samples as Partial<Record<Key, (testUsers: TestUsers) => Promise<Send>>>)[key];
      let fresh = sample ? await sample(testUsers) : {};
      for (const [index, plan] of fc.sample(plans({ key, operation }, fresh), { seed, numRuns: each }).entries()) {
        // Requests soon delete the rows that the valid one names: a new one now and then finds its rows again.
        if (sample && index % 8 === 7) fresh = await sample(testUsers);
        const input = carryOut(plan, fresh);
        const problem = await findProblem(key, input);
        expect(problem, JSON.stringify(input).slice(0, 500)).toBe('');
        sent += 1;
      }
    },
  );

  test('the product still answers after all generated requests', async () => {
    expect(sent).toBe(each * own.length);
    expect(each * fuzzed.length).toBeGreaterThanOrEqual(10_000);
    for (const key of ['GET /api/products', 'GET /api/blogs', 'GET /api/gallery', 'GET /api/consulting'] as const) {
      expect((await api.send(key)).status).toBe(200);
    }
    expect((await api.send('GET /api/me', { token: testUsers.admin.token })).body.role).toBe('admin');
  });
}

/** Describes what is wrong with the reply to a request; empty if nothing is. */
async function findProblem(key: Key, input: Send): Promise<string> {
  const { milliseconds, status, text } = await timed(key, input);
  if (status >= 500) return `${status}: ${text}`;
  if (status >= 400 && internals.test(text)) return `tells: ${text}`;
  // Only a request that is slow three times counts: once may be the machine. What grows out of bounds takes far longer.
  const slow =
    milliseconds > 3000 && Math.min((await timed(key, input)).milliseconds, (await timed(key, input)).milliseconds);
  return slow && slow > 3000 ? `took ${slow} ms` : '';
}

async function timed(key: Key, input: Send) {
  const start = performance.now();
  const { status, text } = await api.send(key, input).catch(unsendable);
  return { milliseconds: performance.now() - start, status, text };
}

/** Treats a request that `fetch` itself refuses to send as refused. */
function unsendable(error: unknown): { status: number; text: string } {
  if (
    error instanceof TypeError &&
    /header|ByteString|Invalid URL|multipart/i.test(`${error.message} ${error.cause}`)
  ) {
    return { status: 400, text: '' };
  }
  throw error;
}
