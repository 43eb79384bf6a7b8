import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, describe, expect, test } from 'vitest';
import { maxStreams } from '../../src/api/http/stream.ts';
import { listen } from '../../src/api/server.ts';
import { openTestApi } from '../api/harness.ts';
import { requestRaw, writeRaw } from './rawHttp.ts';

const lines: { level: number; msg: string }[] = [];

const api = await openTestApi({ PORT: '0' });
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
const server = await listen({ ...api.ctx, log });
afterAll(() => server.close());

describe('an answer that is no page', () => {
  test.each([
    ['of a call', 'GET /api/products HTTP/1.1'],
    ['of a refused call', 'GET /api/me HTTP/1.1'],
    ['of an unknown call', 'GET /api/none HTTP/1.1'],
    ['of a preflight', 'OPTIONS /api/cart HTTP/1.1\r\nOrigin: http://site.test'],
    ['of a stream', 'HEAD /api/products/events HTTP/1.1'],
    ['of a picture that is not there', 'GET /media/x.webp HTTP/1.1'],
    ['of the health check', 'GET /healthz HTTP/1.1'],
    ['of the readiness check', 'GET /readyz HTTP/1.1'],
    ['to a malformed address', 'GET http://[ HTTP/1.1'],
    ['to nonsense', 'who are you'],
    ['to an expectation', 'GET /healthz HTTP/1.1\r\nExpect: nonsense'],
    ['to two hosts', 'GET /healthz HTTP/1.1\r\nHost: evil.test'],
  ])('%s has HSTS, nosniff, CORP and a policy that allows nothing', async (_, head) => {
    const answer = (await requestRaw(server.port, head)).toLowerCase();
    expect(answer).toContain('strict-transport-security: max-age=31536000\r\n');
    expect(answer).toContain('x-content-type-options: nosniff\r\n');
    expect(answer).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'\r\n");
    expect(answer).toContain('cross-origin-resource-policy: same-origin\r\n');
  });

  test('names HSTS for subdomains where the owner says that each of them has HTTPS', async () => {
    const { app } = await openTestApi({ HSTS_SUBDOMAINS: 'yes' });
    const answer = await app.request('http://site.test/healthz');
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
  });
});

test('a request with two Host headers is refused: a proxy may have looked at the other one', async () => {
  const send = (more: string) => requestRaw(server.port, `GET /healthz HTTP/1.1${more}`);
  expect(await send('')).toMatch(/^HTTP\/1.1 200 /);
  expect(await send('\r\nHost: evil.test')).toMatch(/^HTTP\/1.1 400 /);
  expect(await send('\r\nhOST: site.test')).toMatch(/^HTTP\/1.1 400 /);
});

test('a body that is cut off is the caller’s fault, not an error in the log', async () => {
  lines.length = 0;
  const head = 'POST /api/login HTTP/1.1\r\nHost: site.test\r\nContent-Type: application/json\r\n';
  const cut = (text: string) =>
    writeRaw(server.port, (write) => {
      write(text);
      setTimeout(() => write('\0nonsense\r\n'), 100);
    });
  await cut(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\n{"ema\r\n`);
  const controller = new AbortController();
  const gone = fetch(`http://127.0.0.1:${server.port}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: new ReadableStream({ start: (to) => to.enqueue(new TextEncoder().encode('{"email":')) }),
    duplex: 'half',
    signal: controller.signal,
  } as RequestInit).catch(() => {});
  await sleep(200);
  controller.abort();
  await gone;
  await expect.poll(() => lines.filter(({ msg }) => msg === 'call').length).toBeGreaterThan(0);
  expect(lines.filter(({ level }) => level >= 40)).toEqual([]);
});

describe('streams', () => {
  let leaving = new AbortController();
  const open = async (ip: string, token?: string) => {
    const headers = { ...(token ? { authorization: `Bearer ${token}` } : {}) };
    const address = `http://site.test/api/${token ? 'admin/publish' : 'products'}/events`;
    const incoming = { socket: { remoteAddress: ip } };
    return (await api.app.request(address, { headers, signal: leaving.signal }, { incoming })).status;
  };
  const leave = () => {
    leaving.abort();
    leaving = new AbortController();
  };

  test('of many networks that one person gets for nothing (a /48) are limited together; an admin there still gets one', async () => {
    const networks = Array.from({ length: maxStreams.perWideNetwork }, (_, index) => index.toString(16));
    const statuses = await Promise.all(networks.map((network) => open(`2001:db8:1:${network}::1`)));
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(await open('2001:db8:1:ffff::1')).toBe(429);
    expect(await open('2001:db8:2::1')).toBe(200);
    const { token } = await api.signUp({ role: 'admin' });
    expect(await open('2001:db8:1:ffff::1', token)).toBe(200);
    leave();
    await expect.poll(() => open('2001:db8:1:ffff::1')).toBe(200);
    leave();
  });

  test('are limited in all, however many addresses hold them', async () => {
    const addresses = Array.from({ length: maxStreams.inAll + 20 }, (_, index) => `10.1.${index >> 8}.${index & 255}`);
    const statuses: number[] = [];
    for (const address of addresses) statuses.push(await open(address));
    expect(statuses.filter((status) => status === 200).length).toBe(maxStreams.inAll);
    expect(statuses.filter((status) => status === 429).length).toBe(20);
    expect((await api.app.request('http://site.test/healthz')).status).toBe(200);
    leave();
    await expect.poll(() => open('198.51.100.9')).toBe(200);
    leave();
  });
});
