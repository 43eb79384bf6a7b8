import { createReadStream, existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, extname, join } from 'node:path';
import { createGunzip } from 'node:zlib';
import type { Connection } from '../db/connection.ts';
import { openEmbedded } from '../db/embedded.ts';
import { openPostgres } from '../db/postgres.ts';
import { findKeys, keyFile, keyFingerprint, readKeyFile } from '../enquiries/encryptionKeys.ts';
import type { Env } from '../env.ts';
import { openStorage } from '../storage/openStorage.ts';
import { createCopier } from './copies.ts';
import { readLines } from './lines.ts';
import { loadDump, refuseRows } from './load.ts';
import { BackupFault, databaseFile, type Examined, keyBeside } from './manifest.ts';
import { syncFolder } from './sync.ts';

/** What may be in a DATA_DIR that counts as empty. */
const harmless = new Set(['keys', 'backups', 'control', 'lock.db', 'lock.db-journal', 'lock.json', 'lost+found']);
const stageName = '.restoring';
const types: Record<string, string> = { '.avif': 'image/avif', '.webp': 'image/webp' };

/**
 * Restores an examined backup into an empty DATA_DIR and database, everything beside its place first and the database
 * last: one that was cut short has changed nothing that a start would see, and can be run again. The caller has the lock
 * on DATA_DIR. Throws BackupFault where anything is there already.
 */
export async function restoreBackup(backup: Examined, env: Env): Promise<void> {
  const stage = join(env.dataDir, stageName);
  await refuseFiles(env.dataDir);
  const key = await findKey(backup, env);
  const served = env.databaseUrl ? await openPostgres(env.databaseUrl) : undefined;
  try {
    if (served) await refuseRows(served.db);
    if (key) await placeKey(key, env.dataDir);
    await rm(stage, { recursive: true, force: true });
    await mkdir(stage, { recursive: true, mode: 0o700 });
    if (!served) await fill(await openEmbedded(stage), backup);
    await copyFiles(backup, env, stage);
    await syncFolder(stage);
    for (const name of (await readdir(stage)).filter((entry) => entry !== 'db')) {
      await rm(join(env.dataDir, name), { recursive: true, force: true });
      await rename(join(stage, name), join(env.dataDir, name));
    }
    if (served) await load(served, backup);
    else await rename(join(stage, 'db'), join(env.dataDir, 'db'));
    await syncFolder(env.dataDir, false);
    await rm(stage, { recursive: true, force: true });
  } finally {
    await served?.close();
  }
}

/** What a restore that was cut short left does not count. */
async function refuseFiles(dataDir: string): Promise<void> {
  const there = await readdir(dataDir).catch((): string[] => []);
  const left = there.includes(stageName) ? [stageName, 'media', 'releases'] : [];
  const found = there.find((name) => !harmless.has(name) && !left.includes(name));
  if (found) throw new BackupFault(`DATA_DIR ${dataDir} is not empty (${found}): restore only into an empty one.`);
}

/**
 * The file of the key that is still to be put in its place, if there is one. Throws BackupFault where the messages would
 * be restored without their key: nobody could ever read them.
 */
async function findKey({ folder, keys, rows }: Examined, env: Env): Promise<string | undefined> {
  const missing = (there: Buffer[]) => keys.some((mark) => !there.map(keyFingerprint).includes(mark));
  const there = findKeys(env);
  if (!missing(there)) return undefined;
  const path = keyFile(env.dataDir);
  const beside = keyBeside(folder);
  if (!there.length && existsSync(beside) && !missing(readKeyFile(beside))) return beside;
  if (!rows.enquiries) return undefined;
  if (!there.length) {
    throw new BackupFault(`The messages need their key: put it to ${path} or ${beside}, or set ENCRYPTION_KEY.`);
  }
  const source = env.encryptionKey ? 'ENCRYPTION_KEY' : path;
  throw new BackupFault(`The messages in the backup were encrypted with another key than that of ${source}.`);
}

async function placeKey(saved: string, dataDir: string): Promise<void> {
  const path = keyFile(dataDir);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await copyFile(saved, path);
  await chmod(path, 0o600);
}

async function fill(connection: Connection, backup: Examined): Promise<void> {
  try {
    await load(connection, backup);
  } finally {
    await connection.close();
  }
}

async function load(connection: Connection, { folder }: Examined): Promise<void> {
  await connection.migrate();
  await loadDump(connection.db, readLines(createReadStream(join(folder, databaseFile)).pipe(createGunzip())));
  await connection.durable();
}

async function copyFiles({ folder, media, releases }: Examined, env: Env, stage: string): Promise<void> {
  const storage = openStorage(env.storageUrl ? env : { ...env, dataDir: stage });
  for (const path of media) {
    const type = types[extname(path)] ?? 'application/octet-stream';
    await storage.put(basename(path), await readFile(join(folder, path)), type);
  }
  const copy = createCopier(0o644);
  for (const path of releases) await copy(join(folder, path), join(stage, path));
}
