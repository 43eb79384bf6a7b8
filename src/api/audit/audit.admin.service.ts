import { and, desc, eq, isNotNull } from 'drizzle-orm';
import type { AuditEntryView, AuditFilter } from '../../contract/audit.ts';
import { compare } from '../../shared/collation.ts';
import { readUserNames } from '../account/contacts.service.ts';
import type { AppContext } from '../context.ts';
import { withinDays } from '../db/search.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { auditLog } from './audit.tables.ts';

/** Everybody the log names, by name. */
export async function listAuditPeople({ db }: AppContext): Promise<{ id: string; name: string }[]> {
  const rows = await db.selectDistinct({ id: auditLog.actor_id }).from(auditLog).where(isNotNull(auditLog.actor_id));
  const ids = rows.flatMap(({ id }) => id ?? []);
  const names = await readUserNames(db, rows, 'id');
  return ids
    .map((id) => ({ id, name: names.get(id) || 'adsız hesap' }))
    .sort((one, other) => compare(one.name, other.name));
}

/** Lists audit entries, newest first. */
export async function listAuditEntries(
  { db }: AppContext,
  { entity, entity_id, actor_id, from, to }: AuditFilter,
  page?: PageRange,
): Promise<Paged<AuditEntryView>> {
  const where = and(
    entity ? eq(auditLog.entity, entity) : undefined,
    entity_id ? eq(auditLog.entity_id, entity_id) : undefined,
    actor_id ? eq(auditLog.actor_id, actor_id) : undefined,
    withinDays(auditLog.at, from, to),
  );
  const query = db.select().from(auditLog).where(where).orderBy(desc(auditLog.at), desc(auditLog.id));
  const { rows, total } = await selectPage(query.$dynamic(), page, () => db.$count(auditLog, where));
  const names = await readUserNames(db, rows, 'actor_id');
  return {
    rows: rows.map(({ at, before, after, ...row }) => ({
      ...row,
      at: at.toISOString(),
      actor_name: names.get(row.actor_id ?? '') ?? null,
      before: before as AuditEntryView['before'],
      after: after as AuditEntryView['after'],
    })),
    total,
  };
}
