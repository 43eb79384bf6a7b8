import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../load/ports.ts';
import { newDatabase, type PostgresServer, startPostgres } from '../load/postgres.ts';
import { startApi } from '../load/processes.ts';
import { adminAccount, rounds, signIn } from './common.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'practice-migration-'));
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres({ durable: false });
});
afterAll(async () => {
  await server.stop();
  await rm(DATA_DIR, { recursive: true, force: true });
});

/** Starts the API on a database, and kills it some milliseconds after it first asked that database for something. */
async function killWhileMigrating(DATABASE_URL: string, after: number): Promise<void> {
  const eye = new pg.Client({ connectionString: DATABASE_URL, application_name: 'eye' });
  await eye.connect();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/start.ts', '--api'], {
    env: { PATH: process.env.PATH, PORT: String(await freePort()), SEED: 'none', DATA_DIR, DATABASE_URL },
    stdio: 'ignore',
  });
  const exited = once(child, 'exit');
  const others = `select 1 from pg_stat_activity where datname = current_database() and application_name <> 'eye'`;
  await expect
    .poll(async () => (await eye.query(others)).rowCount, {
      timeout: 60_000,
      interval: 1,
      message: 'the start asks the database',
    })
    .toBeGreaterThan(0);
  await sleep(after);
  child.kill('SIGKILL');
  await exited;
  await eye.end();
}

test('killed at any moment of a migration of PostgreSQL, the next start finishes it, two of them once between them', {
  timeout: rounds * 100_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const DATABASE_URL = await newDatabase(server.url);
    await killWhileMigrating(DATABASE_URL, Math.random() * 250);
    const environment = { DATABASE_URL, ADMIN_EMAIL: adminAccount.email, ADMIN_PASSWORD: adminAccount.password };
    const both = await Promise.all(
      ['one', 'two'].map((name) => startApi({ ...environment, DATA_DIR: join(DATA_DIR, name) })),
    );
    for (const api of both) {
      expect((await fetch(`${api.origin}/readyz`)).status).toBe(200);
      expect(await signIn(api)).toBeTruthy();
    }
    await Promise.all(both.map((api) => api.kill()));
  }
});
