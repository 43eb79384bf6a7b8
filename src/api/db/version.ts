import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { EnvError } from '../env.ts';
import { type Connection, migrationOptions } from './connection.ts';
import { queryRows } from './sql.ts';

export const noDatabase = () => new EnvError('There is no database yet: the first start makes it.');

/** Throws EnvError unless the tables are there and of this version. */
export async function assertMigrated({ db }: Connection): Promise<void> {
  const [found] = await queryRows<{ name: string | null }>(db, sql`select to_regclass('app.migrations')::text as name`);
  if (!found?.name) throw noDatabase();
  const [row] = await queryRows<{ at: string }>(db, sql`select max(created_at)::text as at from app.migrations`);
  if (Number(row?.at) !== readMigrationFiles(migrationOptions).at(-1)?.folderMillis)
    throw new EnvError(
      'The database is of another version: start the product or run npm run migrate, then run this again.',
    );
}
