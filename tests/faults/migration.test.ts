import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { tempFolder } from '../api/cleanup.ts';
import { countRounds, createRandom } from '../load/longRun.ts';
import { freePort } from '../load/ports.ts';
import { newDatabase, type PostgresServer, startPostgres } from '../load/postgres.ts';
import { spawnScript, startApi } from '../load/processes.ts';
import { adminEnvironment, signIn } from './admin.ts';

const rounds = countRounds(1);
const random = createRandom();
const DATA_DIR = tempFolder('migration');
let server: PostgresServer;

beforeAll(async () => {
  server = await startPostgres({ durable: false });
});
afterAll(() => server.stop());

/** Starts the API on a database and kills it `delayMs` after its first connection. */
async function killWhileMigrating(DATABASE_URL: string, delayMs: number): Promise<void> {
  const observer = new pg.Client({ connectionString: DATABASE_URL, application_name: 'observer' });
  await observer.connect();
  const environment = { PORT: String(await freePort()), SEED: 'none', DATA_DIR, DATABASE_URL };
  const child = spawnScript('start', ['--api'], environment);
  const exited = once(child, 'exit');
  const others = `select 1 from pg_stat_activity where datname = current_database() and application_name <> 'observer'`;
  await expect
    .poll(async () => (await observer.query(others)).rowCount, {
      timeout: 60_000,
      interval: 1,
      message: 'a connection of the start',
    })
    .toBeGreaterThan(0);
  await sleep(delayMs);
  child.kill('SIGKILL');
  await exited;
  await observer.end();
}

test('a migration of PostgreSQL that was killed is finished by the next start, once when two start together', {
  timeout: rounds * 100_000,
}, async () => {
  for (let round = 0; round < rounds; round += 1) {
    const DATABASE_URL = await newDatabase(server.url);
    await killWhileMigrating(DATABASE_URL, random() * 250);
    const environment = { DATABASE_URL, ...adminEnvironment };
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
