import { sql } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import { waitUntilIdle } from '../jobs/idle.ts';
import type { Job } from '../jobs/jobs.ts';
import { queryRows } from './sql.ts';

/** Maintenance of the embedded database; a PostgreSQL server does its own. */
export const databaseJobs = (ctx: AppContext): Job[] =>
  ctx.connection.kind === 'embedded'
    ? [{ name: 'maintain the database', everySeconds: 24 * 3600, run: (signal) => maintainDatabase(ctx, signal) }]
    : [];

/** Vacuums, then makes a checkpoint: without one the write-ahead log would grow until the next start. */
async function maintainDatabase(ctx: AppContext, signal: AbortSignal): Promise<void> {
  await vacuumTables(ctx, signal);
  if (!signal.aborted) await ctx.connection.flushing(() => queryRows(ctx.db, sql`checkpoint`));
}

/**
 * Makes room of deleted and changed rows free for new ones, and counts what tables hold, by which queries are planned.
 * One table at a time, as the process waits meanwhile.
 */
async function vacuumTables({ db, connection }: AppContext, signal: AbortSignal): Promise<void> {
  const tables = await queryRows<{ name: string }>(
    db,
    sql`select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'app'`,
  );
  for (const { name } of tables) {
    // However long a rush lasts.
    while (!(await waitUntilIdle(signal))) if (signal.aborted) return;
    // Files keep their size: a shorter one could reach the disk before the log that says so.
    await connection.flushing(() => queryRows(db, sql.raw(`vacuum (analyze, truncate false) ${name}`)));
  }
}
