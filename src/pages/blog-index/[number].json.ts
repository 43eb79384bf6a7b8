import type { APIContext } from 'astro';
import { getPosts, keyOf } from '../_posts.ts';
import { chunk, countChunks, postsOf } from './_chunks.ts';

export async function getStaticPaths() {
  const posts = await getPosts();
  const full = Array.from({ length: countChunks(posts) }, (_, number) => ({
    params: { number: String(number) },
    cacheKey: keyOf(...postsOf(posts, number)),
  }));
  return [{ params: { number: 'newest' }, cacheKey: undefined }, ...full];
}

/** Posts as their cards show them: see `_chunks.ts`. */
export async function GET({ params }: APIContext): Promise<Response> {
  return Response.json(chunk(await getPosts(), params.number === 'newest' ? undefined : Number(params.number)));
}
