// `npm run backup [-- <folder>]`: saves database, pictures and releases, also while the product runs.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Saved, writeBackup } from '../src/api/backup/backup.ts';
import { askRunning } from '../src/api/backup/control.ts';
import { dumpDatabase, type Write } from '../src/api/backup/dump.ts';
import { BackupFault, keyBeside } from '../src/api/backup/manifest.ts';
import type { Connection } from '../src/api/db/connection.ts';
import { openEmbedded } from '../src/api/db/embedded.ts';
import { DataDirBusyError, lockDataDir } from '../src/api/db/lock.ts';
import { openPostgres } from '../src/api/db/postgres.ts';
import { findKeys, keyFile, keyFingerprint } from '../src/api/enquiries/encryptionKeys.ts';
import { type Env, readEnv } from '../src/api/env.ts';
import { exitWithError } from '../src/api/startErrors.ts';
import { openStorage } from '../src/api/storage/openStorage.ts';

/** The dump of the database the environment names: asked of the process that has it, or read here. */
async function dumpOf(env: Env, write: Write): Promise<void> {
  if (env.databaseUrl) return dumpAndClose(await openPostgres(env.databaseUrl), write);
  const running = await askRunning(env.dataDir);
  if (running) return running(write);
  if (!existsSync(join(env.dataDir, 'db'))) throw new BackupFault(`There is no database in DATA_DIR ${env.dataDir}.`);
  const lock = takeLock(env.dataDir);
  try {
    await dumpAndClose(await openEmbedded(env.dataDir), write);
  } finally {
    lock.release();
  }
}

function takeLock(dataDir: string): ReturnType<typeof lockDataDir> {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirBusyError)) throw error;
    throw new BackupFault(`${error.message}, which does not answer: try again, or stop it for as long as this takes.`);
  }
}

async function dumpAndClose(connection: Connection, write: Write): Promise<void> {
  try {
    await dumpDatabase(connection.db, write);
  } finally {
    await connection.close();
  }
}

function report(folder: string, { rows, pictures, releases, missing }: Saved, key: string): void {
  console.log(`Saved ${rows} rows, ${pictures} pictures and ${releases} releases: ${folder}`);
  if (missing.length) console.log(`${missing.length} files of pictures were not there: ${missing[0]}, …`);
  console.log(key);
}

async function backup(into: string | undefined): Promise<void> {
  const env = readEnv(process.env);
  const now = new Date();
  const folder = join(
    resolve(into ?? join(env.dataDir, 'backups')),
    `backup-${now.toISOString().replace(/[:.]/g, '-')}`,
  );
  const keys = findKeys(env).map(keyFingerprint);
  const inFile = keys.length > 0 && !env.encryptionKey;
  const source = {
    dump: (write: Write) => dumpOf(env, write),
    storage: openStorage(env),
    releases: join(env.dataDir, 'releases'),
    keys,
    keyFile: inFile ? keyFile(env.dataDir) : undefined,
  };
  const saved = await writeBackup(source, folder, now);
  const elsewhere = 'The key that opens the messages is not in it: keep ENCRYPTION_KEY somewhere else.';
  const beside = `The key that opens the messages: ${keyBeside(folder)}. Keep it somewhere else than the backup.`;
  report(folder, saved, inFile ? beside : elsewhere);
}

await backup(process.argv[2]).catch(exitWithError);
