import { createHash } from 'node:crypto';
import { open, readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from 'hono';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.xml': 'application/xml; charset=utf-8',
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

/** Headers of every page and file; scripts and styles are bound by the hashes in each page's own policy. */
export const siteHeaders: Record<string, string> = {
  'content-security-policy': "frame-ancestors 'none'; base-uri 'self'; object-src 'none'; form-action 'self'",
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  'cross-origin-opener-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000',
};

interface SiteFile {
  path: string;
  size: number;
  etag: string;
  encodings: Set<string>;
}

/** The files of one release, listed once, so that a request path can only ever be one of them. */
export interface Site {
  files: Map<string, SiteFile>;
}

/** Lists a release folder. `.br` and `.gz` beside a file are its compressed forms. */
export async function readSite(folder: string): Promise<Site> {
  const entries = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const paths = new Set(entries.map((entry) => `/${relative(folder, join(entry.parentPath, entry.name))}`));
  const files = new Map<string, SiteFile>();
  for (const path of paths) {
    const encoding = /\.(br|gz)$/.exec(path);
    if (encoding && paths.has(path.slice(0, -3))) continue;
    const file = join(folder, path);
    files.set(path, {
      path: file,
      size: (await stat(file)).size,
      etag: path.startsWith('/_astro/')
        ? `"${path}"`
        : `"${createHash('sha256')
            .update(await readFile(file))
            .digest('base64url')
            .slice(0, 27)}"`,
      encodings: new Set(['br', 'gz'].filter((item) => paths.has(`${path}.${item}`))),
    });
  }
  return { files };
}

/** Answers a request for a page or file of the site; unknown ones get the site's own 404 page. */
export async function serveSite(site: Site | undefined, context: Context): Promise<Response> {
  for (const [name, value] of Object.entries(siteHeaders)) context.header(name, value);
  if (!site) return context.text('Site hazırlanıyor, lütfen birazdan yeniden deneyin.', 503, { 'retry-after': '5' });
  const path = decode(context.req.path);
  const found = find(site, path);
  // A form sent before its script was there: back to the page, never into an address.
  if (found && context.req.method === 'POST') return context.redirect(new URL(context.req.url).pathname, 303);
  if (found) return send(context, found, 200);
  if (path.length > 1 && path.endsWith('/') && find(site, path.slice(0, -1))) {
    return context.redirect(path.slice(0, -1).replace(/^\/+/, '/') + new URL(context.req.url).search, 308);
  }
  const admin = path.startsWith('/admin/') ? find(site, '/admin') : undefined;
  if (admin) return send(context, admin, 200);
  const missing = find(site, '/404');
  return missing ? send(context, missing, 404) : context.text('Sayfa bulunamadı.', 404);
}

function find({ files }: Site, path: string): SiteFile | undefined {
  if (path === '/') return files.get('/index.html');
  return files.get(path) ?? files.get(`${path}.html`) ?? files.get(`${path}/index.html`);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function send(context: Context, file: SiteFile, status: 200 | 404): Promise<Response> {
  const accepted = context.req.header('accept-encoding') ?? '';
  const encoding = ['br', 'gz'].find(
    (item) => file.encodings.has(item) && accepted.includes(item === 'gz' ? 'gzip' : item),
  );
  const etag = encoding ? file.etag.replace(/"$/, `-${encoding}"`) : file.etag;
  const immutable = file.etag.startsWith('"/_astro/');
  context.header('etag', etag);
  context.header('vary', 'accept-encoding');
  context.header('content-type', types[extname(file.path)] ?? 'application/octet-stream');
  context.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, no-cache');
  if (status === 200 && context.req.header('if-none-match')?.includes(etag)) return context.body(null, 304);
  if (encoding) context.header('content-encoding', encoding === 'gz' ? 'gzip' : 'br');
  else context.header('content-length', String(file.size));
  if (context.req.method === 'HEAD') return context.body(null, status);
  // Opened before anything is answered: a release folder that somebody took away is an error like any other.
  const handle = await open(encoding ? `${file.path}.${encoding}` : file.path);
  return context.body(Readable.toWeb(handle.createReadStream()) as ReadableStream, status);
}
