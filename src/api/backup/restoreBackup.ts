import { randomBytes } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { getTableName } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { type Connection, migrationOptions } from '../db/connection.ts';
import { openEmbedded } from '../db/embedded.ts';
import { copyDatabaseImage, unfinishedCopy } from '../db/image.ts';
import { openPostgres } from '../db/postgres.ts';
import { keyFingerprint } from '../encryption/encryption.ts';
import { findKeys, keyFile, readKeyFile, saveNewKey } from '../encryption/encryptionKeys.ts';
import type { Env } from '../env.ts';
import { isSameSecret } from '../hash.ts';
import { doubtCardRefunds } from '../payments/payments.restore.ts';
import { readLines } from '../readLines.ts';
import { type RowCounts, sealedTables, sumOf, toText } from '../reseal/reseal.service.ts';
import { openStorage } from '../storage/openStorage.ts';
import { createCopier, syncFolder } from './files.ts';
import { stagingFolder } from './killedRestore.ts';
import { assertEmptyDatabase, loadDump } from './loadDump.ts';
import { BackupError, databaseFile, keyPathOf, signManifest, type VerifiedBackup } from './readBackup.ts';

/** What an empty DATA_DIR may contain. */
const ignoredNames = new Set([
  ...['keys', 'backups', 'control', 'lock.db', 'lock.db-journal', 'lock.json', 'lost+found'],
  unfinishedCopy,
]);
const contentTypes: Record<string, string> = { '.avif': 'image/avif', '.webp': 'image/webp' };

/**
 * Restores a verified backup into an empty DATA_DIR and database. Moves the database last: an interrupted restore
 * leaves nothing that a start would use. The caller holds the lock on DATA_DIR. Throws BackupError if DATA_DIR or
 * database is not empty and, unless `unverified` says that the owner knows, where nothing shows that this installation
 * made the backup or rows would lose their key. Returns the rows that stay closed then.
 */
export async function restoreBackup(
  backup: VerifiedBackup,
  env: Env,
  { unverified }: { unverified: boolean },
): Promise<RowCounts> {
  const staging = join(env.dataDir, stagingFolder);
  await assertEmptyDataDir(env.dataDir);
  const { key, lost } = findMissingKey(backup, env, unverified);
  if (!unverified) assertSignature(backup, key ? readKeyFile(key) : findKeys(env));
  const server = env.databaseUrl ? await openPostgres(env.databaseUrl) : undefined;
  try {
    if (server) await assertEmptyDatabase(server.db);
    if (key) await saveKey(key, env.dataDir);
    // A start makes no key for a database with encrypted rows, so that one has to be there.
    else if (!findKeys(env).length) saveNewKey(env.dataDir, randomBytes(32));
    for (const left of [staging, join(env.dataDir, unfinishedCopy)]) await rm(left, { recursive: true, force: true });
    await mkdir(staging, { recursive: true, mode: 0o700 });
    if (!server) await loadAndClose(await openStaging(staging, backup), backup);
    await copyFiles(backup, env, staging);
    await syncFolder(staging);
    for (const name of (await readdir(staging)).filter((entry) => entry !== 'db')) {
      await rm(join(env.dataDir, name), { recursive: true, force: true });
      await rename(join(staging, name), join(env.dataDir, name));
    }
    if (server) await load(server, backup);
    else await rename(join(staging, 'db'), join(env.dataDir, 'db'));
    await syncFolder(env.dataDir, false);
    await rm(staging, { recursive: true, force: true });
    return lost;
  } finally {
    await server?.close();
  }
}

/** Throws BackupError if DATA_DIR has content, except what an interrupted restore left. */
async function assertEmptyDataDir(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((): string[] => []);
  const leftovers = names.includes(stagingFolder) ? [stagingFolder, 'media', 'releases'] : [];
  const found = names.find((name) => !ignoredNames.has(name) && !leftovers.includes(name));
  if (found) throw new BackupError(`DATA_DIR ${dataDir} is not empty (${found}): restore only into an empty one.`);
}

