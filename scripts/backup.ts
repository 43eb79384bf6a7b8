// `npm run backup [-- <folder>]`: backs up database, pictures and releases, also while the product runs.
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { dumpDatabase, type WriteLine } from '../src/api/backup/databaseDump.ts';
import { BackupError, keyPathOf } from '../src/api/backup/readBackup.ts';
import { type BackupReport, writeBackup } from '../src/api/backup/writeBackup.ts';
import { connectToRunningProcess } from '../src/api/controlSocket.ts';
import type { Connection } from '../src/api/db/connection.ts';
import { openEmbedded } from '../src/api/db/embedded.ts';
import { requireOwner } from '../src/api/db/folder.ts';
import { DataDirBusyError, lockDataDir } from '../src/api/db/lock.ts';
import { openPostgres } from '../src/api/db/postgres.ts';
import { findKeys, keyFile } from '../src/api/encryption/encryptionKeys.ts';
import { type Env, readEnv } from '../src/api/env.ts';
import { exitWithError } from '../src/api/startErrors.ts';
import { openStorage } from '../src/api/storage/openStorage.ts';

/** Dumps the database: through the process that has it open, or else opens it here. */
async function dump(env: Env, write: WriteLine): Promise<void> {
  if (env.databaseUrl) return dumpAndClose(await openPostgres(env.databaseUrl), write);
  const dumpFromProcess = await connectToRunningProcess(env.dataDir);
  if (dumpFromProcess) return dumpFromProcess(write);
  if (!existsSync(join(env.dataDir, 'db'))) throw new BackupError(`There is no database in DATA_DIR ${env.dataDir}.`);
  requireOwner(env.dataDir);
  const lock = lockOrExplain(env.dataDir);
  try {
    await dumpAndClose(await openEmbedded(env.dataDir), write);
  } finally {
    lock.release();
  }
}

function lockOrExplain(dataDir: string): ReturnType<typeof lockDataDir> {
  try {
    return lockDataDir(dataDir);
  } catch (error) {
    if (!(error instanceof DataDirBusyError)) throw error;
    throw new BackupError(`${error.message}, which does not answer: try again, or stop it for as long as this takes.`);
  }
}

async function dumpAndClose(connection: Connection, write: WriteLine): Promise<void> {
  try {
    await dumpDatabase(connection.db, write);
  } finally {
    await connection.close();
  }
}

function printReport(folder: string, { rows, pictures, releases, missing }: BackupReport, key: string): void {
  console.log(`Saved ${rows} rows, ${pictures} pictures and ${releases} releases: ${folder}`);
  if (missing.length) console.log(`${missing.length} files of pictures were not there: ${missing[0]}, …`);
  console.log(key);
}

async function backup(): Promise<void> {
  const { positionals } = parseArgs({ allowPositionals: true });
  const [into] = positionals;
  if (positionals.length > 1) throw new BackupError('Say one folder: npm run backup -- <folder>');
  const env = readEnv(process.env);
  const now = new Date();
  const backups = resolve(into ?? join(env.dataDir, 'backups'));
  // The product's own user could save none in one of root.
  if (!into && !existsSync(backups)) requireOwner(env.dataDir);
  const folder = join(backups, `backup-${now.toISOString().replace(/[:.]/g, '-')}`);
  const keys = findKeys(env);
  const isKeyInFile = keys.length > 0 && !env.encryptionKey;
  const source = {
    dump: (write: WriteLine) => dump(env, write),
    storage: openStorage(env),
    releases: join(env.dataDir, 'releases'),
    keys,
    keyFile: isKeyInFile ? keyFile(env.dataDir) : undefined,
  };
  const saved = await writeBackup(source, folder, now);
  const beside = `The key that opens what is encrypted: ${keyPathOf(folder)}. Keep it somewhere else than the backup.`;
  const elsewhere = 'The key that opens what is encrypted is not in it: keep ENCRYPTION_KEY somewhere else.';
  const unsigned =
    'No key is here: the backup is not signed (restore: --unverified). If the product has one, run this again with it.';
  printReport(folder, saved, isKeyInFile ? beside : keys.length ? elsewhere : unsigned);
}

await backup().catch(exitWithError);
