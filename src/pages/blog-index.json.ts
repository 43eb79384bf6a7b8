import { excerpt } from '../web/format.ts';
import { getPosts } from './_posts.ts';

/** Every post as its card shows it, for the strip below an article: one file instead of a list in every page. */
export async function GET(): Promise<Response> {
  const posts = await getPosts();
  return Response.json(
    posts.map(({ slug, title, description, image_url }) => ({
      slug,
      title,
      text: excerpt(description),
      image: image_url,
    })),
  );
}
