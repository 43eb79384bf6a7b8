import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Drizzle over either driver, or a transaction of it. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** An open database, embedded or a server; callers need not know which. */
export interface Connection {
  kind: 'embedded' | 'postgres';
  db: Database;
  /** Resolves when everything committed so far survives a power cut. Called before a write is acknowledged. */
  durable(): Promise<void>;
  /** Runs what writes tables and relies on the log being on the disk before them: a vacuum, a checkpoint. */
  flushing<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Calls `receive` for each `notify` on the channel, by any process on this database. */
  listen(channel: string, receive: (payload: string) => void): Promise<void>;
  notify(channel: string, payload: string): Promise<void>;
  /** Brings the tables up to date, or to the state after the first `count` migrations if they are not that far. */
  migrate(count?: number): Promise<void>;
  close(): Promise<void>;
}

export const migrationOptions = {
  migrationsFolder: fileURLToPath(new URL('./migrations', import.meta.url)),
  migrationsSchema: 'app',
  migrationsTable: 'migrations',
};

/** Runs `migrate` with all migrations, or with a folder of the first `count` of them. */
export async function withMigrations(
  count: number | undefined,
  migrate: (options: typeof migrationOptions) => Promise<void>,
): Promise<void> {
  if (count === undefined) return migrate(migrationOptions);
  const { migrationsFolder } = migrationOptions;
  const journal = JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
  const entries: { tag: string }[] = journal.entries.slice(0, count);
  const folder = mkdtempSync(join(tmpdir(), 'practice-migrations-'));
  try {
    await mkdir(join(folder, 'meta'));
    for (const { tag } of entries) await cp(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }));
    await migrate({ ...migrationOptions, migrationsFolder: folder });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
