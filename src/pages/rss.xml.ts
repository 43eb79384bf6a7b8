import rss from '@astrojs/rss';
import type { APIContext } from 'astro';
import { buildPaths } from '../web/buildPaths.ts';
import { getSite } from '../web/layouts/site.store.ts';
import { paths } from '../web/paths.ts';
import { getPageHead } from '../web/words.store.ts';
import { getPosts } from './_posts.ts';

/** The newest fifty posts, for feed readers. */
export async function GET({ site }: APIContext): Promise<Response> {
  const head = await getPageHead('blog');
  const { name } = await getSite();
  const posts = await getPosts();
  return rss({
    title: `${head.title} | ${name}`,
    description: head.description,
    site: site!,
    trailingSlash: false,
    xmlns: { atom: 'http://www.w3.org/2005/Atom' },
    customData: `<language>tr</language><atom:link href="${new URL(buildPaths.rss, site).href}" rel="self" type="application/rss+xml"/>`,
    items: posts.slice(0, 50).map((post) => ({
      title: post.title,
      description: post.description,
      link: paths.blog(post.slug),
      pubDate: new Date(post.created_at),
    })),
  });
}
