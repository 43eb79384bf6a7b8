import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';
import type { ServedSite } from '../../src/api/http/serveSite.ts';
import { listen, type Server } from '../../src/api/server.ts';
import { requestRaw } from '../attack/rawHttp.ts';
import { addCleanup } from './cleanup.ts';
import { openTestApi } from './harness.ts';

const page = '<p>Merhaba, hoş geldiniz.</p>'.repeat(100);
const script = 'export const words = "merhaba";\n'.repeat(100);
let server: Server;
let folder: string;

beforeAll(async () => {
  const { ctx } = await openTestApi({ PORT: '0' });
  folder = join(ctx.env.dataDir, 'one');
  server = await listen(ctx);
  addCleanup(() => server.close());
  mkdirSync(folder);
  const files: ServedSite['files'] = {};
  for (const [name, text] of Object.entries({ 'a.html': page, 'b.html': page, 'c.js': script, 'd.txt': 'kısa' })) {
    writeFileSync(join(folder, name), text);
    files[name] = [`hash-of-${name[0]}`, Buffer.byteLength(text), 0];
  }
  writeFileSync(join(folder, 'c.js.br'), brotliCompressSync('made ahead'));
  files['c.js'] = ['hash-of-c', script.length, brotliCompressSync('made ahead').length];
  server.showSite({ name: 'one', folder, files, older: new Map(), replaced: new Map() });
});

/** An answer with its body as it is on the wire. */
async function ask(method: string, path: string, accepted: string) {
  const reply = await requestRaw(server.port, `${method} ${path} HTTP/1.1\r\nAccept-Encoding: ${accepted}`);
  const [head = '', body = ''] = reply.split(/\r\n\r\n(.*)/s);
  const header = (name: string) => new RegExp(`^${name}: (.*)\r?$`, 'im').exec(head)?.[1];
  return { status: head.slice(9, 12), header, body: Buffer.from(body, 'latin1') };
}

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
])('a page comes compressed as %s', async (accepted, encoding, decompress) => {
  for (const time of [1, 2, 3]) {
    const { header, body } = await ask('GET', '/a', accepted);
    expect(decompress(body).toString(), `time ${time}`).toBe(page);
    expect(header('content-encoding')).toBe(encoding);
    expect(header('etag')).toBe('W/"hash-of-a"');
    expect(header('content-length')).toBe(String(body.length));
  }
  expect(Number((await ask('HEAD', '/a', accepted)).header('content-length'))).toBeGreaterThan(0);
});

test('a page comes as it is to those who take nothing else, and so does a small file', async () => {
  expect((await ask('GET', '/a', 'identity')).body.toString()).toBe(page);
  const { header, body } = await ask('GET', '/d.txt', 'br');
  expect([body.toString(), header('content-encoding'), header('etag')]).toEqual(['kısa', undefined, '"hash-of-d"']);
});

test('a form that was made ahead is sent as it is', async () => {
  expect(brotliDecompressSync((await ask('GET', '/c.js', 'br')).body).toString()).toBe('made ahead');
  expect(gunzipSync((await ask('GET', '/c.js', 'gzip')).body).toString()).toBe(script);
});

test('a page that could not be read once is read again', async () => {
  renameSync(join(folder, 'b.html'), join(folder, 'away'));
  expect((await ask('GET', '/b', 'br')).status).toBe('500');
  renameSync(join(folder, 'away'), join(folder, 'b.html'));
  expect(brotliDecompressSync((await ask('GET', '/b', 'br')).body).toString()).toBe(page);
});

test('a page that is asked for again is made smaller', async () => {
  const words = Array.from({ length: 3000 }, (_, index) => `<p>${(index * 7919) % 1009}</p>`).join('');
  writeFileSync(join(folder, 'b.html'), words);
  server.showSite({
    name: 'two',
    folder,
    files: { 'b.html': ['hash-of-words', words.length, 0] },
    older: new Map(),
    replaced: new Map(),
  });
  const size = async () => (await ask('GET', '/b', 'br')).body.length;
  const first = await size();
  await expect.poll(size).toBeLessThan(first);
  expect(brotliDecompressSync((await ask('GET', '/b', 'br')).body).toString()).toBe(words);
});
