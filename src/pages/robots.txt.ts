import type { APIContext } from 'astro';
import { paths } from '../web/paths.ts';

/** Pages that must not be found say so themselves (noindex); only the API is closed to crawlers. */
export function GET({ site }: APIContext): Response {
  return new Response(`User-agent: *\nDisallow: /api/\n\nSitemap: ${new URL(paths.sitemap, site).href}\n`);
}
