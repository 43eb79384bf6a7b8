import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import type { Encryption } from '../enquiries/encryption.ts';

/** `older`: written with another key than the newest. `missing`: with one that the product does not have. */
export type KeyAge = 'older' | 'missing';

/** Rows of a room that open only with the key they were written with. */
export interface SealedRows {
  /** For reports. */
  name: string;
  count(ctx: AppContext, age: KeyAge): Promise<number>;
  /**
   * Moves a few rows to the newest key in a transaction of its own, skipping those another process is moving. Goes on
   * after the row `after`; undefined once there is none.
   */
  resealBatch(ctx: AppContext, after: string | undefined): Promise<{ moved: number; last: string } | undefined>;
}

export const rowsPerBatch = 100;

/**
 * Makes a `resealBatch`: `read` selects at most `rowsPerBatch` older rows and locks them, `move` writes one of them with
 * the newest key and answers whether it could.
 */
export const resealEach =
  <Row>(
    read: (tx: Database, encryption: Encryption, after: string | undefined) => Promise<Row[]>,
    keyOf: (row: Row) => string,
    move: (tx: Database, encryption: Encryption, row: Row) => Promise<boolean>,
  ): SealedRows['resealBatch'] =>
  ({ db, encryption }, after) =>
    db.transaction(async (tx) => {
      const rows = await read(tx, encryption, after);
      let moved = 0;
      for (const row of rows) if (await move(tx, encryption, row)) moved += 1;
      const last = rows.at(-1);
      return last && { moved, last: keyOf(last) };
    });

/** Whether an encrypted value was written with such a key. Values of earlier versions name none and count as older. */
export function isSealedBy(age: KeyAge, { keyIds }: Encryption, column: SQLWrapper): SQL {
  const id = sql`encode(substring(${column} from 2 for 8), 'hex')`;
  const namesKey = sql`substring(${column} from 1 for 1) = decode('00', 'hex')`;
  return age === 'missing'
    ? sql`(${namesKey} and ${id} not in ${keyIds})`
    : sql`not (${namesKey} and ${id} = ${keyIds.at(-1)})`;
}

/** The same for a fingerprint. */
export function isMarkedBy(age: KeyAge, { keyIds }: Encryption, column: SQLWrapper): SQL {
  const id = sql`split_part(${column}, '.', 1)`;
  return age === 'missing' ? sql`(${column} like '%.%' and ${id} not in ${keyIds})` : sql`${id} <> ${keyIds.at(-1)}`;
}

/** Encrypts a value with the newest key; undefined where its own is missing or it was changed. */
export function resealValue(encryption: Encryption, sealed: Buffer, additionalData: string): Buffer | undefined {
  try {
    return encryption.encrypt(encryption.decrypt(sealed, additionalData), additionalData);
  } catch {
    return undefined;
  }
}
