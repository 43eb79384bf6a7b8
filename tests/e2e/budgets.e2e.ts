import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from './fixtures.ts';

/** ARCHITECTURE.md, Budgets; KB of 1024 bytes. */
const kilobyte = 1024;
const limits = { html: 14, styles: 12, fonts: 45 };
const scripts: Record<string, number> = { '/products': 10 };

const brotli = (text: string) =>
  brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } }).length / kilobyte;
const gzip = (data: string | Buffer) => gzipSync(data, { level: 9 }).length / kilobyte;
const found = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map((match) => match[1] as string);

/** The modules a page runs from the start: its own and all they import, not those that wait for an event. */
async function startScripts(request: APIRequestContext, html: string): Promise<string[]> {
  const seen = new Map<string, string>();
  const visit = async (url: string) => {
    if (seen.has(url)) return;
    seen.set(url, '');
    const code = await (await request.get(url)).text();
    seen.set(url, code);
    for (const name of found(code, /(?:^|[;}])import(?:[^"'()]*?from)?"\.\/([^"]+)"/g)) await visit(`/_astro/${name}`);
  };
  for (const url of found(html, /<script type="module" src="([^"]+)"/g)) await visit(url);
  return [...seen.values(), ...found(html, /<script>(.+?)<\/script>/gs)];
}

for (const path of ['/', '/danismanlik', '/kocluk', '/products', '/blog', '/galeri', 'a post', 'a workshop']) {
  test(`${path} keeps its budgets`, async ({ request, api }) => {
    const [posts, products] = [await api('GET /api/blogs'), await api('GET /api/products')];
    const named: Record<string, string> = {
      'a post': `/blog/${posts[0]?.slug}`,
      'a workshop': `/products/${products[0]?.slug}`,
    };
    const html = await (await request.get(named[path] ?? path)).text();
    expect(brotli(html), 'HTML and critical styles').toBeLessThanOrEqual(limits.html);

    const modules = await startScripts(request, html);
    const sum = modules.reduce((total, code) => total + gzip(code), 0);
    expect(sum, 'scripts').toBeLessThanOrEqual(scripts[path] ?? (path === 'a workshop' ? 10 : 8));
    expect(modules.join(), 'React').not.toContain('react.transitional.element');

    const sheets = await Promise.all(
      found(html, /<link rel="stylesheet" href="([^"]+)"/g).map(async (url) => (await request.get(url)).text()),
    );
    const styles = [...found(html, /<style>(.+?)<\/style>/gs), ...sheets];
    expect(gzip(styles.join('')), 'styles').toBeLessThanOrEqual(limits.styles);

    const fonts = await Promise.all(
      found(html, /<link rel="preload" href="([^"]+\.woff2)"/g).map(async (url) => (await request.get(url)).body()),
    );
    expect(fonts.length).toBeGreaterThan(0);
    expect(fonts.reduce((total, font) => total + font.length, 0) / kilobyte, 'fonts').toBeLessThanOrEqual(limits.fonts);
  });
}
