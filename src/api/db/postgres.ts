import { setTimeout as sleep } from 'node:timers/promises';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { EnvError } from '../env.ts';
import { networkCodes } from '../startErrors.ts';
import { type Connection, type Database, withMigrations } from './connection.ts';
import { createStatementNames } from './statementNames.ts';

/** Number of the advisory lock; any will do. Of processes that start together one migrates, the others wait for it. */
const migrationLock = 7_311_953;

/** No statement of the product takes as long: a connection that is silent until then is given up. */
const longestAnswerMs = 30_000;

/** How long closing waits for statements that still run, and for the server. */
const longestCloseMs = 2000;

/** Opens a PostgreSQL server (14 or newer). Throws the driver's error if none answers, EnvError if it refuses. */
export async function openPostgres(url: string, { answerMs = longestAnswerMs } = {}): Promise<Connection> {
  const options = {
    connectionString: url,
    connectionTimeoutMillis: 5000,
    query_timeout: answerMs,
    // Statements that do not wait for each other travel together.
    pipeline: true,
  };
  const pool = new pg.Pool({ ...options, max: 12, application_name: 'kagit-ve-ip' });
  const nameOf = createStatementNames();
  pool.on('connect', (client) => {
    // Not without a listener: the pool has one on idle connections only. The statements of a broken one fail by it.
    client.on('error', () => {});
    // A process whose machine is gone would keep its locks for hours. Not a start parameter: poolers refuse those.
    client.query(`set idle_in_transaction_session_timeout = ${answerMs}`).catch(() => {});
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    client.query = ((statement: string | pg.QueryConfig, ...rest: unknown[]) => {
      const isUnnamed = typeof statement === 'object' && !statement.name;
      if (isUnnamed && statement.text === 'begin') {
        // Nobody waits for it: it fails with its connection only, and the statement behind it does then, too.
        query(statement, ...rest).catch(() => {});
        return Promise.resolve({ rows: [] });
      }
      return query(isUnnamed ? { ...statement, name: nameOf(statement.text) } : statement, ...rest);
    }) as typeof client.query;
  });
  // Without a listener an idle connection that breaks would end the process; the next query opens a new one.
  pool.on('error', () => {});
  try {
    const { rows } = await pool.query(
      `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding,
        to_regclass('app.migrations') is null as new`,
    );
    const [{ version, encoding, new: isNew }] = rows;
    const major = Math.floor(version / 10_000);
    if (major < 14) throw new Error(`it is of PostgreSQL ${major}, and this product needs 14 or newer`);
    // SQL_ASCII keeps whatever bytes it gets; every other one lacks signs, as LATIN5 our quotation marks.
    if (isNew && !['UTF8', 'SQL_ASCII'].includes(encoding)) {
      throw new Error(`it is in ${encoding}, which lacks signs that people type; make one in UTF8`);
    }
  } catch (error) {
    await pool.end();
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (networkCodes.has(code)) throw error;
    throw new EnvError(`DATABASE_URL opens no database: ${message}`, { cause: error });
  }
  const db = drizzle(pool, { casing: undefined }) as unknown as Database;
  const listener = createListener({ ...options, application_name: 'kagit-ve-ip listener' }, answerMs);
  return {
    kind: 'postgres',
    db,
    durable: async () => {},
    flushing: (work) => work(),
    listen: listener.listen,
    notify: async (channel, payload) => {
      await pool.query('select pg_notify($1, $2)', [channel, payload]);
    },
    migrate: async (count) => {
      // A connection of its own, whose end releases the lock: a migration may take longer than other statements.
      const client = new pg.Client({ ...options, query_timeout: 0, application_name: 'kagit-ve-ip migration' });
      client.on('error', () => {});
      await client.connect();
      try {
        await client.query('select pg_advisory_lock($1)', [migrationLock]);
        await withMigrations(count, (folder) => migrate(drizzle(client), folder));
      } finally {
        await client.end();
      }
    },
    close: async () => {
      // A silent server never confirms that a connection is closed.
      await Promise.race([
        Promise.all([listener.close(), pool.end()]),
        sleep(longestCloseMs, undefined, { ref: false }),
      ]);
    },
  };
}

/** A connection for LISTEN. Reconnects every second while the server is away, and asks whether it still answers. */
function createListener(options: pg.ClientConfig, askMs: number) {
  const receivers = new Map<string, Set<(payload: string) => void>>();
  let client: pg.Client | undefined;
  let opening: Promise<pg.Client> | undefined;
  let closed = false;

  async function connect(): Promise<pg.Client> {
    const next = new pg.Client(options);
    const asking = setInterval(() => next.query('select 1').catch(() => {}), askMs).unref();
    next.on('error', () => {});
    next.on('end', () => {
      clearInterval(asking);
      client = undefined;
      opening = undefined;
      reconnect();
    });
    next.on('notification', ({ channel, payload }) => {
      for (const receive of receivers.get(channel) ?? []) receive(payload ?? '');
    });
    await next.connect();
    for (const channel of receivers.keys()) await next.query(`listen "${channel}"`);
    client = next;
    return next;
  }

  function reconnect(): void {
    if (!closed && receivers.size) setTimeout(() => void ready().catch(() => {}), 1000).unref();
  }

  function ready(): Promise<pg.Client> {
    opening ??= connect().catch((error) => {
      opening = undefined;
      reconnect();
      throw error;
    });
    return opening;
  }

  return {
    async listen(channel: string, receive: (payload: string) => void): Promise<void> {
      const isNew = !receivers.has(channel);
      const calls = receivers.get(channel) ?? new Set();
      receivers.set(channel, calls.add(receive));
      const open = await ready();
      if (isNew) await open.query(`listen "${channel}"`);
    },
    async close() {
      closed = true;
      await client?.end();
    },
  };
}
