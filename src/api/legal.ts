import { readFileSync } from 'node:fs';
import { sha256 } from './hash.ts';

/** The version of a legal text that somebody agreed to. */
export interface Terms {
  version: string;
  /** SHA-256 of the file, as `sha256sum src/content/legal/<slug>.md` prints it at that version's commit. */
  hash: string;
}

/** Reads version and hash of a legal text. Called at start, which fails if the text is missing. */
export function readTerms(slug: string): Terms {
  const text = readFileSync(new URL(`../content/legal/${slug}.md`, import.meta.url));
  const head = text.toString('utf8').split('\n---\n', 1)[0] ?? '';
  const version = /^version: '(.+)'$/m.exec(head)?.[1];
  if (!version) throw new Error(`src/content/legal/${slug}.md says no version`);
  return { version, hash: sha256(text) };
}
