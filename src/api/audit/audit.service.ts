import { and, eq, sql } from 'drizzle-orm';
import { isSameJson } from '../../shared/json.ts';
import type { Database } from '../db/connection.ts';
import { auditLog } from './audit.tables.ts';

/** One change; `before` and `after` hold only the fields that changed. */
export interface AuditEntry {
  /** `add`, `update`, `hide`, `role`, `deactivate`… */
  action: string;
  /** `product`, `user`, `blog`… */
  entity: string;
  entityId?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/** Personal fields. The log outlives an erasure, so they are removed from every entry, except those of the practice. */
const personal = new Set([
  'name',
  'surname',
  'full_name',
  'name_surname',
  'email',
  'buyer_email',
  'buyer_name',
  'phone_number',
  'participants',
  'message',
  'password',
  'password_hash',
  'search',
]);

/** Writes an entry in the transaction of the change. Only `mutate` calls it. */
export async function insertAuditEntry(tx: Database, actorId: string | null, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({
    actor_id: actorId,
    action: entry.action,
    entity: entry.entity,
    entity_id: entry.entityId,
    before: entry.before && withoutPersonal(entry.before, entry.entity),
    after: entry.after && withoutPersonal(entry.after, entry.entity),
  });
}

/** Whether the log has an entry of this action with these values in `after`. */
export const hasAuditEntry = async (
  db: Database,
  action: string,
  entity: string,
  after: Record<string, unknown>,
): Promise<boolean> => {
  const values = sql`${auditLog.after} @> ${JSON.stringify(after)}::jsonb`;
  return (await db.$count(auditLog, and(eq(auditLog.action, action), eq(auditLog.entity, entity), values))) > 0;
};

/** Returns the fields that differ between two states, as `before` and `after` of an entry. */
export function diff<T extends object>(
  before: T,
  after: Partial<T>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = (Object.keys(after) as (keyof T & string)[]).filter((name) => !isSameJson(before[name], after[name]));
  return {
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after: Object.fromEntries(names.map((name) => [name, after[name]])),
  };
}

const withoutPersonal = (state: Record<string, unknown>, entity: string) =>
  entity === 'site' ? state : Object.fromEntries(Object.entries(state).filter(([field]) => !personal.has(field)));
