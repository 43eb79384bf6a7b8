import { and, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { imagesMissing, type NewProduct, type ProductEdit } from '../../contract/catalog.ts';
import { fold } from '../../shared/fold.ts';
import { toKurus } from '../../shared/money.ts';
import { startsAt } from '../../shared/time.ts';
import { audit, diff } from '../audit/audit.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { uniqueViolation } from '../db/pgErrors.ts';
import { ApiError, invalid, notFound } from '../errors.ts';
import type { Files } from '../http/body.ts';
import { recordContentChange } from '../publish/changes.service.ts';
import { addRedirect, dropRedirect } from '../publish/redirects.service.ts';
import { freeSlug } from '../slugs.ts';
import { withPictures } from '../storage/pictures.ts';
import { readProduct, toAdminProduct } from './admin-list.service.ts';
import type { ProductRow } from './catalog.service.ts';
import { products } from './catalog.tables.ts';
import { ensureCategory } from './categories.service.ts';

type Row = typeof products.$inferSelect;
type Fields = Omit<NewProduct, 'copy_of' | 'oldImage1' | 'oldImage2'>;
type Pictures = Pick<Row, 'image1' | 'image2'>;

const pageOf = (slug: string) => `/products/${slug}`;

/**
 * Adds an event with its two pictures; a date in the past is fine, it is just not on sale.
 * Throws `invalid`, `bad_image`, `too_large`, and `not_found` for a copy of nothing; then no row and no file is left.
 */
export async function addProduct(ctx: AppContext, actorId: string, body: NewProduct, files: Files): Promise<string> {
  const { copy_of, oldImage1, oldImage2, ...fields } = body;
  const original = copy_of ? (await readProduct(ctx.db, copy_of)).products : undefined;
  const choose = choosePictures(files, { oldImage1, oldImage2 }, original);
  const id = await withPictures(ctx, choose.files, (urls) =>
    untilSlugIsFree(() =>
      ctx.db.transaction(async (tx) => {
        const now = ctx.clock();
        const values = { ...(await toValues(tx, actorId, fields)), ...choose.with(urls), stock: fields.stock };
        const slug = await slugFor(tx, fields.title);
        const [row] = await tx
          .insert(products)
          .values({ ...values, slug, created_at: now, updated_at: now })
          .returning();
        const added = row as Row;
        await dropRedirect(tx, pageOf(slug));
        await audit(tx, { actorId, action: 'add', entity: 'product', entityId: added.id, after: told(added) });
        await recordContentChange(tx, 'catalog', added.id);
        return added.id;
      }),
    ),
  );
  ctx.events.emit('catalog');
  return id;
}

/**
 * Edits an event. With `stock_base` only the difference to it is applied, so that seats sold meanwhile stay sold; never
 * below 0. A new title makes a new slug, and the old address leads to the new one. Throws as `addProduct` does, and
 * `edit_conflict` with the `current` event when somebody else diff it since `updated_at`.
 */
export async function editProduct(
  ctx: AppContext,
  actorId: string,
  id: string,
  { oldImage1, oldImage2, stock_base, updated_at, ...fields }: ProductEdit,
  files: Files,
): Promise<void> {
  // Looked at before the pictures are worked on, and again below where it counts.
  const known = await readProduct(ctx.db, id);
  const choose = choosePictures(files, { oldImage1, oldImage2 }, known.products, true);
  refuseConflict(ctx, known, updated_at);
  await withPictures(ctx, choose.files, (urls) =>
    untilSlugIsFree(() =>
      ctx.db.transaction(async (tx) => {
        // Held until the end: a seat sold in this moment is counted before or after, never lost.
        const where = and(eq(products.id, id), isNull(products.deleted_at));
        const [row] = await tx.select().from(products).where(where).for('update');
        if (!row) throw notFound();
        refuseConflict(ctx, await readProduct(tx, id), updated_at);
        const stock = stock_base === undefined ? fields.stock : Math.max(0, row.stock + fields.stock - stock_base);
        const values = { ...(await toValues(tx, actorId, fields)), ...choose.with(urls), stock };
        const slug = row.title === fields.title ? row.slug : await slugFor(tx, fields.title, id);
        await addRedirect(tx, pageOf(row.slug), pageOf(slug));
        const [saved] = await tx
          .update(products)
          .set({ ...values, slug, updated_at: ctx.clock() })
          .where(eq(products.id, id))
          .returning();
        const change = diff(told(row), told(saved as Row));
        await audit(tx, { actorId, action: 'update', entity: 'product', entityId: id, ...change });
        await recordContentChange(tx, 'catalog', id);
      }),
    ),
  );
  ctx.events.emit('catalog');
}

/** Hides an event: gone for the public, kept for its orders. Throws `not_found`. */
export const hideProduct = (ctx: AppContext, actorId: string, id: string) => show(ctx, actorId, id, false);

/** Takes hiding back. Throws `not_found`. */
export const restoreProduct = (ctx: AppContext, actorId: string, id: string) => show(ctx, actorId, id, true);

async function show(ctx: AppContext, actorId: string, id: string, shown: boolean): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const other = shown ? isNotNull(products.deleted_at) : isNull(products.deleted_at);
    const rows = await tx
      .update(products)
      .set({ deleted_at: shown ? null : ctx.clock() })
      .where(and(eq(products.id, id), other))
      .returning({ slug: products.slug });
    const [row] = rows;
    if (!row) throw notFound();
    if (shown) await dropRedirect(tx, pageOf(row.slug));
    await audit(tx, { actorId, action: shown ? 'restore' : 'hide', entity: 'product', entityId: id });
    await recordContentChange(tx, 'catalog', id);
  });
  ctx.events.emit('catalog');
}

