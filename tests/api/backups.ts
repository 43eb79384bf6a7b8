import { join } from 'node:path';
import { pino } from 'pino';
import { expect, inject } from 'vitest';
import { dumpDatabase, type WriteLine } from '../../src/api/backup/databaseDump.ts';
import { BackupError, readBackup } from '../../src/api/backup/readBackup.ts';
import { restoreBackup } from '../../src/api/backup/restoreBackup.ts';
import { writeBackup } from '../../src/api/backup/writeBackup.ts';
import type { AppContext } from '../../src/api/context.ts';
import { findKeys, keyFile } from '../../src/api/encryption/encryptionKeys.ts';
import { type Env, readEnv } from '../../src/api/env.ts';
import { type OpenContext, openContext } from '../../src/api/openContext.ts';
import { newDatabase } from '../load/postgres.ts';
import { tempFolder } from './cleanup.ts';

/** An empty installation: a DATA_DIR, and a database where the tests run on PostgreSQL. */
export async function emptyMachine(more: Record<string, string> = {}): Promise<Env> {
  const server = inject('postgresUrl');
  const database = server ? { DATABASE_URL: await newDatabase(server) } : {};
  return readEnv({
    DATA_DIR: join(tempFolder('backup'), 'machine'),
    SITE_URL: 'http://site.test',
    ...database,
    ...more,
  });
}

/** Makes a backup of an installation in a new folder; returns what was saved. */
export function saveBackup(
  { db, env, storage }: AppContext,
  target: string,
  dump: (write: WriteLine) => Promise<void> = (write) => dumpDatabase(db, write),
) {
  const source = { dump, storage, releases: join(env.dataDir, 'releases'), keyFile: keyFile(env.dataDir) };
  return writeBackup({ ...source, keys: findKeys(env) }, target, new Date());
}

export const restore = async (from: string, env: Env, unverified = false) =>
  restoreBackup(await readBackup(from), env, { unverified });

/** Why a backup is not restored. */
export async function refusal(from: string, env: Env, unverified = false): Promise<string> {
  const error = await restore(from, env, unverified).then(
    () => new Error('it was restored'),
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(BackupError);
  return error.message;
}

/** Opens the product on an installation while `work` runs. */
export async function running<T>(env: Env, work: (ctx: OpenContext) => Promise<T>): Promise<T> {
  const ctx = await openContext(env, pino({ level: 'silent' }));
  return work(ctx).finally(() => ctx.close());
}
