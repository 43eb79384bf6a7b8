import type { APIContext } from 'astro';
import { formatStart } from '../../../shared/format.ts';
import { getSite } from '../../../web/layouts/site.store.ts';
import { getPageHead } from '../../../web/words.store.ts';
import { getProductPages } from '../../_lists.ts';
import { getPosts } from '../../_posts.ts';
import { drawSharePicture, type ShareCard, sharedPosts, shareKey } from '../../_sharePicture.ts';

/** The pictures that other sites show of a post or product when somebody shares its address. */
export async function getStaticPaths() {
  const { name } = await getSite();
  const { title: blog } = await getPageHead('blog');
  const posts = (await getPosts()).slice(0, sharedPosts);
  const products = await getProductPages();
  return [
    ...posts.map(({ slug, title }) => toPath('blog', slug, { kicker: blog, title, name })),
    ...products.map(({ slug, title, date, time }) =>
      toPath('products', slug, { kicker: formatStart({ date, time }), title, name }),
    ),
  ];
}

const toPath = (kind: string, slug: string, card: ShareCard) => ({
  params: { kind, slug },
  props: { card },
  cacheKey: shareKey(card),
});

export async function GET({ props }: APIContext<{ card: ShareCard }>): Promise<Response> {
  const picture = await drawSharePicture(props.card);
  return new Response(new Uint8Array(picture), { headers: { 'content-type': 'image/jpeg' } });
}
