import { and, eq, inArray, lt, sql } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { knownDevices, users } from './account.tables.ts';

/** Who calls, as far as sign-ins look at it. */
export interface Caller {
  /** `networksOf` the address, the narrowest first. */
  networks: string[];
  /** Random id that the browser keeps and sends along. */
  deviceId: string | undefined;
  /** 'Chrome, Windows'. */
  deviceName: string;
}

const keptMs = 180 * 24 * 3_600_000;

/** What a caller is recognised by: the browser's id, and the network it signed in from. */
function readTraits({ networks: [network], deviceId }: Caller): string[] {
  const isId = deviceId && /^[\w-]{16,64}$/.test(deviceId);
  return [`network ${network}`, ...(isId ? [`device ${deviceId}`] : [])];
}

/** Remembers the caller as one who has proven to be the user. Only keyed hashes are stored. */
export async function rememberDevice(
  tx: Database,
  { encryption }: Pick<AppContext, 'encryption'>,
  user: { id: string; email: string },
  caller: Caller,
  now: Date,
): Promise<void> {
  const rows = readTraits(caller).map((trait) => ({
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

/** Whether this browser or network has signed in to the address's account before. */
export async function isKnownDevice(
  { db, encryption }: Pick<AppContext, 'db' | 'encryption'>,
  email: string,
  caller: Caller,
): Promise<boolean> {
  const marks = readTraits(caller).flatMap((trait) => encryption.fingerprints(`known ${email} ${trait}`));
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
  await db.delete(knownDevices).where(lt(knownDevices.last_used_at, new Date(now.getTime() - keptMs)));
}
