import { eq } from 'drizzle-orm';
import type { Category } from '../../contract/catalog.ts';
import { fold, foldCase } from '../../shared/fold.ts';
import type { AppContext } from '../context.ts';
import { foreignKeyViolation, uniqueViolation } from '../db/pgErrors.ts';
import { ApiError, notFound } from '../errors.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { categories } from './catalog.tables.ts';

/** The columns that a name fills. */
export const toNameColumns = (name: string) => ({ name, name_key: foldCase(name), folded: fold(name) });

/** Returns the category of this name in any case, and adds it where there is none. */
export async function ensureCategory({ tx, audit }: Mutation, name: string): Promise<Category> {
  const [added] = await tx.insert(categories).values(toNameColumns(name)).onConflictDoNothing().returning();
  if (added) {
    await audit({ action: 'add', entity: 'category', entityId: added.id, after: { title: name } });
    return added;
  }
  const isSame = eq(categories.name_key, foldCase(name));
  const [existing] = await tx.select().from(categories).where(isSame);
  return existing as Category;
}

/** Adds a category. Throws `category_exists` for a name that is there in another case. */
export const addCategory = (ctx: AppContext, actorId: string, name: string): Promise<Category> =>
  mutate(ctx, actorId, async ({ tx, now, audit, emit }) => {
    const values = { ...toNameColumns(name), created_at: now };
    const [row] = await tx.insert(categories).values(values).returning();
    const category = row as Category;
    await audit({ action: 'add', entity: 'category', entityId: category.id, after: { title: name } });
    emit('catalog');
    return category;
  }).catch(throwCategoryExists);

/** Renames a category, which changes the pages of its products. Throws `not_found` or `category_exists`. */
export const renameCategory = (ctx: AppContext, actorId: string, id: string, name: string): Promise<Category> =>
  mutate(ctx, actorId, async ({ tx, audit, contentChanged }) => {
    const [before] = await tx.select().from(categories).where(eq(categories.id, id)).for('update');
    if (!before) throw notFound();
    await tx.update(categories).set(toNameColumns(name)).where(eq(categories.id, id));
    const change = { before: { title: before.name }, after: { title: name } };
    await audit({ action: 'update', entity: 'category', entityId: id, ...change });
    await contentChanged('catalog');
    return { id, name };
  }).catch(throwCategoryExists);

/** Deletes a category without products; hidden products count. Throws `not_found` or `category_in_use`. */
export const deleteCategory = (ctx: AppContext, actorId: string, id: string): Promise<void> =>
  mutate(ctx, actorId, async ({ tx, audit, emit }) => {
    const [row] = await tx.delete(categories).where(eq(categories.id, id)).returning();
    if (!row) throw notFound();
    await audit({ action: 'delete', entity: 'category', entityId: id, before: { title: row.name } });
    emit('catalog');
  }).catch((error) => {
    // The foreign key decides, so that a product added at the same time counts too.
    if (foreignKeyViolation(error)) throw new ApiError('category_in_use');
    throw error;
  });

function throwCategoryExists(error: unknown): never {
  if (uniqueViolation(error) !== undefined) throw new ApiError('category_exists');
  throw error;
}
