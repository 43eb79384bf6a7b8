// Fills the database that the environment names with the sample content, if it is empty.
import { requireOwner } from '../src/api/db/folder.ts';
import { readEnv } from '../src/api/env.ts';
import { openContext } from '../src/api/openContext.ts';
import { exitWithError } from '../src/api/startErrors.ts';
import { demoData } from '../src/demo/demoData.ts';
import { createDrawingStore, isDatabaseEmpty, seedDatabase } from '../src/demo/seed.ts';

async function seed(): Promise<void> {
  const env = readEnv(process.env);
  if (!env.databaseUrl) requireOwner(env.dataDir);
  const ctx = await openContext(env);
  try {
    if (!(await isDatabaseEmpty(ctx.db))) return console.log('There is content already; nothing was changed.');
    await seedDatabase(ctx, demoData, createDrawingStore(ctx));
    console.log('The sample content is in.');
  } finally {
    await ctx.close();
  }
}

await seed().catch(exitWithError);
