import { sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Database } from '../db/connection.ts';
import { queryRows } from '../db/sql.ts';
import { unsavedMailKinds, unsavedTables } from './backupTables.ts';
import { readTables, setOutputFormats, type Table } from './databaseDump.ts';
import { BackupError, parseJson } from './readBackup.ts';

/** Limits of the rows that one statement inserts. */
const maxBatch = { rows: 200, characters: 1_000_000 };

/** A line that is no row. */
const headLine = z.union([
  z.object({
    table: z.object({
      name: z.string(),
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      sequences: z.record(z.string(), z.object({ last: z.string().regex(/^\d{1,19}$/), called: z.boolean() })),
    }),
  }),
  z.object({ end: z.record(z.string(), z.number()) }),
]);

const rowLine = z.array(z.string().nullable());

/** Throws BackupError if any table has a row. */
export async function assertEmptyDatabase(db: Database): Promise<void> {
  for (const { name } of await readTables(db)) {
    const rows = await queryRows(db, sql`select 1 from app.${sql.identifier(name)} limit 1`);
    if (rows.length) throw new BackupError(`The database is not empty (${name}): restore only into an empty one.`);
  }
}

/**
 * Loads a dump into an empty database that is migrated to the dump's version, in one transaction. Names and types of
 * the dump are only compared with those of the database; statements are built from the latter. Throws BackupError.
 */
export async function loadDump(db: Database, lines: AsyncIterable<string>): Promise<void> {
  await db.transaction(async (tx) => {
    await setOutputFormats(tx);
    await assertEmptyDatabase(tx);
    const tables = new Map((await readTables(tx)).map((table) => [table.name, table]));
    const counts: Record<string, number> = {};
    let expected: Record<string, number> | undefined;
    let loader: ReturnType<typeof createLoader> | undefined;
    for await (const line of lines) {
      if (line.startsWith('[')) {
        await loader?.add(line);
        continue;
      }
      if (loader) counts[loader.name] = await loader.finish();
      const head = readHead(line);
      loader = 'table' in head ? await startTable(tx, tables, head.table) : undefined;
      if ('end' in head) expected = head.end;
    }
    if (!expected) throw new BackupError('The backup ends before its end: nothing was restored.');
    assertComplete(tables, expected, counts);
  });
}

function readHead(line: string): z.infer<typeof headLine> {
  const head = headLine.safeParse(parseJson(line));
  if (!head.success) throw new BackupError('The backup is damaged: a line of its database cannot be read.');
  return head.data;
}

async function startTable(tx: Database, tables: Map<string, Table>, sent: Table) {
  const found = matchTable(tables, sent);
  await setSequences(tx, found, sent.sequences);
  return createLoader(tx, found, sent.columns);
}

/** Throws BackupError unless every table came, with as many rows as the dump says at its end. */
function assertComplete(
  tables: Map<string, Table>,
  expected: Record<string, number>,
  counts: Record<string, number>,
): void {
  for (const [name, count] of Object.entries(expected)) {
    if (counts[name] !== count) throw new BackupError(`Of ${name}, ${count} rows were expected: nothing was restored.`);
  }
  const missing = [...tables.keys()].find((name) => !unsavedTables.has(name) && counts[name] === undefined);
  if (missing) throw new BackupError(`The backup lacks the table ${missing}: nothing was restored.`);
}

/** The database's table of this name. Throws BackupError unless it has the same columns of the same types. */
function matchTable(tables: Map<string, Table>, sent: Table): Table {
  const found = tables.get(sent.name);
  const toText = ({ columns }: Table) =>
    columns
      .map(({ name, type }) => `${name} ${type}`)
      .sort()
      .join();
  if (!found || toText(found) !== toText(sent)) {
    throw new BackupError('The backup describes tables that its version does not have: nothing was restored.');
  }
  return found;
}

/** Inserts the rows of one table in batches. Rows that are never restored are counted only. */
function createLoader(tx: Database, { name, columns }: Table, sentColumns: Table['columns']) {
  const position = (column: string) => sentColumns.findIndex((sent) => sent.name === column);
  const names = columns.map((column) => sql.identifier(column.name));
  const values = columns.map((column) => sql.raw(`(line->>${position(column.name)})::${column.type}`));
  const kind = name === 'mails' ? position('kind') : -1;
  let pending: string[] = [];
  let size = 0;
  let count = 0;

  async function flush(): Promise<void> {
    if (pending.length) {
      await tx.execute(sql`insert into app.${sql.identifier(name)} (${sql.join(names, sql`, `)})
        overriding system value
        select ${sql.join(values, sql`, `)} from json_array_elements(${`[${pending.join(',')}]`}::json) as sent(line)`);
    }
    pending = [];
    size = 0;
  }
  return {
    name,
    async add(line: string): Promise<void> {
      const row = rowLine.safeParse(parseJson(line));
      if (!row.success || row.data.length !== columns.length) {
        throw new BackupError(`The backup is damaged: a row of ${name} cannot be read.`);
      }
      count += 1;
      if (unsavedTables.has(name) || unsavedMailKinds.includes(row.data[kind] ?? '')) return;
      pending.push(line);
      size += line.length;
      if (pending.length >= maxBatch.rows || size > maxBatch.characters) await flush();
    },
    async finish(): Promise<number> {
      await flush();
      return count;
    },
  };
}

async function setSequences(tx: Database, { name, sequences }: Table, sent: Table['sequences']): Promise<void> {
  for (const column of Object.keys(sequences)) {
    const state = sent[column];
    if (!state) continue;
    await tx.execute(
      sql`select setval(pg_get_serial_sequence(format('app.%I', ${name}::text), ${column}), ${state.last}::bigint, ${state.called})`,
    );
  }
}
