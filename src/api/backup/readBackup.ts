import { createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, readFile, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { z } from 'zod';
import { migrationOptions } from '../db/connection.ts';
import { deriveKey } from '../encryption/encryption.ts';
import { readLines } from '../readLines.ts';
import { createHasher } from './files.ts';

/** A backup cannot be written or restored; `message` says why in one line. */
export class BackupError extends Error {}

/** The file manifest.json. It is written last: a folder without it is not a complete backup. */
const manifest = z.object({
  /** 1 in backups of earlier versions, which are not signed. */
  format: z.union([z.literal(1), z.literal(2)]),
  made_at: z.string(),
  /** Hash of the newest migration of the database it was made of. */
  schema: z.string(),
  rows: z.record(z.string(), z.number()),
  /** Fingerprints of the keys that open what is encrypted in it. */
  keys: z.array(z.string()),
  /** SHA-256 of `checksumsFile`. */
  sums: z.string(),
  /** Keyed hash of everything above, by the newest of `keys`. */
  signature: z.string().optional(),
});

export type Manifest = z.infer<typeof manifest>;

export const manifestFile = 'manifest.json';
export const databaseFile = 'database.jsonl.gz';
/** SHA-256 and path of every other file, as `sha256sum -c` reads them. */
export const checksumsFile = 'files.sha256';

/** Where the key that opens what is encrypted is saved: beside the backup, never in it. */
export const keyPathOf = (folder: string) => `${folder}.key`;

/** How many migrations lead to the tables whose newest one has this hash; 0 where this version does not know it. */
export const countMigrations = (schema: string | undefined): number =>
  readMigrationFiles(migrationOptions).findIndex(({ hash }) => hash === schema) + 1;

/** Keyed hash of a manifest, and through `sums` of every file: only who has the key can make it. */
export function signManifest({ signature: _, ...content }: Manifest, key: Buffer): string {
  const names = Object.keys(content).sort() as (keyof typeof content)[];
  const text = JSON.stringify(names.map((name) => [name, content[name]]));
  return createHmac('sha256', deriveKey(key, 'backup: signature')).update(text).digest('hex');
}

/** A backup whose files are all there and as they were saved. */
export interface VerifiedBackup extends Manifest {
  folder: string;
  /** Number of migrations of the version that made it. */
  migrations: number;
  /** Paths of picture files. */
  media: string[];
  /** Paths of the files of releases. */
  releases: string[];
}

/** Reads a backup's manifest and verifies the checksum of every file. Throws BackupError; writes nothing. */
export async function readBackup(folder: string): Promise<VerifiedBackup> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(refuseUnreadable);
  if (text === undefined) throw new BackupError(`${folder} is not a complete backup: it has no ${manifestFile}.`);
  const read = manifest.safeParse(parseJson(text));
  if (!read.success) throw new BackupError(`${folder} is not a whole backup: ${manifestFile} cannot be read.`);
  const migrations = countMigrations(read.data.schema);
  if (!migrations) throw new BackupError('The backup is of a newer version: restore it with that version.');
  const paths = await verifyChecksums(await realpath(folder), read.data.sums);
  if (!paths.includes(databaseFile)) throw new BackupError('The backup has no database.');
  const pathsIn = (part: string) => paths.filter((path) => path.startsWith(`${part}/`));
  return { ...read.data, folder, migrations, media: pathsIn('media'), releases: pathsIn('releases') };
}

/** Stands for a file that is not there. One that this user may not read is neither missing nor damaged. */
function refuseUnreadable({ code, path }: NodeJS.ErrnoException): undefined {
  if (code === 'EACCES') throw new BackupError(`This user may not read ${path}: give it the backup.`);
}

async function verifyChecksums(folder: string, sums: string): Promise<string[]> {
  const hash = createHasher();
  const checksumOf = async (path: string) => {
    const file = join(folder, path);
    // A link leads to what is not in the backup.
    const isHere = (await realpath(file).catch(refuseUnreadable)) === file && (await lstat(file)).isFile();
    return isHere ? hash(file).catch(refuseUnreadable) : undefined;
  };
  if ((await checksumOf(checksumsFile)) !== sums)
    throw new BackupError(`The backup is damaged: ${checksumsFile} is not as saved.`);
  const paths: string[] = [];
  for await (const line of readLines(createReadStream(join(folder, checksumsFile)))) {
    const [, expected, path = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!isBackupPath(path))
      throw new BackupError(`The backup is damaged: ${checksumsFile} names what no backup holds.`);
    const actual = await checksumOf(path);
    if (actual !== expected)
      throw new BackupError(`The backup is damaged: ${path} is ${actual ? 'not as saved' : 'missing'}.`);
    paths.push(path);
  }
  return paths;
}

/** Whether a path belongs to a backup; refuses any that leads out of its folder. */
const isBackupPath = (path: string) =>
  path === databaseFile ||
  (/^(media|releases)\//.test(path) && path.split('/').every((part) => part && part !== '.' && part !== '..'));

/** The value of a JSON text; undefined where it is none. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
