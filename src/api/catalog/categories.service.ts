import { eq } from 'drizzle-orm';
import type { Category } from '../../contract/catalog.ts';
import { fold } from '../../shared/fold.ts';
import { audit } from '../audit/audit.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { foreignKeyViolation, uniqueViolation } from '../db/pgErrors.ts';
import { ApiError, notFound } from '../errors.ts';
import { recordContentChange } from '../publish/changes.service.ts';
import { categories } from './catalog.tables.ts';

/** The category of this name, compared folded; one nobody made yet is made (CONTRACT.md 5). */
export async function ensureCategory(tx: Database, actorId: string, name: string): Promise<Category> {
  const folded = fold(name);
  const [made] = await tx.insert(categories).values({ name, folded }).onConflictDoNothing().returning();
  if (made) {
    await audit(tx, { actorId, action: 'add', entity: 'category', entityId: made.id, after: { title: name } });
    return made;
  }
  const [found] = await tx.select().from(categories).where(eq(categories.folded, folded));
  return found as Category;
}

/** Adds a category. Throws `category_exists`, whatever the case of the name that is there. */
export async function addCategory(ctx: AppContext, actorId: string, name: string): Promise<Category> {
  const category = await ctx.db
    .transaction(async (tx) => {
      const [row] = await tx
        .insert(categories)
        .values({ name, folded: fold(name), created_at: ctx.clock() })
        .returning();
      const { id } = row as Category;
      await audit(tx, { actorId, action: 'add', entity: 'category', entityId: id, after: { title: name } });
      return row as Category;
    })
    .catch(refuseTaken);
  ctx.events.emit('catalog');
  return category;
}

/** Renames a category; its events show the new name. Throws `not_found` or `category_exists`. */
export async function renameCategory(ctx: AppContext, actorId: string, id: string, name: string): Promise<Category> {
  const category = await ctx.db
    .transaction(async (tx) => {
      const [before] = await tx.select().from(categories).where(eq(categories.id, id)).for('update');
      if (!before) throw notFound();
      await tx
        .update(categories)
        .set({ name, folded: fold(name) })
        .where(eq(categories.id, id));
      const change = { before: { title: before.name }, after: { title: name } };
      await audit(tx, { actorId, action: 'update', entity: 'category', entityId: id, ...change });
      await recordContentChange(tx, 'catalog');
      return { id, name };
    })
    .catch(refuseTaken);
  ctx.events.emit('catalog');
  return category;
}

/** Deletes a category that no event stands in, hidden ones included. Throws `not_found` or `category_in_use`. */
export async function deleteCategory(ctx: AppContext, actorId: string, id: string): Promise<void> {
  await ctx.db
    .transaction(async (tx) => {
      const [row] = await tx.delete(categories).where(eq(categories.id, id)).returning();
      if (!row) throw notFound();
      await audit(tx, { actorId, action: 'delete', entity: 'category', entityId: id, before: { title: row.name } });
    })
    .catch((error) => {
      // The foreign key decides, so that an event added at this very moment counts too.
      if (foreignKeyViolation(error)) throw new ApiError('category_in_use');
      throw error;
    });
  ctx.events.emit('catalog');
}

function refuseTaken(error: unknown): never {
  if (uniqueViolation(error) !== undefined) throw new ApiError('category_exists');
  throw error;
}
