import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { z } from 'zod';
import { migrationOptions } from '../db/connection.ts';
import { createHasher } from './copies.ts';
import { readLines } from './lines.ts';

/** A backup cannot be made or used; `message` says why in one line. */
export class BackupFault extends Error {}

/** What a backup is. Written last: a folder without it is no backup. */
const manifest = z.object({
  format: z.literal(1),
  made_at: z.string(),
  /** The newest migration of the code that made it. */
  schema: z.string(),
  rows: z.record(z.string(), z.number()),
  /** Fingerprints of the keys that decrypt its messages (`keyFingerprint`). */
  keys: z.array(z.string()),
  /** SHA-256 of the file of sums. */
  sums: z.string(),
});

export type Manifest = z.infer<typeof manifest>;

export const manifestFile = 'manifest.json';
export const databaseFile = 'database.jsonl.gz';
/** SHA-256 and path of every other file, a line each, as `sha256sum -c` reads them. */
export const sumsFile = 'files.sha256';

/** The key of the messages lies beside a backup, never in it. */
export const keyBeside = (folder: string) => `${folder}.key`;

/** Tells versions of the tables apart. */
export const schemaOfThisCode = () => readMigrationFiles(migrationOptions).at(-1)?.hash ?? '';

/** A backup that was looked at: every file is there as it was saved. */
export interface Examined extends Manifest {
  folder: string;
  /** Paths in it, by what they are part of. */
  media: string[];
  releases: string[];
}

/** Looks at a backup as a whole, and compares every file with its sum. Throws BackupFault; writes nothing. */
export async function examine(folder: string): Promise<Examined> {
  const text = await readFile(join(folder, manifestFile), 'utf8').catch(() => {
    throw new BackupFault(`${folder} is not a complete backup: it has no ${manifestFile}.`);
  });
  const read = manifest.safeParse(readJson(text));
  if (!read.success) throw new BackupFault(`${folder} is not a whole backup: ${manifestFile} cannot be read.`);
  const paths = await compareSums(folder, read.data.sums);
  if (!paths.includes(databaseFile)) throw new BackupFault('The backup has no database.');
  if (read.data.schema !== schemaOfThisCode()) {
    throw new BackupFault('The backup is of another version: restore it with the version that made it, then update.');
  }
  const among = (part: string) => paths.filter((path) => path.startsWith(`${part}/`));
  return { ...read.data, folder, media: among('media'), releases: among('releases') };
}

async function compareSums(folder: string, sums: string): Promise<string[]> {
  const hashOf = createHasher();
  const found = (path: string) => hashOf(join(folder, path)).catch(() => undefined);
  if ((await found(sumsFile)) !== sums) throw new BackupFault(`The backup is damaged: ${sumsFile} is not as saved.`);
  const paths: string[] = [];
  for await (const line of readLines(createReadStream(join(folder, sumsFile)))) {
    const [, sum, path = ''] = /^([0-9a-f]{64}) {2}(.+)$/.exec(line) ?? [];
    if (!isOurs(path)) throw new BackupFault(`The backup is damaged: ${sumsFile} names what no backup holds.`);
    const there = await found(path);
    if (there !== sum)
      throw new BackupFault(`The backup is damaged: ${path} is ${there ? 'not as saved' : 'missing'}.`);
    paths.push(path);
  }
  return paths;
}

/** No path leads out of the folder, whoever wrote it. */
const isOurs = (path: string) =>
  path === databaseFile ||
  (/^(media|releases)\//.test(path) && path.split('/').every((part) => part && part !== '.' && part !== '..'));

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
