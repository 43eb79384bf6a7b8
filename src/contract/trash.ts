import { z } from 'zod';
import { defineEndpoints, id, message, timestamp } from './endpoint.ts';

/** What can be in the trash. */
export const trashEntities = ['post', 'comment', 'gallery', 'service', 'enquiry'] as const;
const entity = z.enum(trashEntities);
export type TrashEntity = z.output<typeof entity>;

const trashItem = z.object({
  entity,
  id,
  /** The title; of comments and messages the name of whoever wrote them. */
  title: z.string(),
  deleted_at: timestamp,
  /** From when it is deleted for good. */
  expires_at: timestamp,
});
export type TrashItem = z.output<typeof trashItem>;

const trashFilter = z.object({ entity: entity.optional().catch(undefined) });
export type TrashFilter = z.output<typeof trashFilter>;

const params = z.object({ entity, id });

export const trashApi = defineEndpoints({
  'GET /api/admin/trash': {
    access: 'admin',
    summary: 'What was deleted in the last 30 days, newest first',
    list: true,
    query: trashFilter,
    reply: z.array(trashItem),
  },
  'POST /api/admin/trash/:entity/:id/restore': {
    access: 'admin',
    summary: 'Brings something back; a post gets another slug where its own is taken',
    params,
    reply: message,
  },
  'DELETE /api/admin/trash/:entity/:id': {
    access: 'admin',
    summary: 'Deletes something for good',
    params,
    reply: message,
  },
  'DELETE /api/admin/trash': { access: 'admin', summary: 'Deletes everything in the trash for good', reply: message },
});
