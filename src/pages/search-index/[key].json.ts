import type { APIContext } from 'astro';
import { toSlug } from '../../shared/slug.ts';
import { call } from '../../web/http.ts';
import { paths } from '../../web/paths.ts';
import { type Entry, type IndexFile, indexWords } from '../../web/search/search.ts';
import { type IndexPart, indexParts, indexRoutes } from '../_indexFiles.ts';
import { getTexts, keyOf } from '../_posts.ts';

export const getStaticPaths = () => indexRoutes(({ posts }) => keyOf(...posts));

/** What the search of the site finds: services and workshops in the newest file, posts in all. */
export async function GET({ props }: APIContext<{ part: IndexPart }>): Promise<Response> {
  const { key, start, posts } = props.part;
  const articles = (await getTexts(start, start + posts.length)).map(({ slug, title, description, content }) =>
    entry('post', paths.blog(slug), title, description, content),
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
