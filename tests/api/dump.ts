import { sql } from 'drizzle-orm';
import type { AppContext } from '../../src/api/context.ts';

/** Returns every row of every table as text. */
export const dumpDatabase = async (ctx: AppContext): Promise<string> => [...(await dumpTables(ctx))].flat().join('\n');

/** Returns the rows of each table as text, by its name. */
export async function dumpTables({ db }: AppContext): Promise<Map<string, string>> {
  const { rows: tables } = (await db.execute(
    sql`select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')`,
  )) as unknown as { rows: { name: string }[] };
  const parts = new Map<string, string>();
  for (const { name } of tables) {
    const { rows } = (await db.execute(sql`select t::text as row from ${sql.raw(name)} t`)) as unknown as {
      rows: { row: string }[];
    };
    parts.set(name, rows.map(({ row }) => row).join('\n'));
  }
  return parts;
}
