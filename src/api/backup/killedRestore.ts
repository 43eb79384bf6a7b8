import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { AppContext } from '../context.ts';
import { doubtCardRefunds } from '../payments/payments.restore.ts';

/** Holds what a restore copied, until all of it is in its place. */
export const stagingFolder = '.restoring';

/** Ends a restore that was killed: a server may have its rows already, and nobody needs what it copied any more. */
export async function endKilledRestore({ db, env, clock }: AppContext): Promise<void> {
  const staging = join(env.dataDir, stagingFolder);
  if (!existsSync(staging)) return;
  await doubtCardRefunds(db, clock());
  await rm(staging, { recursive: true, force: true });
}
