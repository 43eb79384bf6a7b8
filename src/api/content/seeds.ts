import { readFileSync } from 'node:fs';
import {
  type ContentName,
  contentNames,
  isLegal,
  type LegalSlug,
  legalSlugOf,
  legalSlugs,
  parseWords,
} from '../../contract/contentDocuments.ts';

/** Words that come with the product: those of the sample practice, or neutral ones that claim nothing about it. */
export type SeedKind = 'sample' | 'neutral';

const legalFiles = new Map(legalSlugs.map((slug) => [slug, readLegalFile(slug)]));

const seeds = { sample: readSeeds(''), neutral: readSeeds('neutral/') };

/** The words a document starts with. */
export const seedOf = (kind: SeedKind, name: ContentName): Record<string, unknown> =>
  seeds[kind][name] as Record<string, unknown>;

/** Version of each of the product's own legal texts. */
export const seedVersions = new Map([...legalFiles].map(([slug, { version }]) => [slug, version]));

function readContentFile(path: string): string {
  return readFileSync(new URL(`../../content/${path}`, import.meta.url), 'utf8');
}

/** Reads the words of one kind; legal texts are the same in both. Throws for words that their schema refuses. */
function readSeeds(folder: string): Record<string, Record<string, unknown>> {
  const seedsOfKind = contentNames.map((name) => {
    const legal = isLegal(name) ? legalFiles.get(legalSlugOf(name) as LegalSlug) : undefined;
    const parsed = parseWords(name, legal?.words ?? JSON.parse(readContentFile(`${folder}${name}.json`)));
    if (!parsed.words) throw new Error(`src/content: ${name}: ${JSON.stringify(parsed.fields)}`);
    return [name, parsed.words];
  });
  return Object.fromEntries(seedsOfKind);
}

/** Reads a legal text: lines of `key: value` between lines of `---`, those of the sentence indented, then Markdown. */
function readLegalFile(slug: string): { version: string; words: object } {
  const [head = '', ...body] = readContentFile(`legal/${slug}.md`)
    .replace(/^---\n/, '')
    .split('\n---\n');
  const values = new Map(
    [...head.matchAll(/^( *)(\w+): (.*)$/gm)].map(([, indent, key, value = '']) => [
      `${indent ? 'sentence.' : ''}${key}`,
      /^'(.*)'$/s.exec(value)?.[1] ?? value,
    ]),
  );
  const [before, link, after] = ['before', 'link', 'after'].map((key) => values.get(`sentence.${key}`));
  const words = {
    title: values.get('title'),
    description: values.get('description'),
    ...(link ? { sentence: { before, link, after } } : {}),
    body: body.join('\n---\n'),
  };
  return { version: values.get('version') ?? '', words };
}
