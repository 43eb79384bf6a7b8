import { and, eq } from 'drizzle-orm';
import { type AdminService, adminService, type NewService, type ServiceEdit } from '../../contract/consulting.ts';
import { serviceSlug } from '../../shared/slug.ts';
import { pictureTexts } from '../../shared/texts.ts';
import { diff } from '../audit/audit.service.ts';
import { assertUnchanged } from '../conflict.ts';
import type { AppContext } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { mutateOnce } from '../idempotency/idempotency.service.ts';
import type { IdempotentRequest } from '../idempotency/request.ts';
import { mutate } from '../mutation.ts';
import { addRedirect, dropRedirect } from '../redirects/redirects.service.ts';
import { withStoredPictures } from '../storage/pictures.ts';
import { lockRow, moveToTrash } from '../trash/trashRoom.ts';
import { notTrashed, type ServiceRow, toService } from './consulting.service.ts';
import { services } from './consulting.tables.ts';

/** The address of a service's page; the web names it, `paths.service`. */
export const pathOf = (title: string): string => `/danismanlik/hizmetler/${serviceSlug(title)}`;

/**
 * Adds a service with its one picture, once for each key of a request. Throws `invalid`, `bad_image`, `too_large`,
 * `idempotency_mismatch`.
 */
export async function addService(
  ctx: AppContext,
  actorId: string,
  fields: NewService,
  files: File[],
  request?: IdempotentRequest,
): Promise<AdminService> {
  if (files.length !== 1) throw invalid({ image: pictureTexts.missing });
  return withStoredPictures(ctx, files, ([image_url = '']) =>
    mutateOnce(ctx, actorId, request, async ({ tx, now, audit, contentChanged }) => {
      const values = { ...fields, image_url, created_at: now, updated_at: now };
      const [row] = await tx.insert(services).values(values).returning();
      const { id, title } = row as ServiceRow;
      await dropRedirect(tx, pathOf(title));
      await audit({ action: 'add', entity: 'service', entityId: id, after: { title } });
      await contentChanged('consulting', id);
      return toService(row as ServiceRow);
    }),
  );
}

/**
 * Edits a service, and its picture where a file is sent. Throws `not_found`, `invalid`, `bad_image`, `too_large`, or
 * `edit_conflict` with the `current` service.
 */
export async function editService(
  ctx: AppContext,
  actorId: string,
  id: string,
  { image_url, updated_at, ...fields }: ServiceEdit,
  files: File[],
): Promise<AdminService> {
  // Checked before the picture, whose processing takes seconds.
  if (!(await ctx.db.$count(services, and(eq(services.id, id), notTrashed)))) throw notFound();
  if (files.length > 1 || (!files.length && (image_url === '' || image_url === null))) {
    throw invalid({ image: pictureTexts.missing });
  }
  return withStoredPictures(ctx, files, ([picture]) =>
    mutate(ctx, actorId, async ({ tx, now, audit, contentChanged }) => {
      const before = await lockRow(tx, services, id);
      await assertUnchanged(before.updated_at, updated_at, adminService, () => toService(before));
      if (!picture && image_url && image_url !== before.image_url) throw invalid({ image_url: pictureTexts.missing });
      const values = { ...fields, image_url: picture ?? before.image_url };
      const edited = { ...values, updated_at: now };
      const [after] = await tx.update(services).set(edited).where(eq(services.id, id)).returning();
      // Where two services have the same title, the other one's page stays at the old address.
      const others = await tx.select({ title: services.title }).from(services).where(notTrashed);
      const [from, to] = [pathOf(before.title), pathOf((after as ServiceRow).title)];
      if (others.some(({ title }) => pathOf(title) === from)) await dropRedirect(tx, to);
      else await addRedirect(tx, from, to);
      await audit({ action: 'update', entity: 'service', entityId: id, ...diff(before, values) });
      await contentChanged('consulting', id);
      return toService(after as ServiceRow);
    }),
  );
}

/** Moves a service to the trash; enquiries about it keep its name. Throws `not_found`. */
export const deleteService = (ctx: AppContext, actorId: string, id: string): Promise<void> =>
  mutate(ctx, actorId, async (mutation) => {
    const { audit, contentChanged } = mutation;
    const row = await moveToTrash(mutation, services, id);
    await audit({ action: 'delete', entity: 'service', entityId: id, before: { title: row.title } });
    await contentChanged('consulting', id);
  });
