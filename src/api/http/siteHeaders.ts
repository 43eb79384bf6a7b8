import type { Env } from '../env.ts';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
  '.ics': 'text/calendar; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
};

export const contentTypeOf = (extension: string): string => types[extension] ?? 'application/octet-stream';

type Headers = Record<string, string>;
type HstsEnv = Pick<Env, 'hstsSubdomains'>;

/** Headers of every answer, whoever gives it. */
const commonHeaders = ({ hstsSubdomains }: HstsEnv): Headers => ({
  'x-content-type-options': 'nosniff',
  'strict-transport-security': `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`,
});

/** Headers of every answer that is no page: of the API, /media, /healthz and of refusals before any of them. */
export const apiHeaders = (env: HstsEnv): Headers => ({
  ...commonHeaders(env),
  // Nothing runs, loads or is framed where an answer is opened on its own.
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
});

const permissions = (camera: string) =>
  `camera=${camera}, microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()`;

/** The only address whose page may use the camera: the door of a product. */
export const isCameraPath = (path: string): boolean => /^\/admin\/door\/[^/]+$/.test(path);

/** Headers that differ for it. */
export const cameraHeaders: Headers = { 'permissions-policy': permissions('(self)') };

/** Headers of every page and file. Each page's own policy restricts scripts and styles by their hashes. */
export const siteHeaders = (env: HstsEnv): Headers => ({
  ...commonHeaders(env),
  'content-security-policy': "frame-ancestors 'none'; base-uri 'none'; object-src 'none'; form-action 'self'",
  'cross-origin-resource-policy': 'cross-origin',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': permissions('()'),
  'cross-origin-opener-policy': 'same-origin',
});
