import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { DrizzleQueryError } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { copyDatabaseImage, ensureDatabaseImage, imageFolder } from '../../src/api/db/image.ts';
import { lockDataDir } from '../../src/api/db/lock.ts';
import { readEnv } from '../../src/api/env.ts';
import { openContext } from '../../src/api/openContext.ts';
import { explainError } from '../../src/api/startErrors.ts';
import { tempFolder } from '../api/cleanup.ts';
import { freePort } from '../load/ports.ts';
import { collectOutput, finish, spawnScript, waitUntilReady } from '../load/processes.ts';

const folder = tempFolder('start');
const unused = join(folder, 'unused');

/** Opens the product with a wrong environment; returns the line that it prints. */
async function explainStart(environment: Record<string, string>): Promise<string> {
  try {
    await openContext(readEnv({ DATA_DIR: unused, LOG_LEVEL: 'silent', ...environment }));
  } catch (error) {
    return explainError(error);
  }
  throw new Error('It opened');
}

test('a start on a port in use ends with exit code 1 and one line, and writes nothing', async () => {
  const server = createServer().listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { code, output } = await finish(spawnScript('start', ['--api'], { PORT: String(port), DATA_DIR: unused }));
  expect(code).toBe(1);
  expect(output).toMatch(new RegExp(`^Port ${port} is taken[^\\n]*\\n$`));
  expect(existsSync(unused)).toBe(false);
  server.close();
});

test('an unreadable key or bucket address is reported before anything is written', async () => {
  expect(await explainStart({ ENCRYPTION_KEY: 'kurz' })).toMatch(/^ENCRYPTION_KEY must be 32 bytes/);
  expect(await explainStart({ STORAGE_URL: 's3://kova' })).toMatch(/^STORAGE_URL must read s3:/);
  expect(existsSync(unused)).toBe(false);
});

test('a file of keys that cannot be read is named, and not said to be one that cannot be written', async () => {
  const DATA_DIR = join(folder, 'unreadable-key');
  const path = join(DATA_DIR, 'keys', 'enquiries.key');
  // Root may read every file, but no folder as one.
  mkdirSync(path, { recursive: true });
  expect(await explainStart({ DATA_DIR })).toBe(`The key ${path} cannot be read (EISDIR): give this user the file.`);
  expect(existsSync(join(DATA_DIR, 'db'))).toBe(false);
});

test('a DATA_DIR that is no folder is reported', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await explainStart({ DATA_DIR: file })).toMatch(/^DATA_DIR is not a folder/);
  expect(await explainStart({ DATA_DIR: join(file, 'data') })).toMatch(/^DATA_DIR is not a folder/);
});

test('a DATA_DIR where nothing can be created is reported without further attempts', async ({ skip }) => {
  skip(process.platform !== 'linux', '/sys and /proc are folders of Linux where even root can create nothing');
  expect(await explainStart({ DATA_DIR: '/sys/practice' })).toMatch(/^DATA_DIR cannot be written \(\/sys/);
  expect(await explainStart({ DATA_DIR: '/proc/practice/data' })).toMatch(
    /^DATA_DIR cannot be written \(\/proc\/practice\)/,
  );
  expect(await explainStart({ DATA_DIR: '/proc' })).toMatch(/^DATA_DIR cannot be written \(\/proc\/lock.db\)/);
});

test('a DATA_DIR in use is refused with the process id of its user, and free when that has ended', async () => {
  const DATA_DIR = join(folder, 'in-use');
  const holder = lockDataDir(DATA_DIR);
  expect(await explainStart({ DATA_DIR })).toMatch(
    new RegExp(`^DATA_DIR ${DATA_DIR} is in use by process ${process.pid}, started [\\w.:-]+$`),
  );
  holder.release();
  lockDataDir(DATA_DIR).release();
});

test('the database is for its owner alone, also in a DATA_DIR that others may read', async () => {
  const DATA_DIR = join(folder, 'shared');
  mkdirSync(DATA_DIR, { mode: 0o755 });
  const rights = () => statSync(join(DATA_DIR, 'db')).mode & 0o777;
  const open = async () => (await openContext(readEnv({ DATA_DIR, LOG_LEVEL: 'silent' }))).close();
  await open();
  expect(rights()).toBe(0o700);
  // One that was made by an earlier version.
  chmodSync(join(DATA_DIR, 'db'), 0o755);
  await open();
  expect(rights()).toBe(0o700);
});

test('any user can copy the empty database that the installation makes', async () => {
  await ensureDatabaseImage();
  const files = readdirSync(imageFolder(), { recursive: true, encoding: 'utf8' });
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((name) => (statSync(join(imageFolder(), name)).mode & 0o004) === 0)).toEqual([]);
});

