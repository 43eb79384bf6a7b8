import { type Group, groupPosts } from './_groups.ts';
import { getPosts } from './_posts.ts';

/** One file of an index over all posts. */
export interface IndexPart extends Group {
  /** Key of the next older file. */
  older: string | undefined;
}

/** Splits the index over all posts into files, newest first, so that a changed post changes one of them. */
export async function indexParts(): Promise<IndexPart[]> {
  const groups = groupPosts(await getPosts(), { min: 60, max: 140 });
  return groups.map((group, index) => ({ ...group, older: groups[index + 1]?.key }));
}

/** The routes of an index. `newest.json` shows more than its posts, so it has no `cacheKey`. */
export async function indexRoutes(keyOf: (part: IndexPart) => string) {
  const parts = await indexParts();
  return parts.map((part) => ({
    params: { key: part.key ?? 'newest' },
    props: { part },
    cacheKey: part.key && keyOf(part),
  }));
}
