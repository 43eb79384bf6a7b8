// Brings the database to this version, as starting does; for deployments that migrate before they swap processes.
import { readEnv } from '../src/api/env.ts';
import { createLog } from '../src/api/log.ts';
import { openContext } from '../src/api/main.ts';
import { explain } from './faults.ts';

async function migrate(): Promise<void> {
  const ctx = await openContext(readEnv(process.env), createLog('warn'));
  await ctx.close();
  console.log('The database is up to date.');
}

await migrate().catch((error) => {
  console.error(explain(error));
  process.exit(1);
});
