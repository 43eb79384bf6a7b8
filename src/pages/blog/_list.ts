import { paths } from '../../web/paths.ts';
import { type Group, groupPosts } from '../_groups.ts';
import { getPosts } from '../_posts.ts';

/** One page of the list of posts, and its neighbours' addresses. */
export interface ListPage extends Group {
  path: string;
  newer: string | undefined;
  older: string | undefined;
}

/** The pages of the list, newest first; the first one is /blog. */
export async function listPages(): Promise<ListPage[]> {
  const groups = groupPosts(await getPosts(), { least: 9, most: 12 });
  const addresses = groups.map(({ key }) => paths.blogsPage(key));
  return groups.map((group, index) => ({
    ...group,
    path: addresses[index] as string,
    newer: addresses[index - 1],
    older: addresses[index + 1],
  }));
}
