import { getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Database } from '../db/connection.ts';
import { queryRows, toJsonb } from '../db/sql.ts';
import type { ContentRoom } from '../publish/contentLog.service.ts';

/** What a room does with the rows of its sample content. */
export interface SampleRoom {
  /** The content whose pages show the rows. */
  content: ContentRoom;
  /** Reads the fingerprints of the rows `ids` names, or of all rows; `lock` locks these rows. */
  read(db: Database, ids?: string[], lock?: boolean): Promise<{ id: string; fingerprint: string }[]>;
  /** Deletes rows and returns copies. */
  take(tx: Database, ids: string[]): Promise<{ id: string; copy: unknown }[]>;
  /** Writes copies back where nothing else took their place, and returns the ids of those it wrote. */
  putBack(tx: Database, copies: unknown[]): Promise<string[]>;
}

type Row = Record<string, unknown>;

/** Deletes rows of one table and returns them as JSON. */
export async function takeRows(tx: Database, table: PgTable, column: PgColumn, ids: string[]): Promise<Row[]> {
  const name = sql.identifier(column.name);
  const rows = await queryRows<{ row: Row }>(
    tx,
    sql`delete from ${table} as taken where taken.${name} in ${ids} returning to_jsonb(taken) as row`,
  );
  return rows.map(({ row }) => row);
}

/**
 * Inserts rows that were taken as JSON, except those that collide. Columns that are newer than a copy get their
 * default. `only` refuses rows by a condition on `put`.
 */
export async function putRows(tx: Database, table: PgTable, rows: Row[], only: SQL = sql`true`): Promise<string[]> {
  if (!rows.length) return [];
  const known = new Set(Object.values(getTableColumns(table)).map(({ name }) => name));
  const names = Object.keys(rows[0] as Row).filter((name) => known.has(name));
  const identifiers = names.map((name) => sql.identifier(name));
  const columns = sql.join(identifiers, sql`, `);
  const inserted = await queryRows<{ id: string }>(
    tx,
    sql`insert into ${table} (${columns})
      select ${columns} from jsonb_populate_recordset(null::${table}, ${toJsonb(rows)}) as put
      where ${only} on conflict do nothing returning id`,
  );
  return inserted.map(({ id }) => id);
}

interface Options {
  content: ContentRoom;
  /** What an edit changes. */
  edited: (PgColumn | SQL)[];
  /** Condition of rows that are there: those in the trash were deleted by the owner. */
  present?: SQL;
  /** Condition on `put` that a copy must meet to be written back. */
  only?: SQL;
}

/** The samples of a table with an `id`. */
export function sampleTable(
  table: PgTable & { id: PgColumn },
  { content, edited, present = sql`true`, only }: Options,
): SampleRoom {
  return {
    content,
    async read(db, ids, lock = false) {
      if (ids && !ids.length) return [];
      return queryRows(
        db,
        sql`select ${table.id} as id, md5(jsonb_build_array(${sql.join(edited, sql`, `)})::text) as fingerprint
          from ${table} where ${present} ${ids ? sql`and ${table.id} in ${ids}` : sql``} ${lock ? sql`for update` : sql``}`,
      );
    },
    async take(tx, ids) {
      if (!ids.length) return [];
      const rows = await takeRows(tx, table, table.id, ids);
      return rows.map((copy) => ({ id: copy.id as string, copy }));
    },
    putBack: (tx, copies) => putRows(tx, table, copies as Row[], only),
  };
}
