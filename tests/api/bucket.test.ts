import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sha256 } from '../../src/api/hash.ts';
import { siteEnvironment } from '../../src/api/publish/localSite.ts';
import { BucketError, createBucketStorage, explainAnswer, parseBucketUrl } from '../../src/api/storage/bucket.ts';
import { storePicture } from '../../src/api/storage/pictures.ts';
import { openTestApi, type TestApi } from './harness.ts';
import { picture } from './pictures.corpus.ts';
import { sign } from './signature.ts';

/** The key used in the examples of Amazon's Signature Version 4 documentation. */
const example = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};

test('the signature computed by this test matches the example of the S3 documentation', () => {
  const headers = { host: 'examplebucket.s3.amazonaws.com', range: 'bytes=0-9' };
  const signed = sign(example, 'GET', '/test.txt', headers, sha256(''), new Date('2013-05-24T00:00:00Z'));
  expect(signed.authorization).toContain('Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
});

test.each(['s3://host/bucket', 's3://id:secret@host', 's3://id@host/bucket', 's3://id:%ret@host/bucket'])(
  '%s is refused with one line',
  (address) => {
    expect(() => parseBucketUrl(address)).toThrow(/^STORAGE_URL must read/);
  },
);

test('the public address of a bucket is read from STORAGE_URL', () => {
  const bucket = 's3://id:secret@host/bucket?public=';
  expect(parseBucketUrl(`${bucket}https://cdn.ornek.com/site/`).publicUrl).toBe('https://cdn.ornek.com/site');
  expect(() => parseBucketUrl(`${bucket}cdn.ornek.com`)).toThrow(/^public= in STORAGE_URL must be/);
});

test('a folder name is signed as S3 escapes it, however it was written', () => {
  const folder = (written: string) => parseBucketUrl(`s3://id:secret@host/kova/${written}`).folder;
  expect(folder('site+resim')).toBe('/kova/site%2Bresim/');
  expect(folder("a'b(1)!/c:d=e&f")).toBe('/kova/a%27b%281%29%21/c%3Ad%3De%26f/');
  expect(folder('görsel klasörü')).toBe('/kova/g%C3%B6rsel%20klas%C3%B6r%C3%BC/');
  expect(folder('g%C3%B6rsel%20klas%c3%b6r%c3%bc//')).toBe('/kova/g%C3%B6rsel%20klas%C3%B6r%C3%BC/');
});

test.each([
  ['SignatureDoesNotMatch', /secret in STORAGE_URL/],
  ['InvalidAccessKeyId', /key id in STORAGE_URL is unknown/],
  ['RequestTimeTooSkewed', /clock is wrong/],
  ['AuthorizationHeaderMalformed', /region= in STORAGE_URL is not .*, which is eu-central-1$/],
])('the error code %s of a bucket is reported with what to do', (code, words) => {
  const body = `<Error><Code>${code}</Code><Message>gizli</Message><Region>eu-central-1</Region></Error>`;
  const line = explainAnswer(403, body);
  expect(line).toMatch(new RegExp(`^the bucket answered 403 ${code}: `));
  expect(line).toMatch(words);
  expect(line).not.toContain('gizli');
});

test('an error of a bucket without a code is reported by its status', () => {
  expect(explainAnswer(502, '<html>Bad Gateway</html>')).toBe('the bucket answered 502');
  expect(explainAnswer(400, '<Code>constructor</Code>')).toBe('the bucket answered 400 constructor');
});

describe('a bucket', () => {
  const files = new Map<string, { data: Buffer; type: string | undefined }>();
  /** How many calls are still answered with 503 SlowDown. */
  let refusals = 0;
  let api: TestApi;
  let url: string;

  /** Stores files by path and accepts only requests whose signature matches what was sent. */
  const server = createServer(async (request, response) => {
    const data = await bodyOf(request);
    const path = request.url as string;
    if (!path.startsWith('/gorseller/')) return response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
    if (path.endsWith('/sessiz.webp')) return;
    if (refusals) return response.writeHead(503, String(refusals--)).end('<Error><Code>SlowDown</Code></Error>');
    if (!isSigned(request, data)) return response.writeHead(403).end();
    if (request.method === 'PUT') files.set(path, { data, type: request.headers['content-type'] });
    if (request.method === 'DELETE') files.delete(path);
    if (request.method !== 'GET') return response.writeHead(request.method === 'DELETE' ? 204 : 200).end();
    const found = files.get(path);
    return found ? response.end(found.data) : response.writeHead(404).end();
  });

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    url = `http://${example.accessKeyId}:${encodeURIComponent(example.secretAccessKey)}@127.0.0.1:${port}/gorseller/site`;
    api = await openTestApi({ STORAGE_URL: url });
  });
  afterAll(() => server.close());

  test('stores uploaded pictures, which are served and removed like files on disk', async () => {
    const address = await storePicture(api.ctx.db, api.ctx.storage, await picture('png'));
    expect([...files.keys()].every((path) => path.startsWith('/gorseller/site/'))).toBe(true);
    const served = await api.app.request(`http://site.test${address}`);
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/webp']);
    await api.ctx.storage.remove(address.replace('/media/', ''));
    expect((await api.app.request(`http://site.test${address}`)).status).toBe(404);
  });

  test('with a public address serves the pictures itself, and pages name that address', async () => {
    const { app, ctx } = await openTestApi({ STORAGE_URL: `${url}?public=https://cdn.ornek.com/site` });
    const address = await storePicture(ctx.db, ctx.storage, await picture('png'));
    expect(address).toMatch(/^\/media\//);
    const answer = await app.request(`http://site.test${address}`);
    const place = `https://cdn.ornek.com/site/${address.replace('/media/', '')}`;
    expect([answer.status, answer.headers.get('location')]).toEqual([302, place]);
    expect(siteEnvironment(ctx.env, ctx.storage.publicUrl)).toMatchObject({
      PUBLIC_MEDIA_URL: 'https://cdn.ornek.com/site',
    });
    expect((await app.request('http://site.test/media/../api/me')).status).toBe(401);
    expect((await app.request('http://site.test/media/baska.webp')).status).toBe(404);
  });

  test('that refuses access or does not exist makes the process unready, not crash', async () => {
    const other = createBucketStorage(parseBucketUrl(url.replace(example.accessKeyId, 'BASKASI')));
    await expect(other.check()).rejects.toThrow(BucketError);
    const none = createBucketStorage(parseBucketUrl(url.replace('/gorseller/', '/yok/')));
    await expect(none.check()).rejects.toThrow('no such bucket');
    await expect(none.get('bir.webp')).rejects.toThrow('no such bucket');
    await expect(api.ctx.storage.check()).resolves.toBeUndefined();
  });

  test('that falls silent is given up in time, also once memory was cleaned up meanwhile', async () => {
    setFlagsFromString('--expose-gc');
    const collect = setInterval(runInNewContext('gc'), 50);
    const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const control = new AbortController();
      setTimeout(() => control.abort(), 500);
      return control.signal;
    });
    await expect(api.ctx.storage.get('sessiz.webp')).rejects.toThrow(BucketError);
    limit.mockRestore();
    clearInterval(collect);
  });

  test('that answers SlowDown twice is asked again until it stores the file', async () => {
    const { storage } = api.ctx;
    refusals = 2;
    await storage.put('sabir.webp', Buffer.from('sabır'), 'image/webp');
    refusals = 2;
    expect((await storage.get('sabir.webp'))?.toString()).toBe('sabır');
    refusals = 3;
    await expect(storage.remove('sabir.webp')).rejects.toThrow('the bucket answered 503 SlowDown');
  });

  test('that fails in the middle of an upload leaves no row behind', async () => {
    refusals = Number.POSITIVE_INFINITY;
    await expect(storePicture(api.ctx.db, api.ctx.storage, await picture('png'))).rejects.toThrow();
    const ready = await api.app.request('http://site.test/readyz');
    expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ storage: false })]);
    const asked = await api.app.request(`http://site.test/media/${'0'.repeat(32)}_96x54.webp`);
    expect([asked.status, ((await asked.json()) as { code: string }).code]).toEqual([503, 'unavailable']);
    refusals = 0;
  });

  test('is asked once by all who want to know at a time whether it answers, and again while it is silent', async () => {
    const check = vi.spyOn(api.ctx.storage, 'check');
    const ask = async () => (await api.app.request('http://site.test/readyz')).status;
    expect(await Promise.all(Array.from({ length: 20 }, ask))).toEqual(Array(20).fill(200));
    expect(check).toHaveBeenCalledTimes(1);
    const silence = Promise.withResolvers<void>();
    check.mockReturnValueOnce(silence.promise);
    const early = ask();
    await sleep(1100);
    expect(await ask()).toBe(200);
    expect(check).toHaveBeenCalledTimes(3);
    silence.reject(new BucketError('silent'));
    expect(await early).toBe(503);
    check.mockRestore();
  });

  const signatureOf = (header = '') =>
    /Credential=([^,]+),.*Signature=([0-9a-f]{64})$/.exec(header)?.slice(1).join(' ');

  function isSigned(request: IncomingMessage, data: Buffer): boolean {
    const sent = request.headers.authorization ?? '';
    const names = /SignedHeaders=([^,]+)/.exec(sent)?.[1]?.split(';') ?? [];
    const own = names.filter((name) => !name.startsWith('x-amz-'));
    const headers = Object.fromEntries(own.map((name) => [name, request.headers[name] as string]));
    const stamp = String(request.headers['x-amz-date']);
    const moment = stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
    const expected = sign(
      example,
      request.method as string,
      request.url as string,
      headers,
      sha256(data),
      new Date(moment),
    );
    return signatureOf(expected.authorization) === signatureOf(sent);
  }
});

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}
