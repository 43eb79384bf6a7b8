import type { PathWithRoute } from 'astro';
import { sha256Short } from '../../hash.ts';
import type { Prerenderer, SiteBundle } from './bundled.ts';
import { BuildFault } from './messages.ts';

/** One page or file that the site's routes make. */
export interface Page {
  pathname: string;
  /** Where it lies in a release. */
  file: string;
  /** Fingerprint of the data it shows, from its route's `cacheKey`; null where the route gives none. */
  key: string | null;
  route: PathWithRoute['route'];
}

/** Every page of the site as its data is now, in the order of the routes. */
export async function listPages(prerenderer: Prerenderer, format: SiteBundle['format']): Promise<Page[]> {
  if (format !== 'file') throw new BuildFault('Only build.format "file" can be published.');
  const pages = new Map<string, Page>();
  for (const { pathname, route, cacheKey } of await prerenderer.getStaticPaths()) {
    if (route.type !== 'page' && route.type !== 'endpoint') throw new BuildFault(`${pathname} is no page.`);
    const address = pathname.replace(/(?<=.)\/$/, '');
    const file = route.type === 'endpoint' ? address.slice(1) : `${address.slice(1) || 'index'}.html`;
    // As Astro does: where two routes claim an address, the first one has it.
    if (!pages.has(address)) pages.set(address, { pathname: address, file, key: cacheKey ?? null, route });
  }
  return [...pages.values()];
}

/** Renders one page into the bytes that `astro build` would write. Throws BuildFault that names the page. */
export async function renderPage(prerenderer: Prerenderer, page: Page, origin: string): Promise<Buffer> {
  try {
    // The address in the file's own form, as Astro's build asks for it.
    const answer = await prerenderer.render(new Request(new URL(encodeURI(`/${page.file}`), origin)), {
      routeData: page.route,
    });
    const response = answer instanceof Response ? answer : answer.response;
    if (response.status !== 200 && page.pathname !== '/404') throw new Error(`answered ${response.status}`);
    return Buffer.from(await response.arrayBuffer());
  } catch (error) {
    const [reason] = String(error instanceof Error ? error.message : error).split('\n');
    throw new BuildFault(`“${page.pathname}” sayfası hazırlanamadı: ${reason}`);
  }
}

export const hashOf = (data: Buffer | string): string => sha256Short(data).slice(0, 27);
