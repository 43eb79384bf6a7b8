import { type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './connection.ts';

/**
 * Inserts rows, all with the same fields, as a part of a larger statement. They are one parameter, so that building and
 * parsing the statement takes as long for a thousand rows as for one.
 */
export function insertRowsSql<T extends PgTable>(table: T, rows: T['$inferInsert'][]): SQL {
  // One piece of SQL: pieces for each name would take drizzle as long as the rows.
  const columns = sql.raw(
    Object.keys(rows[0] ?? {})
      .map((name) => `"${name}"`)
      .join(', '),
  );
  return sql`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, ${toJsonb(rows)})`;
}

/** Reads as of one moment: what is committed meanwhile is in all of it or in nothing. */
export const readAtOnce = <Result>(db: Database, read: (tx: Database) => Promise<Result>): Promise<Result> =>
  db.transaction(read, { isolationLevel: 'repeatable read', accessMode: 'read only' });

/**
 * Keeps the prepared statement of each database: it is built once, and parsed and planned once by each connection. For
 * what every order and preview asks; a transaction is a database of its own and builds it again.
 */
export function prepareOnce<Prepared>(prepare: (db: Database) => Prepared): (db: Database) => Prepared {
  const prepared = new WeakMap<Database, Prepared>();
  return (db) => {
    const statement = prepared.get(db) ?? prepare(db);
    prepared.set(db, statement);
    return statement;
  };
}

/** Bytes in a row for `insertRowsSql`: text, `\x` and hex, as JSON has no bytes; typed as the column expects. */
export const bytesInJson = (bytes: Buffer): Buffer => `\\x${bytes.toString('hex')}` as unknown as Buffer;

/** A value as a parameter of type jsonb. */
export const toJsonb = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`;

/**
 * Runs a hand-written statement and returns its rows. It is sent before the call returns, so that statements of one
 * transaction which are awaited together travel together, in the order of the calls.
 */
export async function queryRows<Row>(db: Database, query: SQL): Promise<Row[]> {
  return ((await db.execute(query).execute()) as unknown as { rows: Row[] }).rows;
}

/** Waits for other transactions that lock this name, until this one ends: rows not yet inserted cannot be locked. */
export async function lockByName(tx: Database, name: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`);
}

/** Deletes rows and returns how many there were. */
export async function deleteRows(tx: Database, table: PgTable, where: SQL | undefined): Promise<number> {
  const deleted = await tx.delete(table).where(where).returning({ one: sql`1` });
  return deleted.length;
}

/**
 * As `Promise.all`, but it waits for all of them where one fails, too: nothing may be sent in a transaction that was
 * rolled back. Throws what the first of them throws.
 */
export async function allEnded<const T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ends = await Promise.allSettled(promises);
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
  return Promise.all(promises);
}
