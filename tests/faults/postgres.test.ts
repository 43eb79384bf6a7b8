import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/api/app.ts';
import { isDatabaseDown } from '../../src/api/db/pgErrors.ts';
import { openPostgres } from '../../src/api/db/postgres.ts';
import { queryRows } from '../../src/api/db/sql.ts';
import { readEnv } from '../../src/api/env.ts';
import { type OpenContext, openContext } from '../../src/api/openContext.ts';
import { latestCommittedId, recordContentChange } from '../../src/api/publish/contentLog.service.ts';
import { tempFolder } from '../api/cleanup.ts';
import { type PostgresServer, startPostgres } from '../load/postgres.ts';
import { finish, spawnScript } from '../load/processes.ts';

const folder = tempFolder('outage');
let server: PostgresServer;
let ctx: OpenContext;
let app: Hono;

beforeAll(async () => {
  server = await startPostgres({ durable: false });
  const env = readEnv({ DATA_DIR: join(folder, 'data'), DATABASE_URL: server.url, LOG_LEVEL: 'silent' });
  ctx = await openContext(env, pino({ level: 'silent' }));
  app = createApp(ctx);
});
afterAll(async () => {
  await ctx.close();
  await server.stop();
});

const ask = (path: string, init?: RequestInit) => app.request(`http://site.test${path}`, init);
const register = (email: string) =>
  ask('/api/activate/resend', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  });

test('the newest settled change waits for an older transaction that is still open', async () => {
  const { db } = ctx;
  const begun = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const slow = db.transaction(async (tx) => {
    await recordContentChange(tx, 'blog', 'slow');
    begun.resolve();
    await late.promise;
  });
  await begun.promise;
  await recordContentChange(db, 'blog', 'quick');
  let known: number | undefined;
  const asking = latestCommittedId(db).then((id) => {
    known = id;
  });
  // One query waits for a lock: that of newestSettled.
  await expect
    .poll(() => db.$count(db.select({ one: sql`1` }).from(sql`pg_locks`).where(sql`not granted`)), { timeout: 60_000 })
    .toBe(1);
  expect(known).toBeUndefined();
  late.resolve();
  await Promise.all([slow, asking]);
  expect(known).toBe(2);
});

test('an outage of PostgreSQL answers 503 with Retry-After and ends without a restart', async () => {
  const heard: string[] = [];
  await ctx.connection.listen('probe', (payload) => heard.push(payload));
  expect((await register('once@ornek.com')).status).toBe(200);
  expect((await ask('/readyz')).status).toBe(200);

  await server.pause();
  for (const answer of [await register('gone@ornek.com'), await ask('/api/consulting?page=1')]) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await answer.json()).toEqual({ code: 'unavailable', message: expect.any(String) });
  }
  expect((await ask('/healthz')).status).toBe(200);
  const ready = await ask('/readyz');
  expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ database: false })]);

  await server.start();
  await expect.poll(async () => (await register('back@ornek.com')).status, { timeout: 60_000 }).toBe(200);
  expect((await ask('/readyz')).status).toBe(200);
  // The connection that listens for events of other processes is restored too.
  await expect
    .poll(
      async () => {
        await ctx.connection.notify('probe', 'again').catch(() => {});
        return heard.includes('again');
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true);
});

test('a connection that breaks inside a transaction fails that transaction only', async () => {
  const lost = ctx.db.transaction(async (tx) => {
    const [row] = await queryRows<{ pid: number }>(tx, sql`select pg_backend_pid() as pid`);
    await ctx.db.execute(sql`select pg_terminate_backend(${row?.pid}, 5000)`);
    await sleep(100);
    await tx.execute(sql`select 1`);
  });
  expect(isDatabaseDown(await lost.catch((error) => error))).toBe(true);
  expect((await ask('/readyz')).status).toBe(200);
});

/**
 * A way to the server on which connections can fall silent without being closed, as behind a lost machine. What it
 * `loses` never arrives.
 */
async function openWay(loses = (_bytes: Buffer) => false) {
  const sockets = new Set<Socket>();
  const way = createServer((near) => {
    const far = connect(Number(new URL(server.url).port), '127.0.0.1');
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from.on('error', () => {}));
      const filter = new Transform({ transform: (bytes, _, done) => done(null, loses(bytes) ? undefined : bytes) });
      from.pipe(filter).pipe(to);
    }
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  const url = new URL(server.url);
  url.port = String((way.address() as AddressInfo).port);
  return {
    url: url.href,
    silence() {
      for (const socket of sockets) socket.unpipe().pause();
    },
    close() {
      way.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

test('connections that fall silent are given up, and the locks behind them are free again', async () => {
  const way = await openWay();
  const connection = await openPostgres(way.url, { answerMs: 1000 });
  const heard: string[] = [];
  await connection.listen('way', (payload) => heard.push(payload));
  const lock = sql`select pg_advisory_xact_lock(42)`;
  const lost = connection.db.transaction(async (tx) => {
    await tx.execute(lock);
    way.silence();
    await tx.execute(sql`select 1`);
  });
  const error = await lost.catch((reason) => reason);
  expect(isDatabaseDown(error)).toBe(true);
  await connection.db.transaction((tx) => tx.execute(lock));
  await expect
    .poll(
      async () => {
        await connection.notify('way', 'again');
        return heard.includes('again');
      },
      { timeout: 60_000, interval: 500 },
    )
    .toBe(true);
  way.silence();
  const closing = performance.now();
  await connection.close();
  // A process that is told to stop has ten seconds in all.
  expect(performance.now() - closing).toBeLessThan(10_000);
  way.close();
});

test('a new database that is not in UTF8 is refused, one that is in use opens', async () => {
  await ctx.db.execute(sql`create database narrow encoding 'LATIN5' template template0 lc_collate 'C' lc_ctype 'C'`);
  const url = server.url.replace(/\/\w+$/, '/narrow');
  await expect(openPostgres(url)).rejects.toThrow('DATABASE_URL opens no database: it is in LATIN5');
  const client = new pg.Client(url);
  await client.connect();
  await client.query('create schema app; create table app.migrations (id int)');
  await client.end();
  await (await openPostgres(url)).close();
});

test('a server older than PostgreSQL 14 is refused', async () => {
  // A function that stands before the server's own one answers as PostgreSQL 13 does.
  await ctx.db.execute(sql`create schema old`);
  await ctx.db.execute(sql`create function old.current_setting(text) returns text language sql as 'select ''130014'''`);
  const url = `${server.url}?options=${encodeURIComponent('-c search_path=old,pg_catalog')}`;
  await expect(openPostgres(url)).rejects.toThrow('DATABASE_URL opens no database: it is of PostgreSQL 13, and');
});

test('doctor names a server that takes no writes, and a pooler that loses messages between processes', async () => {
  /** NotificationResponse of PostgreSQL's protocol. */
  const way = await openWay((bytes) => bytes[0] === 'A'.charCodeAt(0));
  const readOnly = `${server.url}?options=${encodeURIComponent('-c default_transaction_read_only=on')}`;
  const addresses = [server.url, readOnly, way.url];
  const lines = await Promise.all(
    addresses.map(async (DATABASE_URL) => {
      const { output } = await finish(spawnScript('doctor', [], { DATA_DIR: join(folder, 'data'), DATABASE_URL }));
      return output.split('\n').find((line) => line.includes(' database: '));
    }),
  );
  way.close();
  expect(lines).toEqual([
    expect.stringMatching(/^fine .*PostgreSQL answers/),
    expect.stringMatching(/^WRONG .*takes no writes/),
    expect.stringMatching(/^WRONG .*get lost: a pooler/),
  ]);
});
