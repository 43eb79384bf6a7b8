import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { type Connection, type Database, withMigrations } from './connection.ts';
import { makeFolder } from './folder.ts';
import { createWalSync } from './wal.ts';

/**
 * Opens the embedded PostgreSQL: in `folder`, or in memory from a dump of another one (tests).
 * The caller holds the lock on the folder. There is one connection: inside a transaction use `tx` alone,
 * a query on `db` there would wait for itself.
 */
export async function openEmbedded(folder?: string, image?: Blob): Promise<Connection> {
  const dataDir = folder && join(folder, 'db');
  if (dataDir) makeFolder(dataDir);
  const pglite = await PGlite.create({ dataDir, loadDataDir: image });
  const db = drizzle(pglite) as unknown as Database;
  const wal = dataDir ? createWalSync(join(dataDir, 'pg_wal')) : undefined;
  return {
    kind: 'embedded',
    db,
    durable: async () => wal?.sync(),
    listen: async (channel, receive) => {
      const stop = await pglite.listen(channel, receive);
      return async () => void (await stop());
    },
    notify: async (channel, payload) => {
      await pglite.query('select pg_notify($1, $2)', [channel, payload]);
    },
    migrate: (count) => withMigrations(count, (options) => migrate(drizzle(pglite), options)),
    close: () => pglite.close(),
  };
}
