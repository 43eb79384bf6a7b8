import { type Group, groupPosts } from './_groups.ts';
import { getPosts } from './_posts.ts';

/** A file of an index over all posts, and the key of the next older one. */
export interface IndexPart extends Group {
  older: string | undefined;
}

/** How the indexes over all posts are parted into files, newest first: a new or changed post makes one of them new. */
export async function indexParts(): Promise<IndexPart[]> {
  const groups = groupPosts(await getPosts(), { least: 60, most: 140 });
  return groups.map((group, index) => ({ ...group, older: groups[index + 1]?.key }));
}

/** The routes of an index: `newest.json` shows more than its posts, so that `keyOf` tells only of the others. */
export async function indexRoutes(keyOf: (part: IndexPart) => string) {
  const parts = await indexParts();
  return parts.map((part) => ({
    params: { key: part.key ?? 'newest' },
    props: { part },
    cacheKey: part.key && keyOf(part),
  }));
}