test('what a killed first start copied of the empty database is gone after the next copy', async () => {
  await ensureDatabaseImage();
  const DATA_DIR = join(folder, 'killed');
  const dataDir = join(DATA_DIR, 'db');
  const module = new URL('../../src/api/db/image.ts', import.meta.url).href;
  const code = `(await import(${JSON.stringify(module)})).copyDatabaseImage(${JSON.stringify(dataDir)})`;
  mkdirSync(DATA_DIR);
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await expect.poll(() => readdirSync(DATA_DIR), { interval: 5, timeout: 30_000 }).toHaveLength(1);
  child.kill('SIGKILL');
  await ended;
  rmSync(dataDir, { recursive: true, force: true });
  await copyDatabaseImage(dataDir);
  expect(readdirSync(DATA_DIR)).toEqual(['db']);
});

test('an unreachable DATABASE_URL is reported without its password', async () => {
  const DATABASE_URL = `postgres://kisi:gizli@127.0.0.1:${await freePort()}/x`;
  const line = await explainStart({ DATABASE_URL });
  expect(line).toMatch(/^DATABASE_URL cannot be reached[^\n]*$/);
  expect(line).not.toContain('gizli');
});

test('a DATABASE_URL that a server refuses, or whose certificate is not there, is named', async () => {
  // A server that answers the question for TLS with no.
  const server = createTcpServer((socket) => socket.once('data', () => socket.end('N'))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `postgres://kisi:gizli@127.0.0.1:${(server.address() as AddressInfo).port}/x?sslmode=verify-full`;
  const line = /^DATABASE_URL opens no database: The server does not support SSL/;
  expect(await explainStart({ DATABASE_URL: url })).toMatch(line);
  const missing = await explainStart({ DATABASE_URL: `${url}&sslrootcert=${join(folder, 'yok.pem')}` });
  expect(missing).toMatch(/^DATABASE_URL opens no database: ENOENT.*yok\.pem/);
  server.close();
});

test('a disk that is full where a new database is copied to is named', () => {
  // What `cpSync` throws there.
  const fault = { code: 'EIO', errno: 5, path: '/d/.db', syscall: 'cp' };
  const full = Object.assign(new Error("EIO, Input/output error '/d/.db'"), fault);
  expect(explainError(full)).toBe('The disk takes nothing more (/d/.db): make room, then run this again.');
  // What PGlite throws where there is room for less than a segment of its log.
  const words = /cannot be opened: is the disk full, or a file another user's\?/;
  expect(explainError(new Error('PGlite failed to initialize properly'))).toMatch(words);
  // And where it may not write a file, as one that a command of root made.
  expect(explainError(new Error('Aborted(). Build with -sASSERTIONS for more info.'))).toMatch(words);
});

test('a database that goes away under a command is said to, and not to be of another version', () => {
  const explain = (cause: Error) => explainError(new DrizzleQueryError('declare dump cursor', [], cause));
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
  expect(explain(reset)).toMatch(/^The database went away .*: read ECONNRESET\. Run this again/);
  expect(explain(new Error('relation "x" already exists'))).toMatch(/already exists\. Nothing was changed/);
});

test('a password that ADMIN_PASSWORD may not be is refused before anything is written', async () => {
  const DATA_DIR = join(folder, 'weak-password');
  const child = spawnScript('start', ['--api'], { PORT: '0', SEED: 'none', DATA_DIR, ADMIN_PASSWORD: 'admin' });
  const { code, output } = await finish(child);
  expect(code).toBe(1);
  expect(output).toMatch(/ADMIN_PASSWORD must have 8 to 128 characters[^\n]*\n$/);
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('LISTEN_HOST closes every other address, and one that is not of this machine is named', async () => {
  const environment = { PORT: '0', SEED: 'none', LOG_LEVEL: 'silent' };
  const elsewhere = spawnScript('start', ['--api'], { ...environment, LISTEN_HOST: '192.0.2.1', DATA_DIR: unused });
  expect(await finish(elsewhere)).toEqual({
    code: 1,
    output: 'LISTEN_HOST 192.0.2.1 is no address of this machine.\n',
  });
  const DATA_DIR = join(folder, 'listen-host');
  const child = spawnScript('start', ['--api'], { ...environment, LISTEN_HOST: '127.0.0.1', DATA_DIR });
  const output = collectOutput(child);
  await waitUntilReady(child);
  const [, port] = /Ready: \S+:(\d+)/.exec(output()) ?? [];
  const ask = (host: string) => fetch(`http://${host}:${port}/healthz`).catch((error) => error);
  const [own, other] = [await ask('127.0.0.1'), await ask('127.0.0.2')];
  child.kill();
  await once(child, 'close');
  expect(own).toMatchObject({ status: 200 });
  expect(other).toBeInstanceOf(Error);
});

test('a start on any free port says which, in the address that mails and pages name', async () => {
  const DATA_DIR = join(folder, 'any-port');
  const child = spawnScript('start', ['--api'], { PORT: '0', DATA_DIR, SEED: 'none', LOG_LEVEL: 'silent' });
  const output = collectOutput(child);
  await waitUntilReady(child);
  const [, origin = ''] = /Ready: (\S+)/.exec(output()) ?? [];
  const answer = await fetch(`${origin}/healthz`).catch((error) => error);
  child.kill();
  await once(child, 'close');
  expect(answer).toMatchObject({ status: 200 });
});
