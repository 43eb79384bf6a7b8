import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context } from 'hono';
import type { FileEntry, Manifest } from '../publish/release.ts';
import { chooseEncoding, compressForVisitors, type Encoding, isCompressible } from './compress.ts';
import { contentTypeOf } from './siteHeaders.ts';

/** A release as it is served: only files it lists can be requested. */
export interface ServedSite {
  name: string;
  folder: string;
  files: Manifest['files'];
  /**
   * Files of other releases by path: hashed assets, for pages that are still open in browsers, and versions of legal
   * texts that were published after this release.
   */
  older: Map<string, { folder: string; file: string; entry: FileEntry }>;
  /** What is served in place of files of the release, by file. */
  replaced: Map<string, { data: Buffer<ArrayBuffer>; entry: FileEntry }>;
}

/** Served by `npm run api`: pages are served elsewhere, so all are 404 here. */
export const noSite: ServedSite = { name: '', folder: '', files: {}, older: new Map(), replaced: new Map() };

/** Pages that answer for every address below them, and read there what to show. */
export const roomPages = ['/admin/door', '/admin', '/devir', '/odeme', '/geri-bildirim', '/bilet', '/belge'];

interface FoundFile {
  path: string;
  entry: FileEntry;
  immutable: boolean;
  /** Its bytes where they are not those on disk. */
  data?: Buffer<ArrayBuffer> | undefined;
}

/** Shown while the first release is built; a browser asks again by itself. It has no style: the policy allows none. */
const waitingPage = `<!doctype html>
<html lang="tr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="refresh" content="5"><meta name="robots" content="noindex"><title>Site hazırlanıyor</title></head>
<body><h1>Site hazırlanıyor</h1><p>Lütfen birazdan yeniden deneyin; bu sayfa kendiliğinden yenilenir.</p></body></html>`;

/** Answers a request for a page or file of the site, or with its 404 page. */
export async function serveSite(
  site: ServedSite | undefined,
  context: Context,
  findRedirect: (path: string) => Promise<string | undefined>,
  headers: Record<string, string>,
): Promise<Response> {
  for (const [name, value] of Object.entries(headers)) context.header(name, value);
  if (!site) return context.html(waitingPage, 503, { 'retry-after': '5' });
  const path = decodePath(context.req.path);
  const found = findFile(site, path);
  // A form submitted before its script loaded: show the page again, without the fields in the address.
  if (found && context.req.method === 'POST') return context.redirect(new URL(context.req.url).pathname, 303);
  if (found) return sendFile(context, found, 200);
  const search = new URL(context.req.url).search;
  if (path.length > 1 && path.endsWith('/') && findFile(site, path.slice(0, -1))) {
    return context.redirect(encodeURI(path.slice(0, -1).replace(/^\/+/, '/')) + search, 308);
  }
  const target = await findRedirect(path.replace(/\/$/, ''));
  if (target) {
    // Browsers keep a 301 for good by default: once a title is changed back they would be redirected in a circle.
    context.header('cache-control', 'public, no-cache');
    return context.redirect(encodeURI(target) + search, 301);
  }
  const room = roomPages.find((each) => path.startsWith(`${each}/`));
  const page = room && findFile(site, room);
  if (page) return sendFile(context, page, 200);
  const missing = findFile(site, '/404');
  return missing ? sendFile(context, missing, 404) : context.text('Sayfa bulunamadı.', 404);
}

function findFile({ folder, files, older, replaced }: ServedSite, path: string): FoundFile | undefined {
  const name = path.slice(1);
  const file =
    path === '/'
      ? 'index.html'
      : [name, `${name}.html`, `${name}/index.html`].find((item) => Object.hasOwn(files, item));
  const immutable = path.startsWith('/_astro/');
  if (file !== undefined && Object.hasOwn(files, file)) {
    return { path: join(folder, file), entry: files[file] as FileEntry, immutable, ...replaced.get(file) };
  }
  const old = older.get(path);
  return old && { path: join(old.folder, old.file), entry: old.entry, immutable };
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

async function sendFile(context: Context, found: FoundFile, status: 200 | 404): Promise<Response> {
  const { path, entry, immutable } = found;
  const [hash, size] = entry;
  const accepted = context.req.header('accept-encoding') ?? '';
  const encoding = isCompressible(path, size) ? chooseEncoding(accepted, size) : undefined;
  const etag = `"${hash}"`;
  const fresh = status === 200 && context.req.header('if-none-match')?.includes(etag);
  // Read before the headers, so that a missing file becomes an error answer.
  const data = fresh ? null : await readForm(found, encoding);
  // Weak where compressed: the bytes of that form may become fewer, what they hold stays the same.
  context.header('etag', encoding ? `W/${etag}` : etag);
  context.header('vary', 'accept-encoding');
  context.header('content-type', contentTypeOf(extname(path)));
  context.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'public, no-cache');
  if (!data) return context.body(null, 304);
  context.header('content-length', String(data.length));
  if (encoding) context.header('content-encoding', encoding);
  return context.req.method === 'HEAD' ? context.body(null, status) : context.body(data, status);
}

/** Reads a file in an encoding: the form that lies beside it, or one that is made now. */
async function readForm(
  { path, entry: [hash, , br], data }: FoundFile,
  encoding: Encoding | undefined,
): Promise<Buffer<ArrayBuffer>> {
  const read = async () => data ?? readFile(path);
  if (!encoding) return read();
  if (encoding === 'br' && br) return readFile(`${path}.br`);
  return compressForVisitors(hash, encoding, read);
}
