import { eq } from 'drizzle-orm';
import defaults from '../../content/site.json' with { type: 'json' };
import { type SavedSite, type Site, type SiteEdit, site } from '../../contract/site.ts';
import { diff } from '../audit/audit.service.ts';
import { assertUnchanged } from '../conflict.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { mutate } from '../mutation.ts';
import { settings } from './site.tables.ts';

/** Name of the settings row that stores identity and contact. */
const name = 'site';

const neverSaved = new Date(0);

/** Returns what the owner saved; fields never saved, or no longer valid, come from src/content/site.json. */
export async function readSite(db: Database): Promise<SavedSite> {
  const [row] = await db.select().from(settings).where(eq(settings.name, name));
  const valid = Object.entries((row?.value ?? {}) as object).filter(
    ([field, value]) => field in site.shape && site.shape[field as keyof Site].safeParse(value).success,
  );
  const updated_at = (row?.updated_at ?? neverSaved).toISOString();
  return { ...site.parse({ ...defaults, ...Object.fromEntries(valid) }), updated_at };
}

/** Saves identity and contact; pages show them after the next release. Throws `edit_conflict` with the `current` site. */
export const saveSite = (ctx: AppContext, actorId: string, { updated_at, ...value }: SiteEdit): Promise<SavedSite> =>
  mutate(ctx, actorId, async ({ tx, now, audit, contentChanged }) => {
    // The first save inserts the row, so that two first saves at the same time also wait for each other.
    await tx.insert(settings).values({ name, value: {}, updated_at: neverSaved }).onConflictDoNothing();
    await tx.select().from(settings).where(eq(settings.name, name)).for('update');
    const before = await readSite(tx);
    await assertUnchanged(new Date(before.updated_at), updated_at, () => before);
    await tx.update(settings).set({ value, updated_at: now }).where(eq(settings.name, name));
    await audit({ action: 'update', entity: 'site', ...diff(before, value) });
    await contentChanged('site', name);
    return { ...value, updated_at: now.toISOString() };
  });
