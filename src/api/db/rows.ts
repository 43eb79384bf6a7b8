import { type Column, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Database } from './connection.ts';

/**
 * Inserts any number of rows, all with the same fields, by one parameter: the statement reads the same for one row and
 * for a thousand, so that neither side takes long to put it together. Made to be one step of a larger statement.
 */
export function insertRows<T extends PgTable>(table: T, rows: T['$inferInsert'][]): SQL {
  const names = Object.keys(rows[0] ?? {}).map((name) => sql.identifier(name));
  const columns = sql.join(names, sql`, `);
  return sql`insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, ${asJson(rows)})`;
}

/** A value as a parameter of type jsonb. */
export const asJson = (value: unknown): SQL => sql`${JSON.stringify(value)}::jsonb`;

/**
 * True where a column is one of `values`, by one parameter: unlike drizzle's `inArray` the statement reads the same for
 * one value and for a hundred, and takes as long to put together.
 */
export const isAnyOf = (column: Column, values: string[]): SQL =>
  sql`${column} = any(${sql.param(values)}::${sql.raw(column.getSQLType())}[])`;

/** The rows a statement of our own answers. */
export async function readRows<Row>(db: Database, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
}
