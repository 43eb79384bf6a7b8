import { and, eq, inArray } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { lockByName } from '../db/sql.ts';
import { checkIns } from './door.tables.ts';

/**
 * Reads which of these nonces a device sent before. Other requests of the device wait until the transaction ends, so
 * that the second of two with the same nonce finds it stored.
 */
export async function lockStoredScans(tx: Database, device: string, nonces: string[]) {
  await lockByName(tx, `door ${device}`);
  const isSent = and(eq(checkIns.device, device), inArray(checkIns.nonce, nonces));
  return tx.select().from(checkIns).where(isSent);
}
