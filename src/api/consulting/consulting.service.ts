import { asc, count, eq } from 'drizzle-orm';
import { type AdminService, serviceImageMissing } from '../../contract/consulting.ts';
import { audit, diff } from '../audit/audit.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import type { PageRange } from '../paging.ts';
import { recordContentChange } from '../publish/changes.service.ts';
import { withPictures } from '../storage/pictures.ts';
import { services } from './consulting.tables.ts';

type Row = typeof services.$inferSelect;

const toService = (row: Row): AdminService => ({ ...row, updated_at: row.updated_at.toISOString() });

/** Counselling services, oldest first. */
export async function listServices(
  { db }: AppContext,
  page?: PageRange,
): Promise<{ rows: AdminService[]; total: number }> {
  const rows = await db
    .select()
    .from(services)
    .orderBy(asc(services.created_at), asc(services.id))
    .limit(page?.limit ?? Number.MAX_SAFE_INTEGER)
    .offset(page?.offset ?? 0);
  const [counted] = page ? await db.select({ total: count() }).from(services) : [{ total: rows.length }];
  return { rows: rows.map(toService), total: counted?.total ?? 0 };
}

/** The words of a service. */
export interface ServiceFields {
  title: string;
  note: string | null;
  description: string;
}

/** Adds a service with its one picture. Throws `invalid`, `bad_image`, `too_large`. */
export async function addService(
  ctx: AppContext,
  actorId: string,
  fields: ServiceFields,
  files: File[],
): Promise<AdminService> {
  if (files.length !== 1) throw invalid({ image: serviceImageMissing });
  const added = await withPictures(ctx, files, ([image_url = '']) =>
    ctx.db.transaction(async (tx) => {
      const now = ctx.clock();
      const [row] = await tx
        .insert(services)
        .values({ ...fields, image_url, created_at: now, updated_at: now })
        .returning();
      const { id, title } = row as Row;
      await audit(tx, { actorId, action: 'add', entity: 'service', entityId: id, after: { title } });
      await recordContentChange(tx, 'consulting', id);
      return row as Row;
    }),
  );
  ctx.events.emit('consulting');
  return toService(added);
}

/** An edited service: `image_url`, where sent, must be the stored one; `updated_at` the one the form was opened with. */
export interface ServiceEdit extends ServiceFields {
  image_url?: string | null;
  updated_at?: string;
}

/**
 * Edits a service, its picture too if a file comes.
 * Throws `not_found`, `invalid`, `bad_image`, `too_large`, or `edit_conflict` with the `current` service.
 */
export async function editService(
  ctx: AppContext,
  actorId: string,
  id: string,
  { image_url, updated_at, ...fields }: ServiceEdit,
  files: File[],
): Promise<AdminService> {
  const known = await ctx.db.$count(services, eq(services.id, id));
  if (!known) throw notFound();
  if (files.length > 1 || (!files.length && (image_url === '' || image_url === null))) {
    throw invalid({ image: serviceImageMissing });
  }
  const edited = await withPictures(ctx, files, ([picture]) =>
    ctx.db.transaction(async (tx) => {
      const [row] = await tx.select().from(services).where(eq(services.id, id)).for('update');
      if (!row) throw notFound();
      if (updated_at && row.updated_at.toISOString() !== updated_at) {
        throw new ApiError('edit_conflict', { current: toService(row) });
      }
      if (!picture && image_url && image_url !== row.image_url) throw invalid({ image_url: serviceImageMissing });
      const values = { ...fields, image_url: picture ?? row.image_url };
      const [saved] = await tx
        .update(services)
        .set({ ...values, updated_at: ctx.clock() })
        .where(eq(services.id, id))
        .returning();
      await audit(tx, { actorId, action: 'update', entity: 'service', entityId: id, ...diff(row, values) });
      await recordContentChange(tx, 'consulting', id);
      return saved as Row;
    }),
  );
  ctx.events.emit('consulting');
  return toService(edited);
}

/** Deletes a service; enquiries about it keep its name. Throws `not_found`. */
export async function deleteService(ctx: AppContext, actorId: string, id: string): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const [row] = await tx.delete(services).where(eq(services.id, id)).returning();
    if (!row) throw notFound();
    const before = { title: row.title };
    await audit(tx, { actorId, action: 'delete', entity: 'service', entityId: id, before });
    await recordContentChange(tx, 'consulting', id);
  });
  ctx.events.emit('consulting');
}

/** Addresses of the pictures that services show. */
export async function consultingPictures(db: Database): Promise<string[]> {
  const rows = await db.select({ url: services.image_url }).from(services);
  return rows.map(({ url }) => url);
}
