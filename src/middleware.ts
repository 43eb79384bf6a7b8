import { defineMiddleware } from 'astro:middleware';
import { createHash } from 'node:crypto';
import { inlineTexts, mergeStyleTags } from './web/layouts/inlineTags.ts';

const apiOrigin = import.meta.env.PUBLIC_API_URL ?? '';
const mediaUrl = import.meta.env.PUBLIC_MEDIA_URL;
const pictures = ["'self'", 'data:', 'blob:', mediaUrl ? new URL(mediaUrl).origin : apiOrigin]
  .filter(Boolean)
  .join(' ');
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Sources of the policy for scripts or styles: our own files, and the inline ones by their hash. */
const sources = (html: string, tag: 'script' | 'style'): string =>
  [...new Set(["'self'", ...inlineTexts(html, tag).map(hash)])].join(' ');

function policy(html: string): string {
  const connect = ["'self'", apiOrigin, import.meta.env.PUBLIC_SUPABASE_URL ?? ''].filter(Boolean).join(' ');
  return [
    "default-src 'self'",
    `script-src ${sources(html, 'script')}`,
    `style-src ${sources(html, 'style')}`,
    `img-src ${pictures}`,
    `connect-src ${connect}`,
    'frame-src https://www.youtube-nocookie.com https://www.youtube.com https://player.vimeo.com',
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
  ].join(';');
}

/**
 * Writes the content security policy into the head of each page, with the hashes of that page only. Astro's own policy
 * lists the hashes of the whole site in every page, which its 14 KB of HTML cannot hold.
 */
export const onRequest = defineMiddleware(async (_, next) => {
  const response = await next();
  if (import.meta.env.DEV || !response.headers.get('content-type')?.includes('text/html')) return response;
  const html = mergeStyleTags(await response.text());
  const meta = `<meta http-equiv="content-security-policy" content="${policy(html)}">`;
  return new Response(html.replace('<meta charset="utf-8">', `$&${meta}`), response);
});
