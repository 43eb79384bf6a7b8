import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lockDataDir } from '../../src/api/db/lock.ts';
import { readEnv } from '../../src/api/env.ts';
import { openContext } from '../../src/api/openContext.ts';
import { explainError } from '../../src/api/startErrors.ts';
import { freePort } from '../load/ports.ts';

const folder = mkdtempSync(join(tmpdir(), 'practice-start-'));
const unused = join(folder, 'unused');

afterAll(() => rm(folder, { recursive: true, force: true }));

/** What whoever starts the product with this environment reads when it does not open. */
async function said(environment: Record<string, string>): Promise<string> {
  try {
    await openContext(readEnv({ DATA_DIR: unused, LOG_LEVEL: 'silent', ...environment }));
  } catch (error) {
    return explainError(error);
  }
  throw new Error('It opened');
}

test('a taken port is said in one line, with exit code 1, before anything is written', async () => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/start.ts', '--api'], {
    env: { PATH: process.env.PATH, PORT: String(port), DATA_DIR: unused },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let words = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words += text;
  });
  expect(await once(child, 'close')).toEqual([1, null]);
  expect(words).toMatch(new RegExp(`^Port ${port} is taken[^\\n]*\\n$`));
  expect(existsSync(unused)).toBe(false);
  server.close();
});

test('a key or bucket that cannot be read is named before anything is written', async () => {
  expect(await said({ ENCRYPTION_KEY: 'kurz' })).toMatch(/^ENCRYPTION_KEY must be 32 bytes/);
  expect(await said({ STORAGE_URL: 's3://kova' })).toMatch(/^STORAGE_URL must read s3:/);
  expect(existsSync(unused)).toBe(false);
});

test('a DATA_DIR that is no folder, or may not be written, is named', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await said({ DATA_DIR: file })).toMatch(/^DATA_DIR is not a folder/);
  expect(await said({ DATA_DIR: join(file, 'data') })).toMatch(/^DATA_DIR is not a folder/);
  expect(await said({ DATA_DIR: '/sys/practice' })).toMatch(/^DATA_DIR cannot be written \(\/sys/);
  // Where nothing can be made, asking again and again would be for ever.
  expect(await said({ DATA_DIR: '/proc/practice/data' })).toMatch(/^DATA_DIR cannot be written \(\/proc\/practice\)/);
  expect(await said({ DATA_DIR: '/proc' })).toMatch(/^DATA_DIR cannot be written \(\/proc\/lock.db\)/);
});

test('a DATA_DIR that a process holds is refused with its number, and free again after it', async () => {
  const DATA_DIR = join(folder, 'held');
  const holder = lockDataDir(DATA_DIR);
  expect(await said({ DATA_DIR })).toMatch(
    new RegExp(`^DATA_DIR ${DATA_DIR} is in use by process ${process.pid}, started [\\w.:-]+$`),
  );
  holder.release();
  lockDataDir(DATA_DIR).release();
});

test('a DATABASE_URL nobody answers at is said without its password', async () => {
  const DATABASE_URL = `postgres://kisi:gizli@127.0.0.1:${await freePort()}/x`;
  const line = await said({ DATABASE_URL });
  expect(line).toMatch(/^DATABASE_URL cannot be reached[^\n]*$/);
  expect(line).not.toContain('gizli');
});
