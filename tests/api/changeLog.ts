import { asc, eq } from 'drizzle-orm';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { contentChanges } from '../../src/api/publish/publish.tables.ts';
import type { TestApi } from './harness.ts';

/** Audit entries about one entity, oldest first. */
export const readAudit = ({ ctx: { db } }: TestApi, id: string) =>
  db.select().from(auditLog).where(eq(auditLog.entity_id, id)).orderBy(asc(auditLog.at));

/** Unpublished content changes of one entity, oldest first. */
export const readContentChanges = ({ ctx: { db } }: TestApi, id: string) =>
  db.select().from(contentChanges).where(eq(contentChanges.entity_id, id)).orderBy(asc(contentChanges.id));
