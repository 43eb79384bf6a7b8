import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';

/** A table as the database itself describes it. */
export interface Table {
  name: string;
  columns: { name: string; type: string }[];
  /** Columns that a sequence numbers, and where it stands. */
  sequences: Record<string, { last: string; called: boolean }>;
}

/** Takes one line of a dump; resolves when there is room for the next. */
export type Write = (line: string) => Promise<void>;

const rowsAtOnce = 200;

export async function ask<Row>(db: Database, query: SQL): Promise<Row[]> {
  return ((await db.execute(query)) as unknown as { rows: Row[] }).rows;
}

/** The product's tables, each after those it refers to, without the list of migrations. */
export async function readTables(db: Database): Promise<Table[]> {
  const columns = await ask<{ table: string; name: string; type: string; sequence: string | null }>(
    db,
    sql`select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
        pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) as sequence
      from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
      where n.nspname = 'app' and c.relkind = 'r' and c.relname <> 'migrations'
        and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      order by c.relname, a.attnum`,
  );
  const links = await ask<{ from: string; to: string }>(
    db,
    sql`select f.relname as from, t.relname as to from pg_constraint k
      join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid where k.contype = 'f'`,
  );
  const tables = new Map<string, Table>();
  for (const { table, name, type, sequence } of columns) {
    const found: Table = tables.get(table) ?? { name: table, columns: [], sequences: {} };
    tables.set(table, found);
    found.columns.push({ name, type });
    if (sequence) {
      const query = sql`select last_value::text as last, is_called as called from ${sql.raw(sequence)}`;
      const [at] = await ask<{ last: string; called: boolean }>(db, query);
      if (at) found.sequences[name] = at;
    }
  }
  const ordered = new Set<Table>();
  const place = (table: Table) => {
    for (const { from, to } of links) {
      const before = tables.get(to);
      if (from === table.name && before && before !== table) place(before);
    }
    ordered.add(table);
  };
  for (const table of tables.values()) place(table);
  return [...ordered];
}

/**
 * Writes every row of every table, as they were at one moment: a line `{"table":…}`, then its rows, each a JSON array of
 * the values as PostgreSQL writes them; at the end `{"end":{table: rows}}`. Every value survives to the last bit, in
 * either database.
 */
export async function dumpDatabase(db: Database, write: Write): Promise<void> {
  await db.transaction(
    async (tx) => {
      await spellOut(tx);
      const counts: Record<string, number> = {};
      for (const table of await readTables(tx)) {
        await write(JSON.stringify({ table }));
        counts[table.name] = await dumpRows(tx, table, write);
      }
      await write(JSON.stringify({ end: counts }));
    },
    { isolationLevel: 'repeatable read' },
  );
}

/** How values are written, whatever the server's settings: exact, and the same on both sides. */
export async function spellOut(tx: Database): Promise<void> {
  for (const setting of ["timezone = 'UTC'", "datestyle = 'ISO'", "bytea_output = 'hex'", 'extra_float_digits = 3']) {
    await tx.execute(sql.raw(`set local ${setting}`));
  }
}

async function dumpRows(tx: Database, { name, columns }: Table, write: Write): Promise<number> {
  const values = columns.map((column) => sql`${sql.identifier(column.name)}::text`);
  const select = sql`select json_build_array(${sql.join(values, sql`, `)})::text as line from app.${sql.identifier(name)}`;
  await tx.execute(sql`declare dump no scroll cursor for ${select}`);
  let count = 0;
  for (;;) {
    const rows = await ask<{ line: string }>(tx, sql.raw(`fetch ${rowsAtOnce} from dump`));
    for (const { line } of rows) await write(line);
    count += rows.length;
    if (rows.length < rowsAtOnce) break;
  }
  await tx.execute(sql`close dump`);
  return count;
}
