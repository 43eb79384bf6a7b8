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

test('a body of 1 MB is read, one byte more answers 413', async () => {
  const send = (bytes: number) =>
    api.send('POST /api/comments/create', { body: `{"token":"${'x'.repeat(bytes - 12)}"}` });
  expect([(await send(1_000_000)).status, (await send(1_000_001)).status]).toEqual([422, 413]);
});
