import type { APIContext } from 'astro';
import { excerpt } from '../../shared/format.ts';
import type { PostIndexFile } from '../../web/blog/blog.store.ts';
import { paths } from '../../web/paths.ts';
import { type IndexPart, indexRoutes } from '../_indexFiles.ts';
import { keyOf } from '../_posts.ts';

export const getStaticPaths = () => indexRoutes(({ posts, older }) => `${older} ${keyOf(...posts)}`);

/** Posts for the carousel below an article. Every page names the newest file, each file the next older one. */
export function GET({ props }: APIContext<{ part: IndexPart }>): Response {
  const { posts, older } = props.part;
  const file: PostIndexFile = {
    posts: posts.map(({ slug, title, description, image_url }) => ({
      slug,
      title,
      text: excerpt(description),
      image: image_url,
    })),
    next: older ? paths.blogIndex(older) : null,
  };
  return Response.json(file);
}
