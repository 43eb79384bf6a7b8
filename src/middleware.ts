import { defineMiddleware } from 'astro:middleware';
import { ownScripts } from './web/layouts/inlineScripts.ts';
import { mergeStyleTags } from './web/layouts/inlineTags.ts';
import { writePolicy } from './web/layouts/pagePolicy.ts';

const apiOrigin = import.meta.env.PUBLIC_API_URL ?? '';
const mediaUrl = import.meta.env.PUBLIC_MEDIA_URL;
const options = {
  scripts: ownScripts,
  connect: [apiOrigin, import.meta.env.PUBLIC_SUPABASE_URL ?? ''].filter(Boolean),
  pictures: [mediaUrl ? new URL(mediaUrl).origin : apiOrigin].filter(Boolean),
};

/**
 * Writes the content security policy into the head of each page, with the hashes of that page only. Astro's own policy
 * lists the hashes of the whole site in every page, which its 14 KB of HTML cannot hold.
 */
export const onRequest = defineMiddleware(async ({ routePattern }, next) => {
  const response = await next();
  if (import.meta.env.DEV || !response.headers.get('content-type')?.includes('text/html')) return response;
  const html = mergeStyleTags(await response.text());
  return new Response(writePolicy(html, { ...options, hasLibraries: routePattern === '/admin' }), response);
});
