import { readFileSync } from 'node:fs';
import { sha256 } from './hash.ts';

/** Which wording of a legal text somebody agreed to. */
export interface Terms {
  version: string;
  /** SHA-256 of the file, hex: `sha256sum src/content/legal/<slug>.md` of that version's commit gives the same. */
  hash: string;
}

/** Reads a legal text's version and fingerprint. Called at start: a text that is missing stops it. */
export function readTerms(slug: string): Terms {
  const text = readFileSync(new URL(`../content/legal/${slug}.md`, import.meta.url));
  const head = text.toString('utf8').split('\n---\n', 1)[0] ?? '';
  const version = /^version: '(.+)'$/m.exec(head)?.[1];
  if (!version) throw new Error(`src/content/legal/${slug}.md says no version`);
  return { version, hash: sha256(text) };
}
