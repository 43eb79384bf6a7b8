import { and, eq, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { catalogTexts } from '../../contract/catalog.texts.ts';
import { adminProduct, type NewProduct, type ProductEdit, type ProductFields } from '../../contract/catalog.ts';
import type { AgeRange } from '../../shared/ages.ts';
import { fold } from '../../shared/fold.ts';
import { toKurus } from '../../shared/money.ts';
import { startsAt } from '../../shared/time.ts';
import { diff } from '../audit/audit.service.ts';
import { assertUnchanged } from '../conflict.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { uniqueViolation } from '../db/pgErrors.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import { mutateOnce } from '../idempotency/idempotency.service.ts';
import type { IdempotentRequest } from '../idempotency/request.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { addRedirect, dropRedirect } from '../redirects/redirects.service.ts';
import { freeSlug } from '../slugs.ts';
import { withStoredPictures } from '../storage/pictures.ts';
import { closeWaitlist, freeSeats, limitOffers } from '../waitlist/freeSeats.service.ts';
import { getAdminProduct, type Sales } from './catalog.admin.service.ts';
import { readProduct } from './catalog.service.ts';
import { products } from './catalog.tables.ts';
import { ensureCategory } from './categories.service.ts';
import { type Files, newFiles, resolveImages, toAddresses } from './productPictures.ts';

type Row = typeof products.$inferSelect;

const pathOf = (slug: string) => `/products/${slug}`;

/**
 * Adds a product with its two pictures, once for each key of a request, and returns its id; a date in the past is
 * allowed. Throws `invalid`, `bad_image`, `too_large`, `idempotency_mismatch`, and `not_found` for a copy of a product
 * that does not exist; then no row and no file is left.
 */
export async function addProduct(
  ctx: AppContext,
  actorId: string,
  body: NewProduct,
  files: Files,
  request?: IdempotentRequest,
): Promise<string> {
  const { copy_of, oldImage1, oldImage2, ...fields } = body;
  const original = copy_of !== undefined ? (await readProduct(ctx.db, copy_of)).products : undefined;
  const images = resolveImages(files, { oldImage1, oldImage2 }, original);
  return withStoredPictures(ctx, newFiles(images), (urls) =>
    retryOnTakenSlug(() =>
      // Pictures of a repeated request belong to nothing; the job for orphans deletes them.
      mutateOnce(ctx, actorId, request, async (mutation) => {
        const { tx, now } = mutation;
        assertAges(fields);
        const values = { ...(await toColumns(mutation, fields)), ...toAddresses(images, urls), stock: fields.stock };
        const slug = await findFreeSlug(tx, fields.title);
        const dated = { ...values, slug, created_at: now, updated_at: now };
        const [row] = await tx.insert(products).values(dated).returning();
        const added = row as Row;
        await takeAddress(tx, added);
        await mutation.audit({ action: 'add', entity: 'product', entityId: added.id, after: auditSnapshot(added) });
        await mutation.contentChanged('catalog', added.id);
        return added.id;
      }),
    ),
  );
}

/**
 * Edits a product. With `stock_base` only the difference to it is applied, so that seats sold since the form was opened
 * stay sold. A new title makes a new slug; due dates of open orders follow a new start. Throws as `addProduct`, and
 * `edit_conflict` with the `current` product.
 */
export async function editProduct(
  ctx: AppContext,
  sales: Sales,
  actorId: string,
  id: string,
  { oldImage1, oldImage2, stock_base, updated_at, ...fields }: ProductEdit,
  files: Files,
): Promise<void> {
  // Checked before the pictures, whose processing takes seconds, and again in the transaction.
  const current = await readProduct(ctx.db, id);
  await assertSameProduct(ctx, sales, current.products, updated_at);
  const images = resolveImages(files, { oldImage1, oldImage2 }, current.products, true);
  await withStoredPictures(ctx, newFiles(images), (urls) =>
    retryOnTakenSlug(() =>
      mutate(ctx, actorId, async (mutation) => {
        const { tx, now } = mutation;
        const moveDueDates = await sales.lockDueDates(mutation, id);
        // The lock makes checkouts wait: a seat sold at the same time is counted before or after, never lost.
        const where = and(eq(products.id, id), isNull(products.deleted_at));
        const [before] = await tx.select().from(products).where(where).for('update');
        if (!before) throw notFound();
        await assertSameProduct({ ...ctx, db: tx }, sales, before, updated_at);
        if (fields.status === 'draft') await assertMayBeDraft(tx, sales, before);
        assertMayMove(before, fields);
        assertAges({ ...before, ...fields });
        const stock = stock_base === undefined ? fields.stock : Math.max(0, before.stock + fields.stock - stock_base);
        const values = {
          ...(await toColumns(mutation, { ...fields, leader: fields.leader ?? before.leader })),
          ...toAddresses(images, urls),
          stock,
        };
        const slug = before.title === fields.title ? before.slug : await findFreeSlug(tx, fields.title, id);
        await leaveAddress(tx, before, slug);
        const [after] = await tx
          .update(products)
          .set({
            ...values,
            // Nobody knows the day of a draft.
            ...(before.status === 'published' && (await toMove(mutation, sales, before, { ...before, ...values }))),
            stock: Math.min(stock, before.stock),
            held_seats: Math.min(stock, before.held_seats),
            slug,
            updated_at: now,
          })
          .where(eq(products.id, id))
          .returning();
        await takeAddress(tx, after as Row);
        await moveDueDates(before, values);
        await sales.endMovedArrivals(mutation, before, values);
        await serveLine(mutation, before, after as Row, Math.max(0, stock - before.stock));
        const change = diff(auditSnapshot(before), auditSnapshot({ ...(after as Row), stock }));
        await mutation.audit({ action: 'update', entity: 'product', entityId: id, ...change });
        await mutation.contentChanged('catalog', id);
      }),
    ),
  );
}

/** Lets the waiting list follow an edit: a draft has none, offers keep within the start, added seats go to it. */
async function serveLine(mutation: Mutation, before: Row, { id, status, starts_at }: Row, added: number) {
  if (before.status === 'published' && status === 'draft') await closeWaitlist(mutation, id);
  await limitOffers(mutation, id, starts_at);
  await freeSeats(mutation, id, added);
}

/** Calendars follow when a product is hidden and shown again. */
const nextSequence = sql`${products.sequence} + 1`;

/**
 * Hides a product from the public; its orders stay. Everybody with a seat in one that has not started is mailed;
 * returns how many. Throws `not_found`.
 */
export const hideProduct = (ctx: AppContext, sales: Sales, actorId: string, id: string): Promise<number> =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, now } = mutation;
    const visible = and(eq(products.id, id), isNull(products.deleted_at));
    const [row] = await tx.update(products).set({ deleted_at: now, sequence: nextSequence }).where(visible).returning();
    if (!row) throw notFound();
    await closeWaitlist(mutation, id);
    const recipients = row.starts_at > now ? await sales.mailProductHidden(mutation, id) : 0;
    await mutation.audit({ action: 'hide', entity: 'product', entityId: id, after: { recipients } });
    await mutation.contentChanged('catalog', id);
    return recipients;
  });

