import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { listen } from '../../src/api/server.ts';
import { openTestApi } from '../api/harness.ts';
import { send } from '../load/send.ts';
import { requestRaw, writeRaw } from './rawHttp.ts';

const { ctx, signUp } = await openTestApi({ PORT: '0' });
const admin = (await signUp({ role: 'admin' })).token;
const server = await listen(ctx, {
  headersTimeout: 1000,
  requestTimeout: 2000,
  keepAliveTimeout: 1000,
  connectionsCheckingInterval: 200,
});
afterAll(() => server.close());

describe('slow connections', () => {
  test('a connection that sends nothing, or its headers or body byte by byte, is closed while others are served', async () => {
    const drip = (first: string, drop: string) => (write: (text: string) => void) => {
      write(first);
      const timer = setInterval(() => write(drop), 100);
      setTimeout(() => clearInterval(timer), 8000).unref();
    };
    const slow = Promise.all([
      writeRaw(server.port, () => {}),
      ...Array.from({ length: 50 }, () =>
        writeRaw(server.port, drip('GET /api/products HTTP/1.1\r\nHost: site.test\r\n', 'X-a: b\r\n')),
      ),
      writeRaw(
        server.port,
        drip(
          'POST /api/comments/create HTTP/1.1\r\nHost: site.test\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
          ' ',
        ),
      ),
    ]);
    expect(await requestRaw(server.port, 'GET /healthz HTTP/1.1')).toMatch(/^HTTP\/1.1 200 /);
    for (const { text, milliseconds } of await slow) {
      expect(milliseconds).toBeLessThan(7000);
      expect(text).not.toMatch(/^HTTP\/1.1 [25]/);
    }
  });

  test('a connection kept open after its response is closed', async () => {
    const { text, milliseconds } = await writeRaw(server.port, (write) =>
      write('GET /healthz HTTP/1.1\r\nHost: site.test\r\n\r\n'),
    );
    expect(text).toMatch(/^HTTP\/1.1 200 /);
    expect(milliseconds).toBeLessThan(5000);
  });

  test('a proxy may keep an idle connection for two minutes, a stranger for ten seconds', async () => {
    for (const [trustedProxies, seconds] of [
      [[], 10],
      [['127.0.0.1'], 125],
    ] as const) {
      const own = await listen({
        ...ctx,
        env: { ...ctx.env, trustedProxies: [...trustedProxies] },
        stopping: new AbortController(),
      });
      const answer = await fetch(`http://127.0.0.1:${own.port}/healthz`);
      expect(answer.headers.get('keep-alive')).toBe(`timeout=${seconds}`);
      await answer.text();
      await own.close();
    }
  });
});

