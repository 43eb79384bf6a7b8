// Migrates the database, as starting does; for deployments that migrate before they swap processes.
import { requireOwner } from '../src/api/db/folder.ts';
import { readEnv } from '../src/api/env.ts';
import { openContext } from '../src/api/openContext.ts';
import { exitWithError } from '../src/api/startErrors.ts';

async function migrate(): Promise<void> {
  const env = readEnv(process.env);
  if (!env.databaseUrl) requireOwner(env.dataDir);
  const ctx = await openContext(env);
  await ctx.close();
  console.log('The database is up to date.');
}

await migrate().catch(exitWithError);
