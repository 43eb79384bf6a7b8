import { eq } from 'drizzle-orm';
import type { Category } from '../../contract/catalog.ts';
import { fold } from '../../shared/fold.ts';
import { audit } from '../account/audit.service.ts';
import type { Database } from '../db/connection.ts';
import { brokenForeignKey, brokenUnique } from '../db/faults.ts';
import { notFound, Refusal } from '../errors.ts';
import type { Platform } from '../platform.ts';
import { recordChange } from '../publish/changes.service.ts';
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
export async function addCategory(platform: Platform, actorId: string, name: string): Promise<Category> {
  const category = await platform.db
    .transaction(async (tx) => {
      const [row] = await tx
        .insert(categories)
        .values({ name, folded: fold(name), created_at: platform.clock() })
        .returning();
      const { id } = row as Category;
      await audit(tx, { actorId, action: 'add', entity: 'category', entityId: id, after: { title: name } });
      return row as Category;
    })
    .catch(refuseTaken);
  platform.changes.tell('catalog');
  return category;
}

/** Renames a category; its events show the new name. Throws `not_found` or `category_exists`. */
export async function renameCategory(platform: Platform, actorId: string, id: string, name: string): Promise<Category> {
  const category = await platform.db
    .transaction(async (tx) => {
      const [before] = await tx.select().from(categories).where(eq(categories.id, id)).for('update');
      if (!before) throw notFound();
      await tx
        .update(categories)
        .set({ name, folded: fold(name) })
        .where(eq(categories.id, id));
      const change = { before: { title: before.name }, after: { title: name } };
      await audit(tx, { actorId, action: 'update', entity: 'category', entityId: id, ...change });
      await recordChange(tx, 'catalog');
      return { id, name };
    })
    .catch(refuseTaken);
  platform.changes.tell('catalog');
  return category;
}

/** Deletes a category that no event stands in, hidden ones included. Throws `not_found` or `category_in_use`. */
export async function deleteCategory(platform: Platform, actorId: string, id: string): Promise<void> {
  await platform.db
    .transaction(async (tx) => {
      const [row] = await tx.delete(categories).where(eq(categories.id, id)).returning();
      if (!row) throw notFound();
      await audit(tx, { actorId, action: 'delete', entity: 'category', entityId: id, before: { title: row.name } });
    })
    .catch((error) => {
      // The foreign key decides, so that an event added at this very moment counts too.
      if (brokenForeignKey(error)) throw new Refusal('category_in_use');
      throw error;
    });
  platform.changes.tell('catalog');
}

function refuseTaken(error: unknown): never {
  if (brokenUnique(error) !== undefined) throw new Refusal('category_exists');
  throw error;
}
