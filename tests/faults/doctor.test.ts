import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lockDataDir } from '../../src/api/db/lock.ts';
import { freePort } from '../load/ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'practice-doctor-'));
const DATA_DIR = join(folder, 'data');
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What `npm run doctor` says of an environment, and how it ends. */
async function ask(environment: Record<string, string>): Promise<{ code: number; lines: string[] }> {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/doctor.ts'], {
    env: { PATH: process.env.PATH, DATA_DIR, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let words = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  const [code] = await once(child, 'close');
  return { code, lines: words.trim().split('\n') };
}

test('a healthy place is fine in every line, and the doctor ends with 0', async () => {
  const { code, lines } = await ask({});
  expect(lines.filter((line) => !line.startsWith('fine '))).toEqual([]);
  expect(lines.map((line) => /^fine +([^:]+)/.exec(line)?.[1])).toEqual([
    'configuration',
    'DATA_DIR',
    'mail',
    'storage',
    'database',
    'clock',
  ]);
  expect(code).toBe(0);
});

test('each part that does not answer has its own line that says what to do, and the doctor ends with 1', async () => {
  const bucket = createServer((_request, response) => {
    response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
  }).listen(0, '127.0.0.1');
  await once(bucket, 'listening');
  const { port } = bucket.address() as AddressInfo;
  const nobody = await freePort();
  const { code, lines } = await ask({
    STORAGE_URL: `http://kisi:gizli@127.0.0.1:${port}/kova`,
    SMTP_URL: `smtp://kisi:gizli@127.0.0.1:${nobody}`,
    DATABASE_URL: `postgres://kisi:gizli@127.0.0.1:${nobody}/x`,
  });
  bucket.close();
  const wrong = lines.filter((line) => line.startsWith('WRONG'));
  expect(wrong).toEqual([
    expect.stringMatching(/^WRONG {2}mail: the server of SMTP_URL does not answer as one: .*ECONNREFUSED/),
    expect.stringMatching(/^WRONG {2}storage: .* the secret in STORAGE_URL is not that of its key id$/),
    expect.stringMatching(/^WRONG {2}database: DATABASE_URL cannot be reached/),
  ]);
  expect(lines.join('\n')).not.toContain('gizli');
  expect(code).toBe(1);
});

test.each([
  [{ PORT: 'abc' }, /^WRONG {2}configuration: PORT must be a whole number/],
  [{ ENCRYPTION_KEY: 'kurz' }, /^WRONG {2}configuration: ENCRYPTION_KEY must be 32 bytes/],
  [{ STORAGE_URL: 's3://kova' }, /^WRONG {2}configuration: STORAGE_URL must read s3:/],
] as [Record<string, string>, RegExp][])('%o is all that is said, and nothing is written', async (wrong, words) => {
  const place = join(folder, 'untouched');
  const { code, lines } = await ask({ DATA_DIR: place, ...wrong });
  expect([code, lines]).toEqual([1, [expect.stringMatching(words)]]);
  expect(existsSync(place)).toBe(false);
});

test('while the product has its database open, everything else is looked at', async () => {
  const holder = lockDataDir(DATA_DIR);
  const { code, lines } = await ask({});
  expect(lines).toContain('fine   storage: a folder in DATA_DIR');
  expect(lines.at(-1)).toMatch(/^fine +database: .*has it open/);
  expect(code).toBe(0);
  holder.release();
});

test("no file is made in another user's DATA_DIR: not by root either, whose files that user could not open", async () => {
  const isRoot = process.getuid?.() === 0;
  const place = isRoot ? join(folder, 'foreign') : '/usr';
  if (isRoot) {
    mkdirSync(place);
    chownSync(place, 4321, 4321);
  }
  const { code, lines } = await ask({ DATA_DIR: place });
  expect(lines).toContainEqual(
    expect.stringMatching(/^WRONG {2}DATA_DIR: (?:belongs to user 4321|.*cannot be written)/),
  );
  expect(existsSync(join(place, 'db'))).toBe(false);
  expect(code).toBe(1);
});
