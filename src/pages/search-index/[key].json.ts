import type { APIContext } from 'astro';
import { toSlug } from '../../shared/slug.ts';
import { call } from '../../web/http.ts';
import { paths } from '../../web/paths.ts';
import { type Entry, type IndexFile, wordsForIndex } from '../../web/search/search.ts';
import { type IndexPart, indexParts, indexRoutes } from '../_indexFiles.ts';
import { getFullPosts, keyOf } from '../_posts.ts';

export const getStaticPaths = () => indexRoutes(({ posts }) => keyOf(...posts));

/** The entries of the search: services and products in the newest file, posts in all files. */
export async function GET({ props }: APIContext<{ part: IndexPart }>): Promise<Response> {
  const { key, start, posts } = props.part;
  const articles = (await getFullPosts(start, start + posts.length)).map(({ slug, title, description, content }) =>
    toEntry('post', paths.blog(slug), title, description, content),
  );
  if (key) return Response.json({ older: [], entries: articles } satisfies IndexFile);
  const [, ...others] = await indexParts();
  const older = others.map((part) => part.key as string);
  return Response.json({ older, entries: [...(await listOffers()), ...articles] } satisfies IndexFile);
}

async function listOffers(): Promise<Entry[]> {
  const services = await call('GET /api/consulting');
  const products = await call('GET /api/products');
  return [
    ...services.map(({ title, description }) => toEntry('service', paths.service(toSlug(title)), title, description)),
    ...products.map(({ slug, title, description, location, category }) =>
      toEntry('product', paths.product(slug), title, description, `${location} ${category}`),
    ),
  ];
}

/** The index has the part of the description that a result shows; the rest is found by its words. */
function toEntry(kind: Entry['kind'], path: string, title: string, description: string, text = ''): Entry {
  const shown = description.length > 300 ? `${description.slice(0, 300)}…` : description;
  return { kind, title, path, description: shown, words: wordsForIndex(`${description} ${text}`, `${title} ${shown}`) };
}
