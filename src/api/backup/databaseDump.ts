import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { queryRows } from '../db/sql.ts';
import { BackupError } from './readBackup.ts';

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
/** Limits of the rows that one statement inserts. */
const maxBatch = { rows: 200, characters: 1_000_000 };

/** The product's tables without the list of migrations, each after the tables it refers to. */
async function readTables(db: Database): Promise<Table[]> {
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
 * Writes every row of every table as of one moment: for each table a line `{"table":…}` and a line for each row, a JSON
 * array of its values as PostgreSQL prints them; at the end `{"end":{table: rows}}`. Either database can load it, and
 * every value stays exactly the same.
 */
export async function dumpDatabase(db: Database, write: WriteLine): Promise<void> {
  await db.transaction(
    async (tx) => {
      await setOutputFormats(tx);
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

/** Makes the printed form of values exact and independent of the server's settings, for writing and loading. */
async function setOutputFormats(tx: Database): Promise<void> {
  for (const setting of ["timezone = 'UTC'", "datestyle = 'ISO'", "bytea_output = 'hex'", 'extra_float_digits = 3']) {
    await tx.execute(sql.raw(`set local ${setting}`));
  }
}

async function dumpRows(tx: Database, { name, columns }: Table, write: WriteLine): Promise<number> {
  const values = columns.map((column) => sql`${sql.identifier(column.name)}::text`);
  const select = sql`select json_build_array(${sql.join(values, sql`, `)})::text as line from app.${sql.identifier(name)}`;
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

/** Throws BackupError if any table has a row. */
export async function assertEmptyDatabase(db: Database): Promise<void> {
  for (const { name } of await readTables(db)) {
    const rows = await queryRows(db, sql`select 1 from app.${sql.identifier(name)} limit 1`);
    if (rows.length) throw new BackupError(`The database is not empty (${name}): restore only into an empty one.`);
  }
}

/** Loads a dump into an empty, migrated database in one transaction. Throws BackupError. */
export async function loadDump(db: Database, lines: AsyncIterable<string>): Promise<void> {
  await db.transaction(async (tx) => {
    await setOutputFormats(tx);
    await assertEmptyDatabase(tx);
    let table: Table | undefined;
    let pending: string[] = [];
    let size = 0;
    let isComplete = false;
    const flush = async () => {
      if (table && pending.length) await insertLines(tx, table, pending);
      pending = [];
      size = 0;
    };
    for await (const line of lines) {
      if (line.startsWith('[')) {
        pending.push(line);
        size += line.length;
        if (pending.length >= maxBatch.rows || size > maxBatch.characters) await flush();
        continue;
      }
      await flush();
      const head = JSON.parse(line) as { table?: Table; end?: Record<string, number> };
      table = head.table;
      if (table) await setSequences(tx, table);
      if (head.end) {
        await assertRowCounts(tx, head.end);
        isComplete = true;
      }
    }
    if (!isComplete) throw new BackupError('The backup ends before its end: nothing was restored.');
  });
}

async function insertLines(tx: Database, { name, columns }: Table, lines: string[]): Promise<void> {
  const names = columns.map((column) => sql.identifier(column.name));
  const values = columns.map(({ type }, index) => sql.raw(`(line->>${index})::${type}`));
  await tx.execute(sql`insert into app.${sql.identifier(name)} (${sql.join(names, sql`, `)}) overriding system value
    select ${sql.join(values, sql`, `)} from json_array_elements(${`[${lines.join(',')}]`}::json) as sent(line)`);
}

async function setSequences(tx: Database, { name, sequences }: Table): Promise<void> {
  for (const [column, { last, called }] of Object.entries(sequences)) {
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(format('app.%I', ${name}::text), ${column}), ${last}::bigint, ${called})`,
    );
  }
}

async function assertRowCounts(tx: Database, counts: Record<string, number>): Promise<void> {
  for (const [name, count] of Object.entries(counts)) {
    const [row] = await queryRows<{ n: number }>(tx, sql`select count(*)::int as n from app.${sql.identifier(name)}`);
    if (row?.n !== count) throw new BackupError(`Of ${name}, ${count} rows were expected: nothing was restored.`);
  }
}
