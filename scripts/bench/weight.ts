// Page weight: the compressed size of every file that a browser loads for a route.
import { setTimeout as sleep } from 'node:timers/promises';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Browser, Page, Response } from '@playwright/test';
import { report } from './report.ts';

/**
 * Kilobytes by kind: HTML with brotli, scripts and styles with gzip, fonts and pictures as they are. `rareFont` is for
 * letters that few texts have (q, w, x, digits in italics). `foreign` counts requests to other origins.
 */
interface Weight {
  html: number;
  css: number;
  js: number;
  font: number;
  rareFont: number;
  picture: number;
  foreign: number;
}

const kinds: Record<string, keyof Weight> = {
  document: 'html',
  stylesheet: 'css',
  script: 'js',
  font: 'font',
  image: 'picture',
};

function kindOf(response: Response): keyof Weight | undefined {
  const kind = kinds[response.request().resourceType()];
  return kind === 'font' && !response.url().includes('-core.') ? 'rareFont' : kind;
}

function compressed(kind: keyof Weight, body: Buffer): number {
  if (kind === 'html') return brotliCompressSync(body).length;
  return kind === 'css' || kind === 'js' ? gzipSync(body, { level: 9 }).length : body.length;
}

/**
 * Opens a route and adds up what it loads without scrolling or clicking. Throws if a file could not be read, because it
 * would count as nothing.
 */
export async function weigh(page: Page, address: string): Promise<Weight> {
  const weight: Weight = { html: 0, css: 0, js: 0, font: 0, rareFont: 0, picture: 0, foreign: 0 };
  const origin = new URL(address).origin;
  const reading: Promise<void>[] = [];
  const unread: string[] = [];
  const seen = new Set<string>();
  const listen = (response: Response) => {
    const url = response.url();
    if (!url.startsWith('http') || seen.has(url)) return;
    seen.add(url);
    if (new URL(url).origin !== origin) weight.foreign += 1;
    const kind = kindOf(response);
    if (kind && response.status() === 200) {
      const count = (body: Buffer) => {
        weight[kind] += compressed(kind, body) / 1024;
      };
      reading.push(response.body().then(count, () => void unread.push(url)));
    }
  };
  page.on('response', listen);
  // Fonts come after the first paint, which is late on a busy machine.
  await Promise.all([page.waitForResponse((response) => kindOf(response) === 'font'), page.goto(address)]);
  // Not `networkidle`: a page with an open stream is never idle.
  for (let before = -1; before !== seen.size; await sleep(700)) before = seen.size;
  page.off('response', listen);
  await Promise.all(reading);
  if (unread.length) throw new Error(`${address}: could not read ${unread.join(', ')}`);
  return weight;
}

/** Budget of a route in kilobytes. */
export function budgetOf(path: string): { html?: number; css: number; js: number; font: number; rareFont: number } {
  const common = { css: 12, font: 45, rareFont: 60 };
  if (path.startsWith('/admin')) return { js: 130, css: 24, font: 45, rareFont: 60 };
  if (/^\/(?:login|register|activate|forgot-password|cart|orders|profile)/.test(path))
    return { ...common, html: 14, js: 90 };
  if (path === '/products') return { ...common, html: 14, js: 10 };
  return { ...common, html: 14, js: 8 };
}

export const publicRoutes = [
  '/',
  '/danismanlik',
  '/kocluk',
  '/products',
  '/blog',
  '/galeri',
  '/iletisim',
  '/login',
  '/register',
  '/cart',
];

/** Measures every route with a new page, because bodies of cached files cannot be read. */
export async function measureWeight(browser: Browser, origin: string, routes: string[], token: string): Promise<void> {
  for (const path of routes) {
    const page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    if (path.startsWith('/admin')) await page.addInitScript((value) => localStorage.setItem('token', value), token);
    const weight = await weigh(page, origin + path);
    await page.close();
    const budget = budgetOf(path);
    const group = `Weight of ${path}`;
    report({ group, name: 'HTML with critical CSS', value: weight.html, unit: 'KB br', max: budget.html });
    report({ group, name: 'CSS files', value: weight.css, unit: 'KB gz', max: budget.css });
    report({ group, name: 'JavaScript', value: weight.js, unit: 'KB gz', max: budget.js });
    report({ group, name: 'fonts', value: weight.font, unit: 'KB', max: budget.font });
    report({ group, name: 'fonts for rare letters', value: weight.rareFont, unit: 'KB' });
    report({ group, name: 'pictures above the fold', value: weight.picture, unit: 'KB' });
    report({ group, name: 'requests to other origins', value: weight.foreign, unit: '', max: 0 });
  }
}
