import type { TestProject } from 'vitest/node';
import { openPostgres } from '../../src/api/db/postgres.ts';
import { newDatabase, startPostgres } from '../load/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL server; undefined where tests run on the embedded database. */
    postgresUrl: string | undefined;
    /** Name of a migrated, empty database on it, which each test copies instead of running all migrations. */
    migratedDatabase: string | undefined;
  }
}

/** Starts a real PostgreSQL for the whole project; every test file makes a database of its own on it. */
export default async function setup(project: TestProject) {
  const server = await startPostgres({ durable: false });
  const migrated = await newDatabase(server.url);
  const connection = await openPostgres(migrated);
  await connection.migrate();
  await connection.close();
  project.provide('postgresUrl', server.url);
  project.provide('migratedDatabase', new URL(migrated).pathname.slice(1));
  return server.stop;
}
