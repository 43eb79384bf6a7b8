import type { Database } from '../db/connection.ts';
import { listOwnSecurityEvents } from './security.service.ts';

/** Returns the security events of an account. An erasure deletes them with the account. */
export const exportSecurityEvents = async (db: Database, userId: string): Promise<Record<string, unknown>[]> =>
  (await listOwnSecurityEvents(db, userId)).rows;