describe('malformed HTTP', () => {
  test.each([
    ['nonsense', 'who are you'],
    ['no host that could be', 'GET /api/me HTTP/1.1\r\nHost: a b'],
    ['a header with a bare line feed', 'GET /api/me HTTP/1.1\r\nX-A: b\n\rSet-Cookie: c=d'],
    ['a NUL in a header', 'GET /api/me HTTP/1.1\r\nAuthorization: Bearer a\0b'],
    ['two lengths', 'POST /api/comments/create HTTP/1.1\r\nContent-Length: 3\r\nContent-Length: 5'],
    [
      'a length and chunks (request smuggling)',
      'POST /api/comments/create HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked',
    ],
    ['headers of 20 KB', `GET /api/me HTTP/1.1\r\nX-A: ${'a'.repeat(20_000)}`],
    ['an address of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1`],
  ])('%s answers 400 or 431 with nosniff and no internals', async (_, head) => {
    const reply = await requestRaw(server.port, head);
    expect(reply).toMatch(/^HTTP\/1.1 4(00|31) /);
    expect(reply.toLowerCase()).toContain('x-content-type-options: nosniff');
    expect(reply).not.toMatch(/node_modules|\.ts|at .*\(/);
  });

  test('a request without Host answers 400 with nosniff', async () => {
    const { text } = await writeRaw(server.port, (write) => write('GET /api/me HTTP/1.1\r\nConnection: close\r\n\r\n'));
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(text.toLowerCase()).toContain('x-content-type-options: nosniff');
  });

  test('an encoded line break in a path never becomes a header', async () => {
    for (const path of [
      '/%0d%0aSet-Cookie:x=y',
      '/giris%0d%0aX-A:b/',
      '//evil.test/',
      '/\\evil.test',
      '/login/%E5%98%8A%E5%98%8DX-A:b',
    ]) {
      const reply = await requestRaw(server.port, `GET ${path} HTTP/1.1`);
      expect(reply).not.toMatch(/^(set-cookie|x-a):/im);
      expect(reply).not.toMatch(/^location: *(\/\/|\\|https?:)/im);
    }
  });

  test('CONNECT closes the connection without a response, and no request after it is answered', async () => {
    const follows = 'GET /healthz HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\n\r\n';
    for (const target of [`127.0.0.1:${server.port}`, '/api/products']) {
      expect(await requestRaw(server.port, `CONNECT ${target} HTTP/1.1`, follows)).toBe('');
    }
  });

  test('TRACE and unknown methods reach no route', async () => {
    for (const method of ['TRACE', 'PROPFIND', 'BREW', 'QUERY']) {
      expect(await requestRaw(server.port, `${method} /api/products HTTP/1.1`)).toMatch(/^HTTP\/1.1 40[045] /);
    }
  });
});

describe('responses before the whole body has arrived', () => {
  test('a body over the limit gets a readable 413 while the caller still sends', async () => {
    const body = { name_surname: 'Deniz', description: 'x'.repeat(8 * 1024 * 1024) };
    const response = await send(`http://127.0.0.1:${server.port}`, 'POST /api/comments/create', undefined, body);
    expect([response.status, ((await response.json()) as { code: string }).code]).toEqual([413, 'too_large']);
  });

  test('a body of unknown length over the limit gets a readable 413, as long as it ends', async () => {
    // In a process of its own: in this one the response would be read before the connection could be closed.
    const sender = `
      const chunks = Array.from({ length: 80 }, () => new Uint8Array(65536).fill(32));
      for (let round = 0; round < 12; round += 1) {
        const body = new ReadableStream({ start: (to) => (chunks.forEach((chunk) => to.enqueue(chunk)), to.close()) });
        const headers = { 'content-type': 'application/json' };
        const sent = fetch(process.argv[1], { method: 'POST', headers, body, duplex: 'half' });
        console.log(await sent.then(async (answer) => [answer.status, (await answer.json()).code].join(' '), String));
      }`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      '--input-type=module',
      '-e',
      sender,
      `http://127.0.0.1:${server.port}/api/comments/create`,
    ]);
    expect(stdout.trim().split('\n')).toEqual(Array(12).fill('413 too_large'));
  });

  test('a call that takes no body and one whose body never ends are both ended', async () => {
    const endless = new ReadableStream({
      pull: (controller) => controller.enqueue(new Uint8Array(256 * 1024).fill(32)),
    });
    const [bodiless, untold] = await Promise.all([
      fetch(`http://127.0.0.1:${server.port}/api/consulting-messages/${crypto.randomUUID()}/read`, {
        method: 'PATCH',
        headers: { authorization: `Bearer ${admin}` },
        body: 'x'.repeat(2_000_000),
      }),
      fetch(`http://127.0.0.1:${server.port}/api/comments/create`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: endless,
        duplex: 'half',
      } as RequestInit).catch((error) => error),
    ]);
    expect(bodiless.status).toBe(413);
    // The connection may be closed before the response is read.
    if (untold instanceof Response) expect([408, 413]).toContain(untold.status);
  });

  test('a HEAD request of a stream ends', async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/api/products/events`, { method: 'HEAD' });
    expect([200, 501]).toContain(response.status);
  });
});
