import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core';

/** Drizzle over either driver, or a transaction of it. */
export type Database = PgDatabase<PgQueryResultHKT, Record<string, never>>;

/** An open database, embedded or a server; callers need not know which. */
export interface Connection {
  kind: 'embedded' | 'postgres';
  db: Database;
  /** Resolves when everything committed so far survives a power cut. Called before a write is acknowledged. */
  durable(): Promise<void>;
  /** Calls `receive` for each `notify` on the channel, by any process on this database. Returns how to stop. */
  listen(channel: string, receive: (payload: string) => void): Promise<() => Promise<void>>;
  notify(channel: string, payload: string): Promise<void>;
  migrate(): Promise<void>;
  close(): Promise<void>;
}

export const migrationOptions = {
  migrationsFolder: new URL('./migrations', import.meta.url).pathname,
  migrationsSchema: 'app',
  migrationsTable: 'migrations',
};
