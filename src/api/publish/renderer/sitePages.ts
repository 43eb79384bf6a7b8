import type { PathWithRoute } from 'astro';
import { completeKeyPrefix } from '../../../shared/cacheKeys.ts';
import type { SiteBundle } from './bundle.ts';
import { BuildError, hideFolders } from './messages.ts';
import { hashOf } from './releaseFiles.ts';

/** A page or file that a route of the site makes. */
export interface Page {
  pathname: string;
  /** Its file in a release. */
  file: string;
  /** Fingerprint of the data it shows, of its route's `cacheKey`. Null if the route gives none. */
  key: string | null;
  route: PathWithRoute['route'];
}

/** Lists the pages of the site with its current content, in the order of the routes. */
export const listPages = async (bundle: SiteBundle): Promise<Page[]> => toPages(bundle, await bundle.pages.listPaths());

/** Finds the page of an address; undefined where the site has none. */
export async function findPage(bundle: SiteBundle, pathname: string): Promise<Page | undefined> {
  const pages = toPages(bundle, await bundle.pages.listPathsLike(pathname));
  return pages.find((page) => page.pathname === pathname && page.file.endsWith('.html'));
}

/** Fingerprints of the keys that were listed last: most are listed again for the next release. */
let knownKeys = new Map<string, string>();

function toPages({ format }: SiteBundle, paths: PathWithRoute[]): Page[] {
  if (format !== 'file') throw new BuildError('Only build.format "file" can be published.');
  const found = new Map<string, Page>();
  const keys: typeof knownKeys = new Map();
  for (const { pathname, route, cacheKey } of paths) {
    if (route.type !== 'page' && route.type !== 'endpoint') throw new BuildError(`${pathname} is no page.`);
    const address = pathname.replace(/(?<=.)\/$/, '');
    const file = route.type === 'endpoint' ? address.slice(1) : `${address.slice(1) || 'index'}.html`;
    // As in Astro's build, the first of two routes with the same address wins.
    if (!found.has(address))
      found.set(address, { pathname: address, file, key: fingerprintKey(cacheKey, keys), route });
  }
  knownKeys = keys;
  return [...found.values()];
}

/** Whether a file depends on nothing but its key: neither on the site's code nor on what every page shows. */
export const isComplete = (key: string | null) => key?.startsWith(completeKeyPrefix) ?? false;

/** Shortens a key: the manifest of 10,000 posts had 16 MB with whole ones, which every release reads and writes. */
function fingerprintKey(cacheKey: string | undefined, keys: typeof knownKeys): string | null {
  if (cacheKey === undefined) return null;
  if (isComplete(cacheKey)) return cacheKey;
  const fingerprint = knownKeys.get(cacheKey) ?? hashOf(cacheKey);
  keys.set(cacheKey, fingerprint);
  return fingerprint;
}

/**
 * Renders a page into the bytes that `astro build` writes; undefined where what it shows is gone since the page was
 * listed. Throws BuildError, which names the page.
 */
export async function renderPage({ pages, site }: SiteBundle, page: Page): Promise<Buffer | undefined> {
  try {
    // With build.format "file" Astro's build asks for the address of the file, too.
    const request = new Request(new URL(encodeURI(`/${page.file}`), site));
    const response = await pages.render(request, { routeData: page.route });
    if (page.pathname === '/404') return Buffer.from(await response.arrayBuffer());
    if (response.status === 404) return undefined;
    if (response.status !== 200) throw new Error(`answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    throw new BuildError(`“${page.pathname}” sayfası hazırlanamadı: ${hideFolders(reason)}`);
  }
}
