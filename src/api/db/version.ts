import { sql } from 'drizzle-orm';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { EnvError } from '../env.ts';
import { type Connection, migrationOptions } from './connection.ts';
import { queryRows } from './sql.ts';

export const noDatabase = () => new EnvError('There is no database yet: the first start makes it.');

/**
 * Throws EnvError where a newer version of the product migrated the database: what this one writes could not be read by
 * that one, nor restored from a backup. With `asItIs` also where an earlier one did, or none.
 */
export async function assertVersion({ db }: Connection, asItIs: boolean): Promise<void> {
  const [found] = await queryRows<{ name: string | null }>(db, sql`select to_regclass('app.migrations')::text as name`);
  if (!found?.name) {
    if (asItIs) throw noDatabase();
    return;
  }
  const [row] = await queryRows<{ at: string }>(db, sql`select max(created_at)::text as at from app.migrations`);
  const newest = readMigrationFiles(migrationOptions).at(-1)?.folderMillis ?? 0;
  if (Number(row?.at) > newest)
    throw new EnvError(
      'The database is of a newer version of the product: start that one, or restore a backup made before the update.',
    );
  if (asItIs && Number(row?.at) < newest)
    throw new EnvError(
      'The database is of another version: start the product or run npm run migrate, then run this again.',
    );
}
