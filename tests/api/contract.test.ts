import { expect, test } from 'vitest';
import { openApi } from '../../src/api/http/openapi.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { endpoints } from '../../src/contract/endpoints.ts';
import { openTestApi } from './harness.ts';

const api = await openTestApi();

test('the OpenAPI document names every call with its access', () => {
  const { paths } = openApi('http://site.test') as { paths: Record<string, Record<string, { 'x-access': string }>> };
  const documented = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => [`${method.toUpperCase()} ${path}`, operation['x-access']]),
  );
  const declared = Object.entries(endpoints as Record<string, Endpoint>).map(([key, { access }]) => [
    key.replace(/:(\w+)/g, '{$1}'),
    access,
  ]);
  expect(documented.sort()).toEqual(declared.sort());
});

test('a body over 1 MB answers 413, another type 415, broken JSON 400, a wrong field 422', async () => {
  const send = (body: string, type = 'application/json') =>
    api
      .send('POST /api/comments/create', { body, headers: { 'content-type': type } })
      .then(({ status, body: { code } }) => [status, code]);
  expect(await send(JSON.stringify({ token: 'x'.repeat(1024 * 1024) }))).toEqual([413, 'too_large']);
  const long = (bytes: number) => `{"token":"${'x'.repeat(bytes - 12)}"}`;
  expect(await send(long(1_000_001))).toEqual([413, 'too_large']);
  expect((await send(long(1_000_000)))[0]).not.toBe(413);
  expect(await send('{}', 'text/plain')).toEqual([415, 'unsupported_type']);
  expect(await send('{"token":')).toEqual([400, 'bad_request']);
  expect(await send('{}')).toEqual([422, 'invalid']);
});
