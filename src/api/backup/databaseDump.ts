import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { queryRows } from '../db/sql.ts';
import { unsavedMailKinds, unsavedTables } from './backupTables.ts';

/** A table as the database's catalog describes it. */
export interface Table {
  name: string;
  columns: { name: string; type: string }[];
  /** State of the sequences that number columns, by column. */
  sequences: Record<string, { last: string; called: boolean }>;
}

/** Writes one line of a dump; resolves when the next can be written. */
export type WriteLine = (line: string) => Promise<void>;

const rowsPerFetch = 200;

/** The product's tables without the list of migrations, each after the tables it refers to. */
export async function readTables(db: Database): Promise<Table[]> {
  const columns = await queryRows<{ table: string; name: string; type: string; sequence: string | null }>(
    db,
    sql`select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname = 'app' and c.relkind = 'r' and c.relname <> 'migrations'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by c.relname, a.attnum`,
  );
  const references = await queryRows<{ from: string; to: string }>(
    db,
    sql`select f.relname as from, t.relname as to from pg_constraint k
      join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid where k.contype = 'f'`,
  );
  const tables = new Map<string, Table>();
  for (const { table, name, type, sequence } of columns) {
    const entry: Table = tables.get(table) ?? { name: table, columns: [], sequences: {} };
    tables.set(table, entry);
    entry.columns.push({ name, type });
    if (sequence) {
      const query = sql`select last_value::text as last, is_called as called from ${sql.raw(sequence)}`;
      const [state] = await queryRows<{ last: string; called: boolean }>(db, query);
      if (state) entry.sequences[name] = state;
    }
  }
  const sorted = new Set<Table>();
  const add = (table: Table) => {
    for (const { from, to } of references) {
      const referred = tables.get(to);
      if (from === table.name && referred && referred !== table) add(referred);
    }
    sorted.add(table);
  };
  for (const table of tables.values()) add(table);
  return [...sorted];
}

/**
 * Writes every row of every table that is saved, as of one moment: for each table a line `{"table":…}` and a line for
 * each row, a JSON array of its values as PostgreSQL prints them; at the end `{"end":{table: rows},"schema":…}` with
 * the hash of the database's newest migration, which may be older than the code on the disk. Either database can load
 * it, and every value stays exactly the same.
 */
export async function dumpDatabase(db: Database, write: WriteLine): Promise<void> {
  await db.transaction(
    async (tx) => {
      await setOutputFormats(tx);
      const counts: Record<string, number> = {};
      for (const table of await readTables(tx)) {
        if (unsavedTables.has(table.name)) continue;
        await write(JSON.stringify({ table }));
        counts[table.name] = await dumpRows(tx, table, write);
      }
      await write(JSON.stringify({ end: counts, schema: await readSchema(tx) }));
    },
    { isolationLevel: 'repeatable read' },
  );
}

async function readSchema(tx: Database): Promise<string | undefined> {
  const [newest] = await queryRows<{ hash: string }>(
    tx,
    sql`select hash from app.migrations order by created_at desc limit 1`,
  );
  return newest?.hash;
}

/** Makes the printed form of values exact and independent of the server's settings, for writing and loading. */
export async function setOutputFormats(tx: Database): Promise<void> {
  for (const setting of ["timezone = 'UTC'", "datestyle = 'ISO'", "bytea_output = 'hex'", 'extra_float_digits = 3']) {
    await tx.execute(sql.raw(`set local ${setting}`));
  }
}

const isSaved = (table: string) => (table === 'mails' ? sql`kind not in ${unsavedMailKinds}` : sql`true`);

async function dumpRows(tx: Database, { name, columns }: Table, write: WriteLine): Promise<number> {
  const values = columns.map((column) => sql`${sql.identifier(column.name)}::text`);
  const select = sql`select json_build_array(${sql.join(values, sql`, `)})::text as line from app.${sql.identifier(name)}
    where ${isSaved(name)}`;
  await tx.execute(sql`declare dump no scroll cursor for ${select}`);
  let count = 0;
  for (;;) {
    const rows = await queryRows<{ line: string }>(tx, sql.raw(`fetch ${rowsPerFetch} from dump`));
    for (const { line } of rows) await write(line);
    count += rows.length;
    if (rows.length < rowsPerFetch) break;
  }
  await tx.execute(sql`close dump`);
  return count;
}
