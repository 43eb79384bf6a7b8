import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import type { ServedSite } from '../../src/api/http/serveSite.ts';
import { addRedirect } from '../../src/api/redirects/redirects.service.ts';
import { listen } from '../../src/api/server.ts';
import { tempFolder } from '../api/cleanup.ts';
import { openTestApi } from '../api/harness.ts';
import { requestRaw } from './rawHttp.ts';

const folder = tempFolder('paths');
const release = join(folder, 'releases', 'one');
const secret = `secret-${randomBytes(8).toString('hex')}`;
const pages = {
  'index.html': '<h1>home</h1>',
  '404.html': '<h1>missing</h1>',
  'login.html': '<h1>login</h1>',
  'admin.html': '<h1>admin</h1>',
  'blog/ilk.html': '<h1>post</h1>',
  '_astro/a.js': 'export {}',
};
const files: ServedSite['files'] = {};
const api = await openTestApi({ PORT: '0' });
await addRedirect(api.ctx.db, '/blog/eski', '/blog/ilk');
const server = await listen(api.ctx);
mkdirSync(join(release, '_astro'), { recursive: true });
mkdirSync(join(release, 'blog'));
for (const place of [folder, join(folder, 'releases'), join(api.ctx.env.dataDir)]) {
  writeFileSync(join(place, 'secret.txt'), secret);
}
mkdirSync(join(api.ctx.env.dataDir, 'media'), { recursive: true });
for (const [name, words] of Object.entries(pages)) {
  writeFileSync(join(release, name), words);
  writeFileSync(join(release, `${name}.br`), brotliCompressSync(words));
  files[name] = ['hash', words.length, brotliCompressSync(words).length];
}
symlinkSync(folder, join(release, 'link'));
server.showSite({ name: 'one', folder: release, files, older: new Map(), replaced: new Map() });
afterAll(() => server.close());

const climbs = ['..', '%2e%2e', '.%2e', '%252e%252e', '..%00', '....', '%c0%ae%c0%ae', '%uff0e%uff0e', '..;'];
const slashes = ['/', '%2f', '%5c', '\\', '%252f', '//', '/./'];
const starts = ['/', '/media/', '/_astro/', '/blog/', '/link/', '/admin/', '/api/', '//', '/media%2f'];
const tricks = starts.flatMap((start) =>
  climbs.flatMap((climb) => slashes.map((slash) => `${start}${(climb + slash).repeat(6)}secret.txt`)),
);

describe('paths', () => {
  test(`none of ${tricks.length} spellings of .. leads out of the served folders`, async () => {
    const reply = await Promise.all(tricks.map((path) => requestRaw(server.port, `GET ${path} HTTP/1.1`)));
    for (const [index, answer] of reply.entries()) {
      expect(answer, tricks[index]).not.toContain(secret);
      expect(answer, tricks[index]).toMatch(/^HTTP\/1.1 (200 OK\r\n[\s\S]*<h1>admin<|4\d\d )/);
    }
  });

  test.each([
    ['an absolute path', '/etc/passwd'],
    ['an absolute address', `http://site.test/../secret.txt`],
    ['another host in the address', 'http://evil.test/secret.txt'],
    ['a file address', 'file:///etc/passwd'],
    ['a NUL', '/media/%00'],
    ['a NUL after a real name', '/login%00.html'],
    ['a link out of the release', '/link/secret.txt'],
    ['a link in the release', '/link'],
    ['the compressed file itself', '/_astro/a.js.br'],
    ['the release folder by name', '/releases/one/index.html'],
    ['the database', '/db/PG_VERSION'],
    ['a dot file', '/.env'],
    ['half a character', '/%e0%a4%a'],
    ['a question in the name', '/login%3f.html'],
    ['a very long name', `/${'a'.repeat(8000)}`],
    ['very many folders', `/${'a/'.repeat(4000)}`],
    ['a picture name with a tail', `/media/${'0'.repeat(32)}_1x1.webp/../../secret.txt`],
    ['a picture name with a line break', `/media/${'0'.repeat(32)}_1x1.webp%0a`],
    ['a name of the prototype', '/__proto__'],
    ['another one', '/constructor'],
  ])('%s answers 404 and shows nothing', async (_, path) => {
    const reply = await requestRaw(server.port, `GET ${path} HTTP/1.1`);
    expect(reply).toMatch(/^HTTP\/1.1 40[04] /);
    expect(reply).not.toContain(secret);
    expect(reply).not.toContain(folder);
  });
});

describe('the site', () => {
  const status = async (head: string) => (await requestRaw(server.port, head)).slice(9, 12);

  test('each page is served at one address', async () => {
    expect(await status('GET / HTTP/1.1')).toBe('200');
    expect(await status('GET /login HTTP/1.1')).toBe('200');
    expect(await status('GET /blog/ilk HTTP/1.1')).toBe('200');
    expect(await requestRaw(server.port, 'GET /blog/ilk/?a=b HTTP/1.1')).toMatch(
      /^HTTP\/1.1 308 [\s\S]*location: \/blog\/ilk\?a=b\r/i,
    );
    for (const moved of ['/blog/eski?a=b', '/blog/eski/?a=b'])
      expect(await requestRaw(server.port, `GET ${moved} HTTP/1.1`)).toMatch(
        /^HTTP\/1.1 301 (?=[\s\S]*cache-control: public, no-cache\r)[\s\S]*location: \/blog\/ilk\?a=b\r/i,
      );
    expect(await requestRaw(server.port, 'GET /nowhere HTTP/1.1')).toMatch(/^HTTP\/1.1 404 [\s\S]*<h1>missing/);
    expect(await requestRaw(server.port, 'GET /admin/orders HTTP/1.1')).toMatch(/^HTTP\/1.1 200 [\s\S]*<h1>admin/);
  });

  test('a form sent without its script leads back to its page, without its fields in the address', async () => {
    const reply = await requestRaw(server.port, 'POST /login HTTP/1.1\r\nContent-Length: 10', 'password=a');
    expect(reply).toMatch(/^HTTP\/1.1 303 [\s\S]*location: \/login\r/i);
    expect(await status('POST /nowhere HTTP/1.1')).toBe('404');
  });

  test('no path redirects to another site', async () => {
    for (const path of [
      '//evil.test/',
      '//evil.test/..;/',
      '/\\evil.test/',
      '/%2f%2fevil.test/',
      '//login/',
      'http://evil.test//login/',
    ]) {
      for (const method of ['GET', 'POST']) {
        const reply = await requestRaw(server.port, `${method} ${path} HTTP/1.1`);
        expect(reply, path).not.toMatch(/^location: (?!\/[^/\\])/im);
      }
    }
  });

  test('a page whose file is missing answers without the name of a folder', async () => {
    rmSync(join(release, 'login.html'));
    const reply = await requestRaw(server.port, 'GET /login HTTP/1.1');
    expect(reply).toMatch(/^HTTP\/1.1 (404|500) /);
    expect(reply).not.toContain(folder);
    expect(reply).not.toContain('ENOENT');
  });
});
