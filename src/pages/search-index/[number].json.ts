import type { APIContext } from 'astro';
import { toSlug } from '../../contract/slug.ts';
import { call } from '../../web/http.ts';
import { paths } from '../../web/paths.ts';
import { type Entry, type IndexFile, indexWords } from '../../web/search/search.ts';
import { getPosts, getTexts, keyOf } from '../_posts.ts';
import { countChunks, postsOf, rangeOf } from '../blog-index/_chunks.ts';

/** Parted like the posts of `blog-index`, so that a new or changed post makes one file new and not the whole index. */
export async function getStaticPaths() {
  const posts = await getPosts();
  const full = Array.from({ length: countChunks(posts) }, (_, number) => ({
    params: { number: String(number) },
    cacheKey: keyOf(...postsOf(posts, number)),
  }));
  return [{ params: { number: 'newest' }, cacheKey: undefined }, ...full];
}

/** What the search of the site finds: services and workshops in the newest file, posts in all. */
export async function GET({ params }: APIContext): Promise<Response> {
  const isNewest = params.number === 'newest';
  const number = isNewest ? undefined : Number(params.number);
  const posts = await getPosts();
  const { start, end } = rangeOf(posts, number);
  const articles = (await getTexts(start, end)).map(({ slug, title, description, content }) =>
    entry('post', paths.blog(slug), title, description, content),
  );
  const file: IndexFile = {
    older: isNewest ? countChunks(posts) : 0,
    entries: isNewest ? [...(await listOffers()), ...articles] : articles,
  };
  return Response.json(file);
}

async function listOffers(): Promise<Entry[]> {
  const services = await call('GET /api/consulting');
  const products = await call('GET /api/products');
  return [
    ...services.map(({ title, description }) => entry('service', paths.service(toSlug(title)), title, description)),
    ...products.map(({ slug, title, description, location, category }) =>
      entry('workshop', paths.product(slug), title, description, `${location} ${category}`),
    ),
  ];
}

/** Longer descriptions go into the words of the text: the index carries what a result shows. */
function entry(kind: Entry['kind'], path: string, title: string, description: string, text = ''): Entry {
  const shown = description.length > 300 ? `${description.slice(0, 300)}…` : description;
  return { kind, title, path, description: shown, words: indexWords(`${description} ${text}`, `${title} ${shown}`) };
}