/**
 * Returns the key file that has to be copied into DATA_DIR, if the keys there do not suffice, or which rows stay closed
 * because it is missing. Throws BackupError where there are any, unless the owner knows.
 */
function findMissingKey(
  { folder, keys, rows }: VerifiedBackup,
  env: Env,
  unverified: boolean,
): { key?: string; lost: RowCounts } {
  const lackKeys = (available: Buffer[]) =>
    keys.some((fingerprint) => !available.map(keyFingerprint).includes(fingerprint));
  const available = findKeys(env);
  if (!lackKeys(available)) return { lost: {} };
  const path = keyFile(env.dataDir);
  const saved = keyPathOf(folder);
  if (!available.length && existsSync(saved) && !lackKeys(readKeyFile(saved))) return { key: saved, lost: {} };
  const lost = countSealed(rows);
  if (unverified || !sumOf(lost)) return { lost };
  const source = env.encryptionKey ? 'ENCRYPTION_KEY' : path;
  const reason = available.length
    ? `The backup was encrypted with another key than that of ${source}.`
    : `The backup needs its key: put it to ${path} or ${saved}, or set ENCRYPTION_KEY.`;
  throw new BackupError(`${reason} If it is lost, add --unverified; then these stay closed: ${toText(lost)}.`);
}

/** Counts a backup's rows in tables that are encrypted. */
const countSealed = (rows: VerifiedBackup['rows']): RowCounts =>
  Object.fromEntries(sealedTables.map(({ name, table }) => [name, (table && rows[getTableName(table)]) ?? 0]));

/** Throws BackupError unless one of the keys signed the backup. */
function assertSignature({ folder, format, signature, ...content }: VerifiedBackup, keys: Buffer[]): void {
  const flag = 'If you know where it comes from, add --unverified.';
  if (format === 1) throw new BackupError(`An earlier version made the backup, which did not sign it. ${flag}`);
  const { media: _media, releases: _releases, migrations: _migrations, ...manifest } = content;
  const available = keys.length || !existsSync(keyPathOf(folder)) ? keys : readKeyFile(keyPathOf(folder));
  const signer = available.find((key) => keyFingerprint(key) === manifest.keys.at(-1));
  if (!signer) throw new BackupError(`The key that signed the backup is not here: set it as ENCRYPTION_KEY. ${flag}`);
  if (isSameSecret(signature ?? '', signManifest({ format, ...manifest }, signer))) return;
  throw new BackupError(`The backup was changed after it was made, or made by somebody else. ${flag}`);
}

async function saveKey(saved: string, dataDir: string): Promise<void> {
  const path = keyFile(dataDir);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await copyFile(saved, path);
  await chmod(path, 0o600);
}

/** Creates the embedded database: as a copy where the backup has its tables, with those of an earlier version else. */
async function openStaging(staging: string, { migrations }: VerifiedBackup): Promise<Connection> {
  const isNewest = migrations === readMigrationFiles(migrationOptions).length;
  if (isNewest) await copyDatabaseImage(join(staging, 'db'));
  return openEmbedded(staging);
}

async function loadAndClose(connection: Connection, backup: VerifiedBackup): Promise<void> {
  try {
    await load(connection, backup);
  } finally {
    await connection.close();
  }
}

/** Loads the rows into the tables of the version that made them, then brings both up to date. */
async function load(connection: Connection, { folder, migrations }: VerifiedBackup): Promise<void> {
  await connection.migrate(migrations);
  await loadDump(connection.db, readLines(createReadStream(join(folder, databaseFile)).pipe(createGunzip())));
  await connection.migrate();
  await doubtCardRefunds(connection.db, new Date());
  await connection.durable();
}

async function copyFiles({ folder, media, releases }: VerifiedBackup, env: Env, staging: string): Promise<void> {
  const storage = openStorage(env.storageUrl ? env : { ...env, dataDir: staging });
  for (const path of media) {
    const type = contentTypes[extname(path)] ?? 'application/octet-stream';
    await storage.put(basename(path), await readFile(join(folder, path)), type);
  }
  const copy = createCopier(0o644);
  for (const path of releases) await copy(join(folder, path), join(staging, path));
}
