import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { endKilledRestore } from './backup/killedRestore.ts';
import { openCardProvider } from './cards/openProvider.ts';
import type { AppContext } from './context.ts';
import type { Connection } from './db/connection.ts';
import { makeFolder } from './db/folder.ts';
import { lockDataDir } from './db/lock.ts';
import { openPostgres } from './db/postgres.ts';
import { assertVersion, noDatabase } from './db/version.ts';
import { findKeys, openEncryption } from './encryption/encryptionKeys.ts';
import type { Env } from './env.ts';
import { createEvents } from './events.ts';
import { createLimits } from './limits/limits.service.ts';
import { createLog } from './log.ts';
import { parseBucketUrl } from './storage/bucket.ts';
import { openStorage } from './storage/openStorage.ts';

export interface OpenContext extends AppContext {
  close(): Promise<void>;
}

/** Opens the embedded database, a new one as a copy. PGlite is loaded only here: it takes a third of the memory. */
async function openEmbeddedDatabase(folder: string): Promise<Connection> {
  const dataDir = join(folder, 'db');
  if (!existsSync(dataDir)) await (await import('./db/image.ts')).copyDatabaseImage(dataDir);
  const { openEmbedded } = await import('./db/embedded.ts');
  return openEmbedded(folder);
}

/**
 * Opens the database, migrated, and the storage that the environment names. With `asItIs` nothing is made or migrated:
 * a database that is not there or of an earlier version is refused, and so is a missing key. One of a newer version is
 * always refused. Throws errors with one readable line.
 */
export async function openContext(
  env: Env,
  log: Logger = createLog(env.logLevel),
  { asItIs = false } = {},
): Promise<OpenContext> {
  // Checked before anything is written.
  findKeys(env);
  if (env.storageUrl) parseBucketUrl(env.storageUrl);
  if (asItIs && !env.databaseUrl && !existsSync(join(env.dataDir, 'db'))) throw noDatabase();
  makeFolder(env.dataDir);
  const lock = env.databaseUrl ? undefined : lockDataDir(env.dataDir);
  let connection: Connection | undefined;
  try {
    connection = env.databaseUrl ? await openPostgres(env.databaseUrl) : await openEmbeddedDatabase(env.dataDir);
    const ctx = await createContext(env, connection, log, undefined, asItIs);
    if (!asItIs) await endKilledRestore(ctx);
    return {
      ...ctx,
      async close() {
        await ctx.connection.close();
        lock?.release();
      },
    };
  } catch (error) {
    await connection?.close();
    lock?.release();
    throw error;
  }
}

/** Creates the context over an open connection, as `openContext`; tests bring their own connection and clock. */
export async function createContext(
  env: Env,
  connection: Connection,
  log: Logger,
  clock = () => new Date(),
  asItIs = false,
): Promise<AppContext> {
  await assertVersion(connection, asItIs);
  if (!asItIs) await connection.migrate();
  const encryption = await openEncryption(env, connection.db, log, asItIs);
  return {
    env,
    connection,
    db: connection.db,
    encryption,
    storage: openStorage(env),
    cards: openCardProvider(env.cards),
    limits: createLimits(connection.db, clock, env.rateLimitFactor, encryption.fingerprint),
    events: await createEvents(connection),
    log,
    pageRenderer: {},
    stopping: new AbortController(),
    clock,
  };
}
