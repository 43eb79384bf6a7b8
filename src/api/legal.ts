import { readFileSync } from 'node:fs';
import { sha256 } from './hash.ts';

/** The version of a legal text that somebody agreed to. */
export interface Terms {
  version: string;
  /** SHA-256 of the file, as `sha256sum src/content/legal/<slug>.md` prints it at that version's commit. */
  hash: string;
}

export interface LegalText extends Terms {
  title: string;
  /** With `{{field}}` where the site's identity goes. */
  markdown: string;
}

/** Reads a legal text. Called at start, which fails if the text is missing. */
export function readLegalText(slug: string): LegalText {
  const text = readFileSync(new URL(`../content/legal/${slug}.md`, import.meta.url));
  const [head = '', ...body] = text.toString('utf8').split('\n---\n');
  const version = /^version: '(.+)'$/m.exec(head)?.[1];
  const title = /^title: (.+)$/m.exec(head)?.[1];
  if (!version || !title) throw new Error(`src/content/legal/${slug}.md says no version or title`);
  return { version, title, hash: sha256(text), markdown: body.join('\n---\n') };
}

/** Reads version and hash of a legal text. Called at start, which fails if the text is missing. */
export function readTerms(slug: string): Terms {
  const { version, hash } = readLegalText(slug);
  return { version, hash };
}
