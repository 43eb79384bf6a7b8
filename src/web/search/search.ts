import { splitWords, stemOf, stemsOf } from './stems.ts';

/** Something that can be found; `words` are the roots of what its text says beyond title and description. */
export interface Entry {
  kind: 'post' | 'workshop' | 'service';
  title: string;
  /** Its page, from the site's root. */
  path: string;
  description: string;
  words: string[];
}

/** One file of the index; the newest one names the others, newest first. */
export interface IndexFile {
  older: string[];
  entries: Entry[];
}

/** An entry whose words were looked at once, not with every letter typed. */
export interface Searchable {
  entry: Entry;
  title: string[];
  description: string[];
}

export const kindNames = { post: 'Yazı', workshop: 'Atölye', service: 'Hizmet' } as const;

/** What a query's word found in the title counts more than in the description, and that more than in the text. */
const weights = { title: 12, description: 4, words: 1 };
/** Roots this short are no hint of a longer word: 'kar' says nothing of 'karar'. */
const minPrefixLength = 4;
/** Letters a root of a text keeps in the index. */
const maxStemLength = 8;
const maxWords = 200;

export const toSearchable = (entry: Entry): Searchable => ({
  entry,
  title: stemsOf(entry.title),
  description: stemsOf(entry.description),
});

/** The words of a text for the index, without those that title and description say already. */
export function indexWords(html: string, said: string): string[] {
  const known = new Set(stemsOf(said));
  const text = html.replace(/<[^>]*>/g, ' ').replace(/&\w+;|&#\d+;/g, ' ');
  const words = stemsOf(text).filter((root) => root.length > 2 && !known.has(root) && !/^\p{N}+$/u.test(root));
  return [...new Set(words.map((root) => root.slice(0, maxStemLength)))].slice(0, maxWords);
}

/** Entries that have every word of the query, the best first and equal ones in their order. */
export function search(entries: Searchable[], query: string): Entry[] {
  const roots = stemsOf(query);
  // 'ne', 'son' and the like alone: nothing else was asked for.
  const asked = roots.length
    ? roots
    : splitWords(query)
        .filter((word) => word.length > 1)
        .map(stemOf);
  if (!asked.length) return [];
  return entries
    .map(({ entry, title, description }) => ({
      entry,
      score: score({ title, description, words: entry.words }, asked),
    }))
    .filter((found) => found.score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

function score(fields: Record<keyof typeof weights, string[]>, asked: string[]): number {
  let sum = 0;
  for (const root of asked) {
    const best = Math.max(
      ...(Object.keys(weights) as (keyof typeof weights)[]).map(
        (field) => weights[field] * similarity(fields[field], root),
      ),
    );
    if (best === 0) return 0;
    sum += best;
  }
  return sum;
}

/** 1 for the word itself, less for one that begins with it, least for one that it begins with. */
function similarity(words: string[], asked: string): number {
  let best = 0;
  for (const word of words) {
    if (word === asked) return 1;
    if (word.startsWith(asked)) best = Math.max(best, 0.7);
    else if (word.length >= minPrefixLength && asked.startsWith(word)) best = Math.max(best, 0.5);
  }
  return best;
}
