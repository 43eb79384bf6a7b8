// `npm run reseal`: moves everything encrypted to the newest key, also while the product runs.
import { connectToRunningProcess } from '../src/api/controlSocket.ts';
import { requireOwner } from '../src/api/db/folder.ts';
import { createEncryption } from '../src/api/encryption/encryption.ts';
import { findKeys } from '../src/api/encryption/encryptionKeys.ts';
import { type Env, EnvError, readEnv } from '../src/api/env.ts';
import { createLog } from '../src/api/log.ts';
import { openContext } from '../src/api/openContext.ts';
import { type ResealReport, resealAll, sumOf, toText } from '../src/api/reseal/reseal.service.ts';
import { exitWithError } from '../src/api/startErrors.ts';

/** Asks the process that has the embedded database open, or opens the database here. */
async function run(env: Env): Promise<ResealReport> {
  const ask = env.databaseUrl ? undefined : await connectToRunningProcess(env.dataDir, 'reseal');
  if (!ask) {
    if (!env.databaseUrl) requireOwner(env.dataDir);
    const ctx = await openContext(env, createLog('silent'), { asItIs: true });
    return resealAll(ctx).finally(() => ctx.close());
  }
  let report: ResealReport | undefined;
  await ask(async (line) => {
    if (line) report = JSON.parse(line);
  });
  if (!report) throw new Error('The product stopped in the middle. Nothing is lost: run this again.');
  return report;
}

async function reseal(): Promise<void> {
  const env = readEnv(process.env);
  const keys = findKeys(env);
  if (!keys.length) throw new EnvError('There is no key yet: the first start makes it.');
  const { moved, newest, older, missing } = await run(env);
  console.log(`Moved to the newest key: ${toText(moved)}.`);
  if (newest !== createEncryption(keys).keyIds.at(-1)) {
    throw new EnvError('The product runs with other keys than are set now: start it again, then run this again.');
  }
  if (sumOf(missing)) throw new EnvError(`Need a key that is missing: ${toText(missing)}. Put that key back.`);
  if (sumOf(older)) throw new EnvError(`Still need an older key: ${toText(older)}. deploy/README.md says what to do.`);
  console.log(
    keys.length > 1
      ? 'No row needs the older keys: remove them, then start the product again.'
      : 'One key is all there is.',
  );
}

await reseal().catch(exitWithError);
