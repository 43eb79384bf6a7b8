import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import type { Encryption } from '../encryption/encryption.ts';

/** `older`: written with another key than the newest. `missing`: with one that the product does not have. */
type KeyAge = 'older' | 'missing';

/** What counting rows by their key needs; a start counts before there is a context. */
export type KeyContext = Pick<AppContext, 'env' | 'db' | 'encryption'>;

/** Rows of a room that open only with the key they were written with. */
export interface SealedRows {
  /** What reports call the rows. */
  name: string;
  /** The table of the rows, if all are of one. */
  table?: PgTable;
  count(ctx: KeyContext, age: KeyAge): Promise<number>;
  /**
   * Moves the next rows after `after` to the newest key, in a transaction of its own and without those that another
   * process is moving. Answers undefined once there is none. Left out where rows cannot be moved and end by themselves.
   */
  resealBatch?(ctx: AppContext, after: string | undefined): Promise<{ moved: number; last: string } | undefined>;
}

const rowsPerBatch = 100;

/** How the encrypted rows of a table are found and moved. */
interface SealedTable<Row> {
  name: string;
  /** SQL that names a row and orders them, and the same of a row. */
  key: SQLWrapper;
  keyOf: (row: Row) => string;
  /** Whether a row holds a value of such a key. */
  isOf: (age: KeyAge, encryption: Encryption) => SQL | undefined;
  /** Which older rows can be moved; all of them where this is left out. */
  isMovable?: (encryption: Encryption) => SQL;
  /** Writes a row with the newest key and answers whether it could. */
  move: (tx: Database, encryption: Encryption, row: Row) => Promise<boolean>;
}

export const sealedRows = <Table extends PgTable>(
  table: Table,
  { name, key, keyOf, isOf, isMovable, move }: SealedTable<Table['$inferSelect']>,
): SealedRows => ({
  name,
  table,
  count: ({ db, encryption }, age) => db.$count(table, isOf(age, encryption)),
  resealBatch: ({ db, encryption }, after) =>
    db.transaction(async (tx) => {
      const isOlder = isMovable?.(encryption) ?? isOf('older', encryption);
      const rows: Table['$inferSelect'][] = await tx
        .select()
        .from(table as PgTable)
        .where(and(isOlder, after ? sql`${key} > ${after}` : undefined))
        .orderBy(sql`${key}`)
        .limit(rowsPerBatch)
        .for('update', { skipLocked: true });
      let moved = 0;
      for (const row of rows) if (await move(tx, encryption, row)) moved += 1;
      const last = rows.at(-1);
      return last && { moved, last: keyOf(last) };
    }),
});

/** Whether an encrypted value was written with such a key. Values of earlier versions name none and count as older. */
export function isSealedBy(age: KeyAge, { keyIds }: Encryption, column: SQLWrapper): SQL {
  const id = sql`encode(substring(${column} from 2 for 8), 'hex')`;
  const namesKey = sql`substring(${column} from 1 for 1) = decode('00', 'hex')`;
  return age === 'missing'
    ? sql`(${namesKey} and ${id} not in ${keyIds})`
    : sql`not (${namesKey} and ${id} = ${keyIds.at(-1)})`;
}

/** Whether a keyed fingerprint was made with such a key. */
export function isMarkedBy(age: KeyAge, { keyIds }: Encryption, column: SQLWrapper): SQL {
  const id = sql`split_part(${column}, '.', 1)`;
  return age === 'missing' ? sql`(${column} like '%.%' and ${id} not in ${keyIds})` : sql`${id} <> ${keyIds.at(-1)}`;
}

/** Encrypts a value with the newest key; undefined where its own is missing or it was changed. */
export function resealValue(encryption: Encryption, sealed: Buffer, additionalData: string): Buffer | undefined {
  const value = encryption.tryDecrypt(sealed, additionalData);
  return value === undefined ? undefined : encryption.encrypt(value, additionalData);
}

/**
 * The rows of a table whose column `sealed` is the only one encrypted, null where there is nothing. `key` names a row
 * and orders them; `bindingOf` is the additional data a row's value was encrypted with.
 */
export function sealedColumn<Table extends PgTable & { sealed: PgColumn }>(
  name: string,
  table: Table,
  key: PgColumn,
  bindingOf: (row: Table['$inferSelect']) => string,
): SealedRows {
  // Typed once more, because drizzle infers no rows from a generic table.
  type Row = Table['$inferSelect'] & Record<string, string> & { sealed: Buffer };
  const keyOf = (row: Row) => row[key.name] as string;
  return sealedRows(table, {
    ...{ name, key },
    keyOf: (row) => keyOf(row as Row),
    isOf: (age, encryption) => isSealedBy(age, encryption, table.sealed),
    async move(tx, encryption, selected) {
      const row = selected as Row;
      const sealed = resealValue(encryption, row.sealed, bindingOf(row));
      const isIt = eq(key, keyOf(row));
      if (sealed) await tx.update<PgTable>(table).set({ sealed }).where(isIt);
      return sealed !== undefined;
    },
  });
}
