import { sql } from 'drizzle-orm';
import type { AppContext } from '../../src/api/context.ts';

/** Returns every row of every table as text. */
export async function dumpDatabase({ db }: AppContext): Promise<string> {
  const { rows: tables } = (await db.execute(
    sql`select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )) as unknown as { rows: { name: string }[] };
  const parts = [];
  for (const { name } of tables) {
    const { rows } = (await db.execute(sql`select t::text as row from ${sql.raw(name)} t`)) as unknown as {
      rows: { row: string }[];
    };
    parts.push(name, ...rows.map(({ row }) => row));
  }
  return parts.join('\n');
}
