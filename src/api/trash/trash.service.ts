import { type TrashEntity, type TrashFilter, type TrashItem, trashEntities } from '../../contract/trash.ts';
import { dayMs } from '../../shared/time.ts';
import { postTrash } from '../blog/blog.trash.ts';
import { commentTrash } from '../comments/comments.trash.ts';
import { serviceTrash } from '../consulting/consulting.trash.ts';
import type { AppContext } from '../context.ts';
import { uniqueViolation } from '../db/pgErrors.ts';
import { enquiryTrash } from '../enquiries/enquiries.trash.ts';
import { ApiError, notFound } from '../errors.ts';
import { galleryTrash } from '../gallery/gallery.trash.ts';
import { mutate } from '../mutation.ts';
import { type Paged, type PageRange, slicePage } from '../paging.ts';
import type { TrashRoom } from './trashRoom.ts';

const rooms: Record<TrashEntity, TrashRoom> = {
  post: postTrash,
  comment: commentTrash,
  gallery: galleryTrash,
  service: serviceTrash,
  enquiry: enquiryTrash,
};

/** The names under which the audit log has these rooms. */
const auditNames: Record<TrashEntity, string> = {
  post: 'blog',
  comment: 'comment',
  gallery: 'gallery_set',
  service: 'service',
  enquiry: 'enquiry',
};

const retentionMs = 30 * dayMs;

/** Lists what is in the trash, newest first. Showing who wrote a message is audited as opening it is. */
export const listTrash = (
  ctx: AppContext,
  actorId: string,
  { entity }: TrashFilter,
  page?: PageRange,
): Promise<Paged<TrashItem>> =>
  mutate(ctx, actorId, async ({ tx, audit }) => {
    const found = [];
    for (const name of entity ? [entity] : trashEntities) {
      for (const row of await rooms[name].list(tx)) found.push({ ...row, entity: name });
    }
    found.sort((a, b) => b.deleted_at.getTime() - a.deleted_at.getTime() || a.id.localeCompare(b.id));
    const { rows, total } = slicePage(found, page);
    const count = rows.filter((row) => row.entity === 'enquiry').length;
    if (count) await audit({ action: 'open', entity: 'enquiry', after: { count } });
    return { rows: rows.map((row) => toItem(ctx, row)), total };
  });

const toItem = (
  ctx: AppContext,
  { entity, id, title, deleted_at }: Awaited<ReturnType<TrashRoom['list']>>[number] & { entity: TrashEntity },
): TrashItem => ({
  entity,
  id,
  title: title(ctx),
  deleted_at: deleted_at.toISOString(),
  expires_at: new Date(deleted_at.getTime() + retentionMs).toISOString(),
});

/** Brings something back. Throws `not_found`, and `conflict` where somebody took its slug at the same moment. */
export async function restoreFromTrash(
  ctx: AppContext,
  actorId: string,
  entity: TrashEntity,
  id: string,
): Promise<void> {
  try {
    await mutate(ctx, actorId, async (mutation) => {
      if (!(await rooms[entity].restore(mutation, id))) throw notFound();
      await mutation.audit({ action: 'restore', entity: auditNames[entity], entityId: id });
    });
  } catch (error) {
    throw uniqueViolation(error) === undefined ? error : new ApiError('conflict');
  }
}

/** Deletes something for good; its pictures go with the next collection. Throws `not_found`. */
export const deleteFromTrash = (ctx: AppContext, actorId: string, entity: TrashEntity, id: string): Promise<void> =>
  mutate(ctx, actorId, async ({ tx, audit }) => {
    if (!(await rooms[entity].purge(tx, { id }))) throw notFound();
    await audit({ action: 'destroy', entity: auditNames[entity], entityId: id });
  });

/** Deletes for good what was deleted until a moment, or everything, and returns how much that was. */
export const emptyTrash = (ctx: AppContext, actorId: string | null, until?: Date): Promise<number> =>
  mutate(ctx, actorId, async ({ tx, audit }) => {
    const counts: Record<string, number> = {};
    for (const entity of trashEntities) {
      const count = await rooms[entity].purge(tx, { until });
      if (count) counts[auditNames[entity]] = count;
    }
    const sum = Object.values(counts).reduce((total, count) => total + count, 0);
    if (sum || actorId) await audit({ action: 'purge', entity: 'trash', after: counts });
    return sum;
  });

/** Deletes for good what has been in the trash for thirty days. */
export const deleteExpiredTrash = (ctx: AppContext): Promise<number> =>
  emptyTrash(ctx, null, new Date(ctx.clock().getTime() - retentionMs));
