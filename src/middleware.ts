import { defineMiddleware } from 'astro:middleware';
import { ownScripts } from './web/layouts/inlineScripts.ts';
import { mergeStyleTags } from './web/layouts/inlineTags.ts';
import { writePolicy } from './web/layouts/pagePolicy.ts';

const apiOrigin = import.meta.env.PUBLIC_API_URL ?? '';
const mediaUrl = import.meta.env.PUBLIC_MEDIA_URL;
/** The only page that lets a card service's page in; what is typed there nobody here sees. */
const cardPage = '/odeme';
const cardOrigin = import.meta.env.PUBLIC_CARD_FRAME ?? 'https://www.paytr.com';
const options = {
  scripts: ownScripts,
  connect: [apiOrigin, import.meta.env.PUBLIC_SUPABASE_URL ?? ''].filter(Boolean),
  pictures: [mediaUrl ? new URL(mediaUrl).origin : apiOrigin].filter(Boolean),
};

/**
 * Writes the content security policy into the head of each page, with the hashes of that page only. Astro's own policy
 * lists the hashes of the whole site in every page, which its 14 KB of HTML cannot hold.
 */
export const onRequest = defineMiddleware(async ({ routePattern, url }, next) => {
  // The product itself answers for addresses below these pages; the development server does not know them.
  const room = import.meta.env.DEV && ['/odeme', '/devir'].find((page) => url.pathname.startsWith(`${page}/`));
  const response = await (room ? next(room) : next());
  if (import.meta.env.DEV || !response.headers.get('content-type')?.includes('text/html')) return response;
  const { html, elements } = mergeStyleTags(await response.text());
  const frames = routePattern === cardPage ? [cardOrigin] : [];
  const hasLibraries = routePattern === '/admin';
  return new Response(writePolicy(html, elements, { ...options, frames, hasLibraries }), response);
});
