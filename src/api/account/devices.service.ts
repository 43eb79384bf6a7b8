import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import { dayMs } from '../../shared/time.ts';
import type { AppContext, Keys } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { knownDevices, users } from './account.tables.ts';
import type { Caller } from './caller.ts';

const retentionMs = 180 * dayMs;

/** How a browser has proven to be the user's: it signed in, or it sent a code that was mailed to the account. */
type Proof = 'device' | 'mailed code';

/** The browser's id, by which it is recognised; none where it sent none. */
const readBrowser = ({ deviceId }: Caller, proof: Proof): string[] =>
  deviceId && /^[\w-]{16,64}$/.test(deviceId) ? [`${proof} ${deviceId}`] : [];

/** What a caller is recognised by: the browser's id, and the network it came from. */
const readTraits = (caller: Caller, ...proofs: Proof[]): string[] => [
  `network ${caller.networks[0]}`,
  ...proofs.flatMap((proof) => readBrowser(caller, proof)),
];

/** Remembers the caller as one who has proven to be the user. Only keyed hashes are stored. */
export async function rememberDevice(
  tx: Database,
  { encryption }: Keys,
  user: { id: string; email: string },
  caller: Caller,
  proof: Proof,
  now: Date,
): Promise<void> {
  const rows = readTraits(caller, proof).map((trait) => ({
    user_id: user.id,
    mark: encryption.fingerprint(`known ${user.email} ${trait}`),
    last_used_at: now,
  }));
  await tx
    .insert(knownDevices)
    .values(rows)
    .onConflictDoUpdate({
      target: [knownDevices.user_id, knownDevices.mark],
      set: { last_used_at: sql`excluded.last_used_at` },
    });
}

/** Whether this browser or network has signed in to the address's account, or sent a mailed code, before. */
export const isKnownDevice = (ctx: AppContext, email: string, caller: Caller): Promise<boolean> =>
  isAnyKnown(ctx.db, ctx, email, readTraits(caller, 'device', 'mailed code'));

/** Whether this very browser has signed in to the address's account before; false for one without an id. */
export const isKnownBrowser = (tx: Database, keys: Keys, email: string, caller: Caller): Promise<boolean> =>
  isAnyKnown(tx, keys, email, readBrowser(caller, 'device'));

async function isAnyKnown(db: Database, { encryption }: Keys, email: string, traits: string[]): Promise<boolean> {
  const marks = traits.flatMap((trait) => encryption.fingerprints(`known ${email} ${trait}`));
  // One query, the same for known and unknown addresses.
  const found = await db
    .select({ mark: knownDevices.mark })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.user_id))
    .where(and(eq(users.email, email), inArray(knownDevices.mark, marks)));
  return found.length > 0;
}

/** Deletes devices that have not signed in for half a year. */
export async function deleteOldDevices(db: Database, now: Date): Promise<void> {
  await db.delete(knownDevices).where(lt(knownDevices.last_used_at, new Date(now.getTime() - retentionMs)));
}
