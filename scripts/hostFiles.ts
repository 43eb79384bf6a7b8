import type { Env } from '../src/api/env.ts';
import { roomPages } from '../src/api/http/serveSite.ts';
import { cameraHeaders, siteHeaders } from '../src/api/http/siteHeaders.ts';

const toLines = (headers: Record<string, string>) =>
  Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);

/**
 * The file `_headers` of a static host. Where two rules set the same header, hosts join them or take the last one: of a
 * `permissions-policy` with a feature twice, the last one holds too.
 */
export const toHeadersFile = (env: Pick<Env, 'hstsSubdomains'>): string =>
  [
    '/*',
    ...toLines(siteHeaders(env)),
    '/admin/door/*',
    ...toLines(cameraHeaders),
    '/_astro/*',
    ...toLines({ 'cache-control': 'public, max-age=31536000, immutable' }),
    '',
  ].join('\n');

/** The file `_redirects`: old addresses, and pages that answer for every address below them. */
export const toRedirectsFile = (redirects: { from_path: string; to_path: string }[]): string =>
  [
    ...redirects.map(({ from_path, to_path }) => `${encodeURI(from_path)} ${encodeURI(to_path)} 301`),
    ...roomPages.map((page) => `${page}/* ${page} 200`),
    '',
  ].join('\n');
