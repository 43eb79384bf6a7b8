import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { checkIns } from './door.tables.ts';

/**
 * Reads which of these nonces a device sent before. Other requests of the device wait until the transaction ends, so
 * that the second of two with the same nonce finds it stored.
 */
export async function lockStoredScans(tx: Database, device: string, nonces: string[]) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`door ${device}`}, 0))`);
  return tx
    .select()
    .from(checkIns)
    .where(and(eq(checkIns.device, device), inArray(checkIns.nonce, nonces)));
}
