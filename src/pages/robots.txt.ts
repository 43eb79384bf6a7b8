import type { APIContext } from 'astro';
import { buildPaths } from '../web/buildPaths.ts';

/** Closes only the API to crawlers. Pages that must not be indexed say so in their head. */
export function GET({ site }: APIContext): Response {
  return new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL(buildPaths.sitemap, site).href}\n`);
}