/** Shows a hidden product again and tells whoever knows of it. Throws `not_found`, `conflict` if it was called off. */
export const restoreProduct = (ctx: AppContext, sales: Sales, actorId: string, id: string): Promise<void> =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, now } = mutation;
    const hidden = and(eq(products.id, id), isNotNull(products.deleted_at));
    if (await tx.$count(products, and(eq(products.id, id), isNotNull(products.cancelled_at))))
      throw new ApiError('conflict', { message: 'İptal edilen atölye geri getirilemez.' });
    const values = { deleted_at: null, sequence: nextSequence, updated_at: now };
    const [row] = await tx.update(products).set(values).where(hidden).returning();
    if (!row) throw notFound();
    const recipients = row.starts_at > now ? await sales.mailProductRestored(mutation, id) : 0;
    await takeAddress(tx, row);
    await mutation.audit({ action: 'restore', entity: 'product', entityId: id, after: { recipients } });
    await mutation.contentChanged('catalog', id);
  });

/** Redirects the old address, which a product that was never public does not have. */
async function leaveAddress(tx: Database, { status, sequence, slug }: Row, next: string): Promise<void> {
  if (status === 'published' || sequence > 0) await addRedirect(tx, pathOf(slug), pathOf(next));
}

/** Ends the redirect of a product's address once the product is public; until then the old address still leads on. */
export async function takeAddress(tx: Database, { status, slug }: Row): Promise<void> {
  if (status === 'published') await dropRedirect(tx, pathOf(slug));
}

