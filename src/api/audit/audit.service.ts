import type { Database } from '../db/connection.ts';
import { auditLog } from './audit.tables.ts';

/** One change somebody made; `before` and `after` hold only what changed. */
export interface AuditEntry {
  /** What was done, `add`, `update`, `hide`, `role`, `deactivate`… */
  action: string;
  /** The noun of the room: `product`, `user`, `blog`… */
  entity: string;
  entityId?: string;
  before?: Record<string, unknown>;
  after?: Record<string, unknown>;
}

/**
 * Fields whose words belong to a person or tell their story. The log must outlive an erasure request,
 * so whatever a caller hands over, these never reach it.
 */
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

/** Writes an entry inside the transaction of the change: neither is kept without the other. Only `mutate` calls it. */
export async function insertAuditEntry(tx: Database, actorId: string | null, entry: AuditEntry): Promise<void> {
  await tx.insert(auditLog).values({
    actor_id: actorId,
    action: entry.action,
    entity: entry.entity,
    entity_id: entry.entityId,
    before: entry.before && withoutPersonal(entry.before),
    after: entry.after && withoutPersonal(entry.after),
  });
}

/** Deprecated form of `Mutation.audit`, until every service runs in `mutate`. */
export const audit = (tx: Database, { actorId, ...entry }: AuditEntry & { actorId: string | null }): Promise<void> =>
  insertAuditEntry(tx, actorId, entry);

/** The fields that differ between two states, as `before` and `after` of an entry. */
export function diff<T extends object>(
  before: T,
  after: Partial<T>,
): { before: Record<string, unknown>; after: Record<string, unknown> } {
  const names = (Object.keys(after) as (keyof T & string)[]).filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  return {
    before: Object.fromEntries(names.map((name) => [name, before[name]])),
    after: Object.fromEntries(names.map((name) => [name, after[name]])),
  };
}

const withoutPersonal = (state: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(state).filter(([field]) => !personal.has(field)));
