// Lighthouse scores of the public pages on a phone; the median of several runs.
import { launch } from 'chrome-launcher';
import lighthouse from 'lighthouse';
import { findBrowser } from '../browser.ts';
import { median, report } from './report.ts';

const categories = { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 } as const;
const noindex = /^\/(?:cart|login|register)/;
/** Pages without a picture on the first screen. */
const textOnly = /^\/yasal\//;

export async function measureLighthouse(origin: string, routes: string[], runs: number): Promise<void> {
  const chrome = await launch({
    chromePath: findBrowser(),
    chromeFlags: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  });
  const visit = (path: string) => lighthouse(`${origin}${path}`, { port: chrome.port, logLevel: 'silent' });
  try {
    // Not counted: a browser that was just started does much else beside its first page.
    await visit(routes[0] as string);
    for (const path of routes) {
      const results: {
        categories: Record<string, { score: number | null }>;
        audits: Record<string, { numericValue?: number }>;
      }[] = [];
      for (let run = 0; run < runs; run += 1) {
        const result = await visit(path);
        if (result) results.push(result.lhr);
      }
      const group = `Lighthouse of ${path}`;
      for (const [name, min] of Object.entries(categories)) {
        const value = median(results.map((lhr) => (lhr.categories[name]?.score ?? 0) * 100));
        report({ group, name, value, unit: '', ...(name === 'seo' && noindex.test(path) ? {} : { min }) });
      }
      const audit = (id: string) => median(results.map((lhr) => lhr.audits[id]?.numericValue ?? 0));
      report({
        group,
        name: 'LCP',
        value: audit('largest-contentful-paint') / 1000,
        unit: 's',
        max: textOnly.test(path) ? 1 : 1.5,
      });
      report({ group, name: 'TBT', value: audit('total-blocking-time'), unit: 'ms', max: 20 });
      report({ group, name: 'CLS', value: audit('cumulative-layout-shift'), unit: '', max: 0.01 });
    }
  } finally {
    chrome.kill();
  }
}
