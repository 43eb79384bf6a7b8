import { join } from 'node:path';
import { PGlite, type Transaction, types } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { migrate } from 'drizzle-orm/pglite/migrator';
import { exitWithError } from '../startErrors.ts';
import { type Connection, type Database, withMigrations } from './connection.ts';
import { DatabaseFolder } from './databaseFolder.ts';
import { closeFolder, makeFolder } from './folder.ts';
import { createWalSync } from './wal.ts';

/**
 * As PGlite starts PostgreSQL, but with plans that use an index where there is one: the only connection keeps those
 * made for foreign keys while a table was empty, and would read all of it for each new row until rows are counted.
 * Of the cache, usually 128 MB, each start fills every byte with zeros; the system caches the files as well.
 */
const startParams = [
  ...PGlite.defaultStartParams,
  ...['enable_seqscan=off', 'shared_buffers=32MB'].flatMap((setting) => ['-c', setting]),
];

/**
 * For a folder: with flushes (`fdatasync`, the usual one for the log, does nothing in PGlite's module), and with room
 * of the log used again from 64 MB on.
 */
const flushedStart = [
  ...startParams.filter((param) => param !== '-F'),
  ...['wal_sync_method=fsync', 'min_wal_size=32MB', 'max_wal_size=64MB'].flatMap((setting) => ['-c', setting]),
];

/** Drizzle reads these from text, and arrays of them. */
const readAsText = [types.TIMESTAMP, types.TIMESTAMPTZ, types.INTERVAL, types.DATE, 1231, 1115, 1185, 1187, 1182];
const parsers = Object.fromEntries(readAsText.map((type) => [type, (text: string) => text]));

/**
 * A client whose queries bring no parsers: PGlite has the same ones from its start. For parsers of a query, as drizzle
 * sends them with each, it copies all of its 300, which takes longer than a short query.
 */
const withoutParsers = (client: Pick<PGlite, 'query'>): Pick<PGlite, 'query'> => ({
  query: (text, params, options) => client.query(text, params, { ...options, parsers: undefined }),
});

/**
 * Ends this process where PostgreSQL panics, as when a full disk takes no more of the log: PGlite would block the
 * whole process with the next query. The next start recovers the database.
 */
function endOnPanic(pglite: PGlite): void {
  const execute = pglite.execProtocolStream.bind(pglite);
  pglite.execProtocolStream = (...args) =>
    execute(...args).catch((error) => {
      if (error.severity !== 'PANIC') throw error;
      return exitWithError(new Error(`The database stopped, the next start recovers it: ${error.message}`));
    });
}

/**
 * Opens the embedded PostgreSQL: in `folder`, or in memory from a dump of another one (tests).
 * The caller holds the lock on the folder. There is one connection: inside a transaction use `tx` alone,
 * a query on `db` there would wait for itself.
 */
export async function openEmbedded(folder?: string, image?: Blob): Promise<Connection> {
  const dataDir = folder && join(folder, 'db');
  if (dataDir) {
    makeFolder(dataDir);
    // PGlite's files are writable for everybody, and a copied database has the rights of its image.
    closeFolder(dataDir);
  }
  const files = dataDir ? new DatabaseFolder(dataDir) : undefined;
  const flushing = <Result>(work: () => Promise<Result>) => (files ? files.flushingLog(work) : work());
  const pglite = await flushing(() =>
    PGlite.create({ fs: files, loadDataDir: image, parsers, startParams: files ? flushedStart : startParams }),
  );
  endOnPanic(pglite);
  const client = {
    ...withoutParsers(pglite),
    transaction: <Result>(work: (tx: Transaction) => Promise<Result>) =>
      pglite.transaction((tx) => work(withoutParsers(tx) as Transaction)),
  };
  const db = drizzle({ client: client as PGlite }) as unknown as Database;
  const wal = dataDir ? createWalSync(join(dataDir, 'pg_wal')) : undefined;
  return {
    kind: 'embedded',
    db,
    durable: async () => wal?.sync(),
    flushing,
    listen: async (channel, receive) => {
      await pglite.listen(channel, receive);
    },
    notify: async (channel, payload) => {
      await pglite.query('select pg_notify($1, $2)', [channel, payload]);
    },
    migrate: (count) => withMigrations(count, (options) => migrate(drizzle(pglite), options)),
    close: () => flushing(() => pglite.close()),
  };
}
