import type { LegalName, LegalSlug, Words } from '../../contract/contentDocuments.ts';
import type { Database } from '../db/connection.ts';
import { sha256 } from '../hash.ts';
import { readLiveWords, readPublicContent } from './content.service.ts';

/** A legal text as people read it on the site. */
export interface PublishedLegalText {
  version: string;
  title: string;
  /** Markdown, with `{{field}}` where the site's identity goes. */
  body: string;
  /** SHA-256 of `body`. */
  hash: string;
}

/** The published legal texts in the order asked; before the first publishing those that will be published. */
export async function readPublishedLegal(
  db: Database,
  slugs: readonly LegalSlug[],
  now: Date,
): Promise<PublishedLegalText[]> {
  const names = slugs.map((slug): LegalName => `legal/${slug}`);
  const live = await readLiveWords(db, names);
  const texts: PublishedLegalText[] = [];
  // One after the other: a transaction has a single connection.
  for (const name of names) {
    const found = live.find((one) => one.name === name) ?? (await readPublicContent(db, name, now));
    const { title, body } = found.data as Words<LegalName>;
    texts.push({ version: found.version ?? '', title, body, hash: sha256(body) });
  }
  return texts;
}
