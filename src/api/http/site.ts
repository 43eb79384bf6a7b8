import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from 'hono';
import type { FileEntry, Manifest } from '../publish/release.ts';
import { siteHeaders, typeOf } from './siteHeaders.ts';

/** One release as it is served: a request path can only ever be one of its files. */
export interface Site {
  name: string;
  folder: string;
  files: Manifest['files'];
  /** Hashed assets of earlier releases, which pages still open somewhere may ask for: path → folder and entry. */
  older: Map<string, { folder: string; entry: FileEntry }>;
}

/** Where the pages are somebody else's (`npm run api`): each is 404 here, and none is about to come. */
export const noSite: Site = { name: '', folder: '', files: {}, older: new Map() };

interface Found {
  path: string;
  entry: FileEntry;
  immutable: boolean;
}

/** Answers a request for a page or file of the site; unknown ones get the site's own 404 page. */
export async function serveSite(
  site: Site | undefined,
  context: Context,
  findRedirect: (path: string) => Promise<string | undefined>,
): Promise<Response> {
  for (const [name, value] of Object.entries(siteHeaders)) context.header(name, value);
  if (!site) return context.text('Site hazırlanıyor, lütfen birazdan yeniden deneyin.', 503, { 'retry-after': '5' });
  const path = decode(context.req.path);
  const found = find(site, path);
  // A form sent before its script was there: back to the page, never into an address.
  if (found && context.req.method === 'POST') return context.redirect(new URL(context.req.url).pathname, 303);
  if (found) return send(context, found, 200);
  const search = new URL(context.req.url).search;
  if (path.length > 1 && path.endsWith('/') && find(site, path.slice(0, -1))) {
    return context.redirect(encodeURI(path.slice(0, -1).replace(/^\/+/, '/')) + search, 308);
  }
  const target = await findRedirect(path);
  if (target) return context.redirect(encodeURI(target) + search, 301);
  const admin = path.startsWith('/admin/') ? find(site, '/admin') : undefined;
  if (admin) return send(context, admin, 200);
  const missing = find(site, '/404');
  return missing ? send(context, missing, 404) : context.text('Sayfa bulunamadı.', 404);
}

function find({ folder, files, older }: Site, path: string): Found | undefined {
  const name = path.slice(1);
  const file =
    path === '/'
      ? 'index.html'
      : [name, `${name}.html`, `${name}/index.html`].find((item) => Object.hasOwn(files, item));
  const immutable = path.startsWith('/_astro/');
  if (file !== undefined && Object.hasOwn(files, file)) {
    return { path: join(folder, file), entry: files[file] as FileEntry, immutable };
  }
  const old = immutable ? older.get(path) : undefined;
  return old && { path: join(old.folder, name), entry: old.entry, immutable };
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function send(context: Context, { path, entry, immutable }: Found, status: 200 | 404): Promise<Response> {
  const form = chooseForm(context.req.header('accept-encoding') ?? '', entry);
  const fresh = status === 200 && context.req.header('if-none-match')?.includes(form.etag);
  // Read before anything is answered: a file that somebody took away is an error like any other.
  const data = fresh || context.req.method === 'HEAD' ? null : await readFile(path + form.suffix);
  context.header('etag', form.etag);
  context.header('vary', 'accept-encoding');
  context.header('content-type', typeOf(extname(path)));
  context.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, no-cache');
  if (fresh) return context.body(null, 304);
  context.header('content-length', String(form.size));
  if (form.encoding) context.header('content-encoding', form.encoding);
  return data ? context.body(data, status) : context.body(null, status);
}

/** The smallest form of a file that the browser reads. */
function chooseForm(accepted: string, [hash, size, br, gz]: FileEntry) {
  if (br && /\bbr\b/.test(accepted)) return { suffix: '.br', size: br, encoding: 'br', etag: `"${hash}-br"` };
  if (gz && /\bgzip\b/.test(accepted)) return { suffix: '.gz', size: gz, encoding: 'gzip', etag: `"${hash}-gz"` };
  return { suffix: '', size, encoding: undefined, etag: `"${hash}"` };
}
