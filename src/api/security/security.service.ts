import { desc, eq, lt } from 'drizzle-orm';
import type { ErrorCode } from '../../contract/errors.ts';
import type { OwnSecurityEvent, SecurityEventKind } from '../../contract/security.ts';
import { dayMs } from '../../shared/time.ts';
import type { Caller } from '../account/caller.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import type { Mutation } from '../mutation.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { securityEvents } from './security.tables.ts';

const retentionMs = 180 * dayMs;

export interface SecurityEvent {
  kind: SecurityEventKind;
  /** Null where an address has no account. */
  userId: string | null;
  /** Missing where the practice acted, not the owner. */
  caller?: Caller;
  /** Why it was refused; missing for a success. */
  refusal?: ErrorCode;
}

/**
 * Records what happened to an account, in the transaction it happens in, and logs it once that committed. Neither holds
 * an address, a token or a code: the network is a keyed hash, the device a word.
 */
export async function recordSecurityEvent(
  { encryption, log }: Pick<AppContext, 'encryption' | 'log'>,
  { tx, now, afterCommit }: Mutation,
  { kind, userId, caller, refusal }: SecurityEvent,
): Promise<void> {
  const network_mark = caller ? encryption.fingerprint(`security ${caller.networks[0]}`) : '';
  const device = caller?.deviceName ?? '';
  const outcome = refusal ?? 'done';
  await tx.insert(securityEvents).values({ at: now, user_id: userId, kind, network_mark, device, outcome });
  afterCommit(() => log.info({ event: kind, account: userId, network: network_mark, device, outcome }, 'security'));
}

/** Lists what happened to one account, newest first. */
export async function listOwnSecurityEvents(
  db: Database,
  userId: string,
  page?: PageRange,
): Promise<Paged<OwnSecurityEvent>> {
  const where = eq(securityEvents.user_id, userId);
  const query = db.select().from(securityEvents).where(where).orderBy(desc(securityEvents.at), desc(securityEvents.id));
  const { rows, total } = await selectPage(query.$dynamic(), page, () => db.$count(securityEvents, where));
  return { rows: rows.map((row) => ({ ...row, at: row.at.toISOString() })), total };
}

/** Deletes events after 180 days. */
export async function deleteOldSecurityEvents(db: Database, now: Date): Promise<void> {
  await db.delete(securityEvents).where(lt(securityEvents.at, new Date(now.getTime() - retentionMs)));
}