/**
 * What an edit of day, hour, place or leader leaves for the notice: what people know until then, and when it changed. A
 * leader named for the first time changes nothing they knew. Calendars follow a change of title and duration too, and
 * one that becomes a draft, whose day may change unseen before it comes back.
 */
async function toMove({ tx, now }: Mutation, sales: Sales, before: Row, after: Row): Promise<Partial<Row>> {
  type AnnouncedFields = Pick<Row, 'date' | 'time' | 'location' | 'leader'>;
  const isSame = (a: AnnouncedFields, b: AnnouncedFields) =>
    a.date === b.date && a.time === b.time && a.location === b.location && (!a.leader || a.leader === b.leader);
  const sequence = before.sequence + 1;
  const isSameEntry = (['title', 'duration_minutes', 'status'] as const).every((name) => before[name] === after[name]);
  if (isSame(before, after)) return isSameEntry ? {} : { sequence };
  const { date, time, location, leader } = { ...before, ...before.announced };
  const announced = { date, time, location, leader };
  const since = new Date(before.announced?.since ?? before.changed_at ?? now);
  // Moved back before anybody was told or ordered it as it was in between.
  if (isSame(announced, after) && !(await sales.seatsSold(tx, [before.id], since)).size)
    return { sequence, announced: null, changed_at: null };
  return { sequence, announced: { ...announced, since: since.toISOString() }, changed_at: now };
}

async function toColumns(mutation: Mutation, { price, category, stock: _, ...fields }: ProductFields) {
  return {
    ...fields,
    price_kurus: toKurus(price),
    starts_at: startsAt(fields.date, fields.time),
    category_id: (await ensureCategory(mutation, category)).id,
    search: fold(`${fields.title} ${fields.location} ${fields.leader ?? ''}`.trimEnd()),
  };
}

/** Throws `invalid` where seats were sold, or where the pages have to say that the product was called off. */
async function assertMayBeDraft(tx: Database, sales: Sales, { id, status, cancelled_at }: Row): Promise<void> {
  if ((await sales.seatsSold(tx, [id])).get(id)) throw invalid({ status: catalogTexts.draftSold });
  if (status === 'published' && cancelled_at) throw invalid({ status: catalogTexts.draftCalledOff });
}

/** Throws `invalid` for another day, hour or place of a product that was called off. */
function assertMayMove(before: Row, fields: ProductFields): void {
  const moved = (['date', 'time', 'location'] as const).filter((name) => before[name] !== fields[name]);
  if (!before.cancelled_at || !moved.length) return;
  throw invalid(Object.fromEntries(moved.map((name) => [name, catalogTexts.movedCalledOff])));
}

/** Throws `invalid` where the last age is below the first. */
function assertAges({ age_from, age_to }: AgeRange): void {
  if (age_from != null && age_to != null && age_to < age_from) throw invalid({ age_to: catalogTexts.ages });
}

/** Returns a slug no other product has; hidden products keep theirs. */
export const findFreeSlug = (tx: Database, title: string, id?: string): Promise<string> =>
  freeSlug(title, 'etkinlik', async (slug) => {
    const taken = and(eq(products.slug, slug), id ? ne(products.id, id) : undefined);
    return (await tx.$count(products, taken)) > 0;
  });

/** Repeats `work` when another product took the chosen slug between the look-up and the commit. */
export async function retryOnTakenSlug<T>(work: () => Promise<T>, attempts = 5): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (attempts > 1 && uniqueViolation(error)?.includes('slug')) return retryOnTakenSlug(work, attempts - 1);
    throw error;
  }
}

const assertSameProduct = (
  ctx: Pick<AppContext, 'db' | 'clock'>,
  sales: Sales,
  { id, updated_at }: Row,
  updatedAt: string | undefined,
): Promise<void> => assertUnchanged(updated_at, updatedAt, adminProduct, () => getAdminProduct(ctx, sales, id));

/** The columns that the audit log records. */
const auditedColumns = [
  ...['title', 'slug', 'price_kurus', 'stock', 'date', 'time', 'location', 'category_id', 'image1', 'image2'],
  ...['withdrawal', 'vat_rate', 'question', 'question_kind', 'status', 'series_id', 'duration_minutes'],
  ...['min_participants', 'decide_hours', 'online_url', 'bring', 'leader', 'age_from', 'age_to'],
] as const satisfies (keyof Row)[];

export const auditSnapshot = (row: Row): Partial<Row> =>
  Object.fromEntries(auditedColumns.map((column) => [column, row[column]]));
