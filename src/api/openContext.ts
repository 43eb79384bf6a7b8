import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { openCardProvider } from './cards/openProvider.ts';
import type { AppContext } from './context.ts';
import type { Connection } from './db/connection.ts';
import { makeFolder } from './db/folder.ts';
import { lockDataDir } from './db/lock.ts';
import { openPostgres } from './db/postgres.ts';
import { findKeys, openEncryption } from './encryption/encryptionKeys.ts';
import type { Env } from './env.ts';
import { createEvents } from './events.ts';
import { createLimits } from './limits/limits.service.ts';
import { createLog } from './log.ts';
import { parseBucketUrl } from './storage/bucket.ts';
import { openStorage } from './storage/openStorage.ts';

/** A context that can be closed. */
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

/** Opens the database, migrated, and the storage that the environment names. Throws errors with one readable line. */
export async function openContext(env: Env, log: Logger = createLog(env.logLevel)): Promise<OpenContext> {
  // Checked before anything is written.
  findKeys(env);
  if (env.storageUrl) parseBucketUrl(env.storageUrl);
  makeFolder(env.dataDir);
  const lock = env.databaseUrl ? undefined : lockDataDir(env.dataDir);
  try {
    const connection = env.databaseUrl ? await openPostgres(env.databaseUrl) : await openEmbeddedDatabase(env.dataDir);
    const ctx = await createContext(env, connection, log);
    return {
      ...ctx,
      async close() {
        await connection.close();
        lock?.release();
      },
    };
  } catch (error) {
    lock?.release();
    throw error;
  }
}

/** Creates the context over an open connection; tests bring their own connection and clock. */
export async function createContext(
  env: Env,
  connection: Connection,
  log: Logger,
  clock = () => new Date(),
): Promise<AppContext> {
  await connection.migrate();
  const encryption = await openEncryption(env, connection.db, log);
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
