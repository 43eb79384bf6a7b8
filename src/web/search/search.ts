import { splitWords, stemOf, stemsOf } from './stems.ts';

/** Something that can be found. `words` are the stems of its text that title and description do not have. */
export interface Entry {
  kind: keyof typeof kindNames;
  title: string;
  /** Address of its page, from the site's root. */
  path: string;
  description: string;
  words: string[];
}

/** One file of the index. The newest lists the keys of the older ones, newest first. */
export interface IndexFile {
  older: string[];
  entries: Entry[];
}

/** An entry with its stems, computed once and not for each letter typed. */
export interface Searchable {
  entry: Entry;
  title: string[];
  description: string[];
  words: string[];
}

export const kindNames = {
  post: 'Yazı',
  product: 'Atölye',
  service: 'Hizmet',
  programme: 'Program',
  question: 'Soru',
  page: 'Sayfa',
  legal: 'Yasal metin',
} as const;

/** How much a word of the query counts by where it was found. */
const weights = { title: 12, description: 4, words: 1 };
/** A shorter stem does not match longer words: 'kar' is no hint of 'karar'. */
const minPrefixLength = 4;
/** The index keeps so many letters of each stem. */
const maxStemLength = 8;
const maxWords = 200;

export const toSearchable = (entry: Entry): Searchable => ({
  entry,
  title: stemsOf(entry.title),
  description: stemsOf(entry.description),
  // What it is counts as a word of it: people search for 'drama atölyesi'.
  words: [...entry.words, ...stemsOf(kindNames[entry.kind])],
});

/**
 * The stems of a text for the index, those of its pictures' descriptions first, without those of `described`, its title
 * and description.
 */
export function wordsForIndex(html: string, described: string): string[] {
  const known = new Set(stemsOf(described));
  const pictures = [...html.matchAll(/<img [^>]*\balt="([^"]*)"/g)].map(([, alt]) => alt);
  const text = [...pictures, html]
    .join(' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&\w+;|&#\d+;/g, ' ');
  const words = stemsOf(text).filter((stem) => stem.length > 2 && !known.has(stem) && !/^\p{N}+$/u.test(stem));
  return [...new Set(words.map((stem) => stem.slice(0, maxStemLength)))].slice(0, maxWords);
}

/** Entries that match every word of the query, the best first, equal ones in their order. */
export const search = (entries: Searchable[], query: string): Entry[] => rank(entries, query, 0);

/** Entries that match the most words of a query that none matches whole, at least half of them. */
export function searchNearest(entries: Searchable[], query: string): Entry[] {
  const most = Math.floor(wordsOf(query).length / 2);
  for (let missing = 1; missing <= most; missing++) {
    const found = rank(entries, query, missing);
    if (found.length) return found;
  }
  return [];
}

function wordsOf(query: string): string[] {
  const stems = stemsOf(query);
  if (stems.length) return stems;
  // A query of stop words only ('ne', 'son') is searched for as it is.
  return splitWords(query)
    .filter((word) => word.length > 1)
    .map(stemOf);
}

/** Entries that lack at most `missing` words of the query, the best first. */
function rank(entries: Searchable[], query: string, missing: number): Entry[] {
  const wanted = wordsOf(query);
  if (!wanted.length) return [];
  return entries
    .map((each) => ({ entry: each.entry, points: wanted.map((stem) => pointsOf(each, stem)) }))
    .filter(({ points }) => points.filter((each) => each === 0).length <= missing)
    .map(({ entry, points }) => ({ entry, score: points.reduce((sum, each) => sum + each, 0) }))
    .sort((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

const pointsOf = (searchable: Searchable, stem: string): number =>
  Math.max(
    ...(Object.keys(weights) as (keyof typeof weights)[]).map(
      (field) => weights[field] * similarity(searchable[field], stem),
    ),
  );

/** 1 for the same word, 0.7 for one that starts with it, 0.5 for one that it starts with. */
function similarity(words: string[], wanted: string): number {
  let best = 0;
  for (const word of words) {
    if (word === wanted) return 1;
    if (word.startsWith(wanted)) best = Math.max(best, 0.7);
    else if (word.length >= minPrefixLength && wanted.startsWith(word)) best = Math.max(best, 0.5);
  }
  return best;
}
