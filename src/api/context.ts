import type { Logger } from 'pino';
import type { CardProvider } from './cards/provider.ts';
import type { Connection, Database } from './db/connection.ts';
import type { Encryption } from './encryption/encryption.ts';
import type { Env } from './env.ts';
import type { Events } from './events.ts';
import type { Limits } from './limits/limits.service.ts';
import type { Storage } from './storage/storage.ts';

/** Renders pages of the site with the words of a preview. */
export interface PageRenderer {
  /** Starts the process that renders, so that the first page does not wait for it. */
  start(): void;
  /** Resolves with the page's HTML; undefined for an address that is no page. */
  render(path: string, preview: string): Promise<string | undefined>;
}

/** Everything outside of the code that rooms use; tests replace it. */
export interface AppContext {
  env: Env;
  connection: Connection;
  /** Do not use it inside a transaction, pass `tx` on: the embedded database would wait for itself. */
  db: Database;
  storage: Storage;
  /** Encrypts what people confide in the practice before it reaches the database. */
  encryption: Encryption;
  /** The card service, where one is set up. */
  cards: CardProvider | undefined;
  limits: Limits;
  events: Events;
  log: Logger;
  /** Empty until this process has a site. */
  pageRenderer: { current?: PageRenderer };
  /** Aborted when the process begins to stop, so that streams end. */
  stopping: AbortController;
  /** The current time; tests move it. */
  clock: () => Date;
}

/** What encrypts and decrypts columns. */
export type Keys = Pick<AppContext, 'encryption'>;
