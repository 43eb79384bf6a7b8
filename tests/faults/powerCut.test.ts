import { cpSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { sql } from 'drizzle-orm';
import { beforeAll, expect, test, vi } from 'vitest';
import type { Connection } from '../../src/api/db/connection.ts';
import { openEmbedded } from '../../src/api/db/embedded.ts';
import { queryRows } from '../../src/api/db/sql.ts';
import { tempFolder } from '../api/cleanup.ts';

/** Called with the path of each file that is flushed to the disk. */
const disk = vi.hoisted(() => ({ flushed: (_path: string): void => {} }));
vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  fsyncSync: (descriptor: number) => disk.flushed(readlinkSync(`/proc/self/fd/${descriptor}`)),
}));
vi.mock('node:fs/promises', async (original) => {
  const actual = await original<typeof import('node:fs/promises')>();
  const open = async (path: string, flags: string) =>
    Object.assign(await actual.open(path, flags), { datasync: async () => disk.flushed(path) });
  return { ...actual, open };
});

const folder = tempFolder('cut');

const write = async (connection: Connection, from: number, to: number) => {
  await queryRows(
    connection.db,
    sql`insert into notes select id, repeat(md5(id::text), 20) from generate_series(${from}::int, ${to}::int) as id`,
  );
  await connection.durable();
};

/** A database with an empty table, closed. */
const empty = join(folder, 'empty');
beforeAll(async () => {
  mkdirSync(empty);
  const connection = await openEmbedded(empty);
  await queryRows(connection.db, sql`create table notes (id integer primary key, words text)`);
  await connection.close();
});

/** What is done before the power is cut: each includes those before it. */
const steps = ['write', 'checkpoint', 'write more', 'close'] as const;

/** Rows left after a power cut, of 20,000 and then 10,000. `keeps` says which flushes reach the disk. */
async function rowsAfterPowerCut(last: (typeof steps)[number], keeps = (_path: string) => true): Promise<number> {
  const running = mkdtempSync(join(folder, 'running-'));
  const afterCut = mkdtempSync(join(folder, 'cut-'));
  cpSync(empty, running, { recursive: true });
  cpSync(empty, afterCut, { recursive: true });
  // From here on the disk has of each file what it held at its last flush.
  disk.flushed = (path) => {
    if (!keeps(path) || statSync(path).isDirectory()) return;
    const copy = join(afterCut, relative(running, path));
    mkdirSync(dirname(copy), { recursive: true });
    writeFileSync(copy, readFileSync(path));
  };
  const connection = await openEmbedded(running);
  const does = (step: (typeof steps)[number]) => steps.indexOf(step) <= steps.indexOf(last);
  await write(connection, 1, 20_000);
  if (does('checkpoint')) await connection.flushing(() => queryRows(connection.db, sql`checkpoint`));
  if (does('write more')) await write(connection, 20_001, 30_000);
  if (does('close')) await connection.close();
  disk.flushed = () => {};
  if (!does('close')) await connection.close();
  const found = await openEmbedded(afterCut);
  const [row] = await queryRows<{ count: number }>(found.db, sql`select count(words)::int as count from notes`);
  await found.close();
  return row?.count ?? 0;
}

// Linux tells the path of an open file.
const onLinux = test.runIf(process.platform === 'linux');

onLinux.for([
  ['write', 20_000],
  ['checkpoint', 20_000],
  ['write more', 30_000],
  ['close', 30_000],
] as const)('a power cut after step “%s” loses nothing that was acknowledged', async ([last, rows]) => {
  expect(await rowsAfterPowerCut(last)).toBe(rows);
});

onLinux('tables that a checkpoint does not flush are lost by a power cut', async () => {
  const rows = await rowsAfterPowerCut('write more', (path) => !path.includes('/base/')).catch(() => 0);
  expect(rows).toBeLessThan(30_000);
});
