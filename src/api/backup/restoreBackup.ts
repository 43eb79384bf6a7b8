import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { Connection } from '../db/connection.ts';
import { openEmbedded } from '../db/embedded.ts';
import { openPostgres } from '../db/postgres.ts';
import { keyFingerprint } from '../enquiries/encryption.ts';
import { findKeys, keyFile, readKeyFile } from '../enquiries/encryptionKeys.ts';
import type { Env } from '../env.ts';
import { readLines } from '../readLines.ts';
import { openStorage } from '../storage/openStorage.ts';
import { assertEmptyDatabase, loadDump } from './databaseDump.ts';
import { createCopier, syncFolder } from './files.ts';
import { BackupError, databaseFile, keyPathOf, type VerifiedBackup } from './readBackup.ts';

/** What an empty DATA_DIR may contain. */
const ignoredNames = new Set(['keys', 'backups', 'control', 'lock.db', 'lock.db-journal', 'lock.json', 'lost+found']);
const stagingFolder = '.restoring';
const contentTypes: Record<string, string> = { '.avif': 'image/avif', '.webp': 'image/webp' };

/**
 * Restores a verified backup into an empty DATA_DIR and database. Prepares everything in a staging folder and moves the
 * database last: an interrupted restore leaves nothing that a start would use, and can be run again. The caller holds
 * the lock on DATA_DIR. Throws BackupError if DATA_DIR or database are not empty.
 */
export async function restoreBackup(backup: VerifiedBackup, env: Env): Promise<void> {
  const staging = join(env.dataDir, stagingFolder);
  await assertEmptyDataDir(env.dataDir);
  const key = await findMissingKey(backup, env);
  const server = env.databaseUrl ? await openPostgres(env.databaseUrl) : undefined;
  try {
    if (server) await assertEmptyDatabase(server.db);
    if (key) await saveKey(key, env.dataDir);
    await rm(staging, { recursive: true, force: true });
    await mkdir(staging, { recursive: true, mode: 0o700 });
    if (!server) await loadAndClose(await openEmbedded(staging), backup);
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
 * Returns the key file that has to be copied into DATA_DIR, if the keys there do not suffice. Throws BackupError if the
 * enquiries would be restored without their key: nobody could read them again.
 */
async function findMissingKey({ folder, keys, rows }: VerifiedBackup, env: Env): Promise<string | undefined> {
  const lackKeys = (available: Buffer[]) =>
    keys.some((fingerprint) => !available.map(keyFingerprint).includes(fingerprint));
  const available = findKeys(env);
  if (!lackKeys(available)) return undefined;
  const path = keyFile(env.dataDir);
  const saved = keyPathOf(folder);
  if (!available.length && existsSync(saved) && !lackKeys(readKeyFile(saved))) return saved;
  if (!rows.enquiries) return undefined;
  if (!available.length) {
    throw new BackupError(`The messages need their key: put it to ${path} or ${saved}, or set ENCRYPTION_KEY.`);
  }
  const source = env.encryptionKey ? 'ENCRYPTION_KEY' : path;
  throw new BackupError(`The messages in the backup were encrypted with another key than that of ${source}.`);
}

async function saveKey(saved: string, dataDir: string): Promise<void> {
  const path = keyFile(dataDir);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await copyFile(saved, path);
  await chmod(path, 0o600);
}

async function loadAndClose(connection: Connection, backup: VerifiedBackup): Promise<void> {
  try {
    await load(connection, backup);
  } finally {
    await connection.close();
  }
}

async function load(connection: Connection, { folder }: VerifiedBackup): Promise<void> {
  await connection.migrate();
  await loadDump(connection.db, readLines(createReadStream(join(folder, databaseFile)).pipe(createGunzip())));
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
