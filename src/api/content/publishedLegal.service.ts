import { inArray, type SQL, sql } from 'drizzle-orm';
import type { PublicContent } from '../../contract/content.ts';
import type { LegalName, LegalSlug, Words } from '../../contract/contentDocuments.ts';
import type { Database } from '../db/connection.ts';
import { sha256 } from '../hash.ts';
import { readLiveWords, readPublicContents } from './content.service.ts';
import { contentLive } from './content.tables.ts';

/** A legal text as people read it on the site. */
export interface PublishedLegalText {
  version: string;
  title: string;
  /** Markdown, with `{{field}}` where the site's identity goes. */
  body: string;
  /** SHA-256 of `body`. */
  hash: string;
}

/** SQL of a text that names the published revisions of legal texts; null while one of them was never published. */
export const publishedLegalVersionSql = (slugs: readonly LegalSlug[]): SQL => sql`(
  select case when count(*) = ${slugs.length} then string_agg(concat_ws(' ', name, revision, version), ',' order by name) end
  from ${contentLive} where ${inArray(contentLive.name, slugs.map(toName))})`;

const toName = (slug: LegalSlug): LegalName => `legal/${slug}`;

/** The published legal texts in the order asked; before the first publishing those that will be published. */
export async function readPublishedLegal(
  db: Database,
  slugs: readonly LegalSlug[],
  now: Date,
): Promise<PublishedLegalText[]> {
  const names = slugs.map(toName);
  const live = await readLiveWords(db, names);
  const isLive = (name: LegalName) => live.some((one) => one.name === name);
  const next = names.every(isLive) ? [] : await readPublicContents(db, names, now);
  return names.map((name) => {
    const { version, data } = [...live, ...next].find((one) => one.name === name) as PublicContent;
    const { title, body } = data as Words<LegalName>;
    return { version: version ?? '', title, body, hash: sha256(body) };
  });
}