async function toValues(tx: Database, actorId: string, { price, category, stock: _, ...fields }: Fields) {
  return {
    ...fields,
    price_kurus: toKurus(price),
    starts_at: startsAt(fields.date, fields.time),
    category_id: (await ensureCategory(tx, actorId, category)).id,
    search: fold(`${fields.title} ${fields.location}`),
  };
}

/** A slug nobody else has; a hidden event keeps its own. */
const slugFor = (tx: Database, title: string, id?: string) =>
  freeSlug(title, 'etkinlik', async (slug) => {
    const taken = and(eq(products.slug, slug), id ? ne(products.id, id) : undefined);
    return (await tx.$count(products, taken)) > 0;
  });

/** Two events of one title may be saved at the same moment: whoever comes second looks for another slug. */
async function untilSlugIsFree<T>(work: () => Promise<T>, tries = 5): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (tries > 1 && uniqueViolation(error)?.includes('slug')) return untilSlugIsFree(work, tries - 1);
    throw error;
  }
}

/**
 * Which pictures an event gets: a file that came, else the stored one. `oldImage…` must be the stored address; where an
 * event is edited it may also be missing, which keeps the picture as well. Throws `invalid`.
 */
function choosePictures(
  files: Files,
  sent: { oldImage1?: string; oldImage2?: string },
  stored: Pictures | undefined,
  mayBeMissing = false,
) {
  const wrong: Record<string, string> = {};
  const chosen = (['1', '2'] as const).map((which) => {
    const list = files[`image${which}`] ?? [];
    const old = sent[`oldImage${which}`];
    const known = stored?.[`image${which}`];
    if (list.length > 1) wrong[`image${which}`] = 'Tek bir görsel seçin.';
    if (list.length) return list[0] as File;
    if (!known || (old === undefined && !mayBeMissing)) wrong[`image${which}`] = imagesMissing;
    else if (old !== undefined && old !== known)
      wrong[`oldImage${which}`] = 'Kayıtlı görsel bu değil; sayfayı yenileyin.';
    return known ?? '';
  });
  if (Object.keys(wrong).length) throw invalid(wrong);
  return {
    files: chosen.filter((item) => item instanceof File),
    with(urls: string[]): Pictures {
      const left = [...urls];
      const [image1, image2] = chosen.map((item) => (item instanceof File ? (left.shift() as string) : item));
      return { image1: image1 as string, image2: image2 as string };
    },
  };
}

function refuseConflict({ clock }: AppContext, row: ProductRow, updated_at: string | undefined): void {
  if (!updated_at || row.products.updated_at.toISOString() === updated_at) return;
  throw new ApiError('edit_conflict', { current: toAdminProduct(row, 0, clock()) });
}

/** What the audit log keeps of an event. */
const told = ({ title, slug, price_kurus, stock, date, time, location, category_id, image1, image2 }: Row) => ({
  ...{ title, slug, price_kurus, stock, date, time, location, category_id, image1, image2 },
});
