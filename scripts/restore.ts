// `npm run restore -- <backup> [--unverified]`: restores a backup into an empty DATA_DIR and database.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError, readBackup } from '../src/api/backup/readBackup.ts';
import { restoreBackup } from '../src/api/backup/restoreBackup.ts';
import { requireOwner } from '../src/api/db/folder.ts';
import { lockDataDir } from '../src/api/db/lock.ts';
import { readEnv } from '../src/api/env.ts';
import { sumOf, toText } from '../src/api/reseal/reseal.service.ts';
import { exitWithError } from '../src/api/startErrors.ts';

async function restore(): Promise<void> {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { unverified: { type: 'boolean' } } });
  const [folder] = positionals;
  if (!folder || positionals.length > 1) throw new BackupError('Say which backup: npm run restore -- <folder>');
  const env = readEnv(process.env);
  requireOwner(env.dataDir);
  const backup = await readBackup(resolve(folder));
  const lock = env.databaseUrl ? undefined : lockDataDir(env.dataDir);
  try {
    // Unverified: also a backup of which nothing shows that this installation made it.
    const lost = await restoreBackup(backup, env, { unverified: values.unverified === true });
    if (sumOf(lost)) console.log(`Closed until their key is found: ${toText(lost)}.`);
  } finally {
    lock?.release();
  }
  console.log(`Restored the backup of ${backup.made_at}. Now: npm start`);
}

await restore().catch(exitWithError);
