import type { TestProject } from 'vitest/node';
import { startPostgres } from '../load/postgres.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL server; undefined where tests run on the embedded database. */
    postgresUrl: string | undefined;
  }
}

/** Starts a real PostgreSQL for the whole project; every test file makes a database of its own on it. */
export default async function setup(project: TestProject) {
  const server = await startPostgres({ durable: false });
  project.provide('postgresUrl', server.url);
  return server.stop;
}
