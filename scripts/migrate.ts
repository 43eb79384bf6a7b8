// Migrates the database, as starting does; for deployments that migrate before they swap processes.
import { readEnv } from '../src/api/env.ts';
import { openContext } from '../src/api/openContext.ts';
import { exitWithError } from '../src/api/startErrors.ts';

async function migrate(): Promise<void> {
  const ctx = await openContext(readEnv(process.env));
  await ctx.close();
  console.log('The database is up to date.');
}

await migrate().catch(exitWithError);
