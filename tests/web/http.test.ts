import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { endpoints } from '../../src/contract/endpoints.ts';

test('calls work in a browser without storage', async () => {
  const key = 'POST /api/activate/resend';
  const reply = endpoints[key].reply.parse({ message: 'Tamam' });
  vi.stubGlobal('fetch', async () => Response.json(reply));
  Object.defineProperty(globalThis, 'localStorage', {
    configurable: true,
    get() {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    },
  });
  try {
    const { call } = await import('../../src/web/http.ts');
    expect(await call(key, { body: { email: 'ada@ornek.com' } })).toEqual(reply);
  } finally {
    Reflect.deleteProperty(globalThis, 'localStorage');
  }
});

test('calls of a build use no waiting connection, which may be closed, and ask for plain answers', async () => {
  const server = createServer((_, response) => response.end('{}'));
  await once(server.listen(0), 'listening');
  vi.stubEnv('BUILD_API_URL', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  vi.resetModules();
  const { call } = await import('../../src/web/http.ts');
  const seen: (string | undefined)[] = [];
  server.on('request', ({ headers }) => seen.push(headers.connection, headers['accept-encoding']));
  await call('GET /api/site');
  await call('GET /api/site');
  expect(seen).toEqual(['close', 'identity', 'close', 'identity']);
  server.close();
});

test('a call that is not answered for a minute counts as one without an answer', async () => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'fetch',
    (_: string, { signal }: RequestInit) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new TypeError('aborted')))),
  );
  const { call } = await import('../../src/web/http.ts');
  const ends: string[] = [];
  void call('GET /api/site').catch(({ status }) => ends.push(`read ${status}`));
  void call('POST /api/logout').catch(({ status }) => ends.push(`changed ${status}`));
  const [stopped, kept] = [new AbortController(), new AbortController()];
  const change = ({ signal }: AbortController) => call('POST /api/logout', undefined, { signal });
  void change(kept).catch(({ status }) => ends.push(`could be stopped ${status}`));
  const stop = expect(change(stopped)).rejects.toThrow('aborted');
  stopped.abort();
  await stop;
  await vi.advanceTimersByTimeAsync(59_000);
  expect(ends).toEqual([]);
  await vi.advanceTimersByTimeAsync(2000);
  expect(ends).toEqual(['read 0', 'changed 0', 'could be stopped 0']);
  vi.useRealTimers();
});
