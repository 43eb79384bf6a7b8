import { eq, inArray, sql } from 'drizzle-orm';
import neutral from '../../content/neutral/site.json' with { type: 'json' };
import sample from '../../content/site.json' with { type: 'json' };
import {
  type IdentityField,
  identityFields,
  type SavedSite,
  type Site,
  type SiteEdit,
  savedSite,
  site,
} from '../../contract/site.ts';
import { diff } from '../audit/audit.service.ts';
import { assertUnchanged } from '../conflict.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { mutate } from '../mutation.ts';
import { readSetting, saveSetting } from './settings.service.ts';
import { settings } from './site.tables.ts';

/** Name of the settings row that stores identity and contact. */
const name = 'site';
/** Name of the settings row that says whether sample words are shown. Without it they are. */
const samplesName = 'samples';

const neverSaved = new Date(0);

/** SQL of a text that is another one after each write of what `readSite` reads. */
export const siteVersionSql = sql`(
  select coalesce(string_agg(name || ' ' || xmin, ',' order by name), '') from ${settings}
  where name in (${name}, ${samplesName}))`;

/**
 * Returns what the owner saved; fields never saved, or no longer valid, come from src/content/site.json, or from
 * src/content/neutral/site.json on a site without samples.
 */
export async function readSite(db: Database): Promise<SavedSite> {
  const isRead = inArray(settings.name, [name, samplesName]);
  const rows = await db.select().from(settings).where(isRead);
  const row = rows.find((one) => one.name === name);
  const samples = rows.find((one) => one.name === samplesName)?.value as SampleWords | undefined;
  const sample_words = samples?.words ?? true;
  const defaults = sample_words ? sample : neutral;
  const valid = Object.entries((row?.value ?? {}) as object).filter(
    ([field, value]) => field in site.shape && site.shape[field as keyof Site].safeParse(value).success,
  );
  const updated_at = (row?.updated_at ?? neverSaved).toISOString();
  return { ...site.parse({ ...defaults, ...Object.fromEntries(valid) }), updated_at, sample_words };
}

/** Saves identity and contact; pages show them from the next release on. Throws `edit_conflict` with `current`. */
export const saveSite = (ctx: AppContext, actorId: string, { updated_at, ...value }: SiteEdit): Promise<SavedSite> =>
  mutate(ctx, actorId, async ({ tx, now, audit, contentChanged }) => {
    // The first save inserts the row, so that two first saves at the same time also wait for each other.
    await tx.insert(settings).values({ name, value: {}, updated_at: neverSaved }).onConflictDoNothing();
    await tx.select().from(settings).where(eq(settings.name, name)).for('update');
    const before = await readSite(tx);
    await assertUnchanged(new Date(before.updated_at), updated_at, savedSite, () => before);
    await tx.update(settings).set({ value, updated_at: now }).where(eq(settings.name, name));
    await audit({ action: 'update', entity: 'site', ...diff(before, value) });
    await contentChanged('site', name);
    return { ...value, updated_at: now.toISOString(), sample_words: before.sample_words };
  });

interface SampleWords {
  words: boolean;
}

/** Whether it was ever decided if the site shows sample words. */
export const hasSampleWordsChoice = async (db: Database): Promise<boolean> =>
  (await readSetting(db, samplesName)) !== undefined;

/** Shows the sample words on the pages, or neutral ones. */
export const setSampleWords = (tx: Database, words: boolean): Promise<void> =>
  saveSetting(tx, samplesName, { words } satisfies SampleWords);

/** Returns which fields of the identity are still the sample's, or blank but for what may be left out. */
export const missingIdentity = (own: Site): IdentityField[] => identityFields.filter((field) => isMissing(own, field));

function isMissing(own: Site, field: IdentityField): boolean {
  if (field === 'social') return own.social.some(({ url }) => sample.social.some((link) => link.url === url));
  return own[field] === sample[field] || (own[field] === '' && field !== 'whatsapp');
}
