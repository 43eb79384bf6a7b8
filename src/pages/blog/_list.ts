import { buildPaths } from '../../web/buildPaths.ts';
import { type Group, groupPosts } from '../_groups.ts';
import { getPosts } from '../_posts.ts';

/** One page of the list of posts, and the addresses of its neighbours. */
export interface ListPage extends Group {
  path: string;
  newer: string | undefined;
  older: string | undefined;
}

/** The pages of the list, newest first. The first is /blog. */
export async function listPages(): Promise<ListPage[]> {
  const groups = groupPosts(await getPosts(), { min: 9, max: 12 });
  const addresses = groups.map(({ key }) => buildPaths.blogsPage(key));
  return groups.map((group, index) => ({
    ...group,
    path: addresses[index] as string,
    newer: addresses[index - 1],
    older: addresses[index + 1],
  }));
}
