import type { APIContext } from 'astro';
import { excerpt } from '../../web/format.ts';
import { paths } from '../../web/paths.ts';
import { type IndexPart, indexRoutes } from '../_indexFiles.ts';
import { keyOf } from '../_posts.ts';

export const getStaticPaths = () => indexRoutes(({ posts, older }) => `${older} ${keyOf(...posts)}`);

/** Posts as the strip below an article shows them. Every page names the newest file, each file the next older one. */
export function GET({ props }: APIContext<{ part: IndexPart }>): Response {
  const { posts, older } = props.part;
  return Response.json({
    posts: posts.map(({ slug, title, description, image_url }) => ({
      slug,
      title,
      text: excerpt(description),
      image: image_url,
    })),
    next: older ? paths.blogIndex(older) : null,
  });
}
