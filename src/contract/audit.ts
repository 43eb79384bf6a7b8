import { z } from 'zod';
import { optionalLine } from '../shared/text.ts';
import { dayRange, defineEndpoints, id, optionalParam, timestamp } from './endpoint.ts';

/** One change somebody made; `before` and `after` hold the fields that changed, never texts of persons. */
const auditEntry = z.object({
  id,
  at: timestamp,
  /** Null for the product itself and for erased accounts. */
  actor_id: id.nullable(),
  actor_name: z.string().nullable(),
  action: z.string(),
  entity: z.string(),
  entity_id: z.string().nullable(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});
export type AuditEntryView = z.output<typeof auditEntry>;

const auditFilter = z.object({
  entity: optionalLine(60),
  entity_id: optionalLine(100),
  actor_id: optionalParam(id),
  ...dayRange,
});
export type AuditFilter = z.output<typeof auditFilter>;

export const auditApi = defineEndpoints({
  'GET /api/admin/audit': {
    access: 'admin',
    summary: 'Who changed what, newest first',
    list: true,
    query: auditFilter,
    reply: z.array(auditEntry),
  },
  'GET /api/admin/audit/people': {
    access: 'admin',
    summary: 'Everybody the log names, by name',
    list: true,
    reply: z.array(z.object({ id, name: z.string() })),
  },
});
