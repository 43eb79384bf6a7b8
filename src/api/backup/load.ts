import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { ask, readTables, spellOut, type Table } from './dump.ts';
import { BackupFault } from './manifest.ts';

/** Rows of one statement: so many, or so many characters. */
const batch = { rows: 200, characters: 1_000_000 };

/** Throws BackupFault if any table holds a row. */
export async function refuseRows(db: Database): Promise<void> {
  for (const { name } of await readTables(db)) {
    const rows = await ask(db, sql`select 1 from app.${sql.identifier(name)} limit 1`);
    if (rows.length) throw new BackupFault(`The database is not empty (${name}): restore only into an empty one.`);
  }
}

/** Puts a dump into the empty, migrated database: all of it or, when it throws, nothing. */
export async function loadDump(db: Database, lines: AsyncIterable<string>): Promise<void> {
  await db.transaction(async (tx) => {
    await spellOut(tx);
    await refuseRows(tx);
    let table: Table | undefined;
    let waiting: string[] = [];
    let size = 0;
    let ended = false;
    const flush = async () => {
      if (table && waiting.length) await insert(tx, table, waiting);
      waiting = [];
      size = 0;
    };
    for await (const line of lines) {
      if (line.startsWith('[')) {
        waiting.push(line);
        size += line.length;
        if (waiting.length >= batch.rows || size > batch.characters) await flush();
        continue;
      }
      await flush();
      const head = JSON.parse(line) as { table?: Table; end?: Record<string, number> };
      table = head.table;
      if (table) await setSequences(tx, table);
      if (head.end) {
        await compare(tx, head.end);
        ended = true;
      }
    }
    if (!ended) throw new BackupFault('The backup ends before its end: nothing was restored.');
  });
}

async function insert(tx: Database, { name, columns }: Table, lines: string[]): Promise<void> {
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

async function compare(tx: Database, counts: Record<string, number>): Promise<void> {
  for (const [name, count] of Object.entries(counts)) {
    const [row] = await ask<{ n: number }>(tx, sql`select count(*)::int as n from app.${sql.identifier(name)}`);
    if (row?.n !== count) throw new BackupFault(`Of ${name}, ${count} rows were expected: nothing was restored.`);
  }
}
