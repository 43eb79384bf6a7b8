import { and, eq, isNotNull, isNull, lte, type SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { deleteRows } from '../db/sql.ts';
import { notFound } from '../errors.ts';
import type { Mutation } from '../mutation.ts';

interface TrashedRow {
  id: string;
  deleted_at: Date;
  title(ctx: AppContext): string;
}

/** What the trash does with the rows of a room. */
export interface TrashRoom {
  list(db: Database): Promise<TrashedRow[]>;
  /** Brings a row back and tells pages and other parts; false where the trash does not have it. */
  restore(mutation: Mutation, id: string): Promise<boolean>;
  /** Deletes rows for good: one, those that were deleted until a moment, or all. Returns how many there were. */
  purge(tx: Database, which: { id?: string; until?: Date }): Promise<number>;
}

interface Options<Row> {
  title: (row: Row, ctx: AppContext) => string;
  /** Values that differ once the row is back. */
  change?: (tx: Database, row: Row) => Promise<Partial<Row>>;
  onRestored?: (mutation: Mutation, row: Row) => void | Promise<void>;
}

type Table = PgTable & { id: PgColumn; deleted_at: PgColumn };

/** Reads a row that is not in the trash, and locks it until the transaction ends. Throws `not_found`. */
export async function lockRow<T extends Table>(
  tx: Database,
  table: T,
  id: string,
  isThere: SQL | undefined = isNull(table.deleted_at),
): Promise<T['$inferSelect']> {
  const rows = tx.select().from(table as PgTable);
  const [row] = await rows.where(and(eq(table.id, id), isThere)).for('update');
  if (!row) throw notFound();
  return row;
}

/** Moves a row to the trash, and returns it. Throws `not_found`. */
export async function moveToTrash<T extends Table>(
  { tx, now }: Mutation,
  table: T,
  id: string,
  isThere: SQL | undefined = isNull(table.deleted_at),
): Promise<T['$inferSelect']> {
  const row = await lockRow(tx, table, id, isThere);
  await tx
    .update(table)
    .set({ deleted_at: now } as never)
    .where(eq(table.id, id));
  return row;
}

/** The trash of a table with `id` and `deleted_at`. What refers to its rows goes with them (`on delete cascade`). */
export function trashTable<T extends Table>(
  table: T,
  { title, change, onRestored }: Options<T['$inferSelect']>,
): TrashRoom {
  type Row = T['$inferSelect'] & { id: string; deleted_at: Date };
  const select = (db: Database, where: SQL | undefined) =>
    db
      .select()
      .from(table as PgTable)
      .where(where);
  const isTrashed = isNotNull(table.deleted_at);
  return {
    async list(db) {
      const rows = (await select(db, isTrashed)) as Row[];
      return rows.map((row) => ({ id: row.id, deleted_at: row.deleted_at, title: (ctx) => title(row, ctx) }));
    },
    async restore(mutation, id) {
      const { tx } = mutation;
      const [row] = (await select(tx, and(eq(table.id, id), isTrashed)).for('update')) as Row[];
      if (!row) return false;
      const values = { ...(await change?.(tx, row)), deleted_at: null };
      await tx
        .update(table)
        .set(values as never)
        .where(eq(table.id, id));
      await onRestored?.(mutation, { ...row, ...values });
      return true;
    },
    async purge(tx, { id, until }) {
      const where = and(isTrashed, id ? eq(table.id, id) : undefined, until && lte(table.deleted_at, until));
      return deleteRows(tx, table, where);
    },
  };
}
