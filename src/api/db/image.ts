import { createHash } from 'node:crypto';
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { migrationOptions } from './connection.ts';

const cache = fileURLToPath(new URL('../../../node_modules/.cache/database', import.meta.url));

/** Folder of the empty, migrated embedded database that `npm ci` makes for these migrations. */
export function imageFolder(): string {
  const journal = readFileSync(join(migrationOptions.migrationsFolder, 'meta/_journal.json'));
  // 'open' gives images a new name since other users may read their files, so that older ones are made again.
  return join(cache, createHash('sha256').update(journal).update('open').digest('base64url').slice(0, 22));
}

/** Makes the image if it is missing; creating a database takes PGlite five seconds, copying one a fifth of a second. */
export async function ensureDatabaseImage(): Promise<void> {
  const folder = imageFolder();
  if (existsSync(folder)) return;
  const work = `${folder}.${process.pid}`;
  await mkdir(cache, { recursive: true });
  try {
    const pglite = await PGlite.create({ dataDir: work });
    await migrate(drizzle(pglite), migrationOptions);
    await pglite.close();
    // PGlite makes some files readable for their owner alone. Where root runs `npm ci`, the product's user copies them.
    for (const entry of readdirSync(work, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) chmodSync(join(entry.parentPath, entry.name), 0o644);
    await rename(work, folder);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** Where a database is copied first, beside its folder. */
export const unfinishedCopy = '.db';

/**
 * Copies the image to `dataDir`, whole or not at all. Does nothing where there is no image. The caller holds the lock
 * on the folder around it: an unfinished copy there is of a process that was killed.
 */
export async function copyDatabaseImage(dataDir: string): Promise<void> {
  const folder = imageFolder();
  if (!existsSync(folder)) return;
  const work = join(dirname(dataDir), unfinishedCopy);
  await rm(work, { recursive: true, force: true });
  try {
    // A fifth of the processor's time of the same with promises: it has a thousand files.
    cpSync(folder, work, { recursive: true });
    await rename(work, dataDir);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
