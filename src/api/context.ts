import type { Logger } from 'pino';
import type { Connection, Database } from './db/connection.ts';
import type { Encryption } from './enquiries/encryption.ts';
import type { Env } from './env.ts';
import type { Events } from './events.ts';
import type { Limits } from './limits/limits.service.ts';
import type { Storage } from './storage/storage.ts';

/** What every room is handed: the outside world, replaceable in tests. */
export interface AppContext {
  env: Env;
  connection: Connection;
  /** Never use it inside a transaction: pass `tx` on (see db/embedded.ts). */
  db: Database;
  storage: Storage;
  /** Encrypts what people confide in the practice before it reaches the database. */
  encryption: Encryption;
  limits: Limits;
  events: Events;
  log: Logger;
  /** Aborted when the process begins to stop: streams, which have no end of their own, end then. */
  stopping: AbortController;
  /** Now. */
  clock: () => Date;
}
