// What visitors download: on a first visit, on a second one, and after a release that changed the text of one post.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, BrowserContext } from '@playwright/test';
import { send } from '../../tests/load/send.ts';
import { report } from './report.ts';

/** What one visit of a route took from the network. */
interface Visit {
  /** With the headers of answers; compressed as over HTTP, where browsers take gzip only. */
  kilobytes: number;
  /** Addresses of the site's files that came whole, with the names of their versions. */
  files: Map<string, string>;
}

/** Opens a route in a new tab and adds up what does not come from the browser's cache. */
async function visit(context: BrowserContext, address: string): Promise<Visit> {
  const page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  const files: Visit['files'] = new Map();
  const addresses = new Map<string, string>();
  let bytes = 0;
  network.on('Network.requestWillBeSent', ({ requestId, request }) => addresses.set(requestId, request.url));
  network.on('Network.responseReceivedExtraInfo', ({ requestId, statusCode, headers }) => {
    // Answers of the API have no version: they are of this moment.
    if (statusCode === 200 && headers.etag) files.set(addresses.get(requestId) ?? requestId, headers.etag);
  });
  network.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength;
  });
  await page.goto(address);
  // Not `networkidle`: a page with an open stream is never idle.
  for (let before = -1; before !== bytes; await sleep(700)) before = bytes;
  await page.close();
  return { kilobytes: bytes / 1024, files };
}

/** Changes a word in a post's text and waits until its page shows it. */
async function publishChange(origin: string, token: string, id: string, slug: string): Promise<void> {
  const answer = await send(origin, `GET /api/admin/blogs/${id}`, token);
  const { title, description, content } = (await answer.json()) as Record<string, string>;
  const body = { title, description, content: `${content}<p>Düzeltilmiş satır.</p>` };
  await send(origin, `PUT /api/blogs/${id}`, token, body);
  await send(origin, 'POST /api/admin/publish', token);
  while (!(await (await fetch(`${origin}/blog/${slug}`)).text()).includes('Düzeltilmiş satır.')) await sleep(50);
}

/** Measures three visits of each route by a visitor of its own, who begins with an empty cache. */
export async function measureRepeatVisits(
  browser: Browser,
  origin: string,
  routes: string[],
  token: string,
): Promise<void> {
  const [post] = (await (await fetch(`${origin}/api/blogs?page=2&size=1`)).json()) as { id: string; slug: string }[];
  if (!post) throw new Error('There are too few posts to change one.');
  const visitors = new Map<string, { context: BrowserContext; versions: Map<string, string> }>();
  for (const path of [...routes, `/blog/${post.slug}`]) {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    visitors.set(path, { context, versions: new Map() });
  }
  const unchanged: string[] = [];
  const changed = new Set<string>();
  async function measure(name: string) {
    for (const [path, { context, versions }] of visitors) {
      const { kilobytes, files } = await visit(context, origin + path);
      report({ group: `Downloads of ${name}`, name: path, value: kilobytes, unit: 'KB' });
      for (const [address, version] of files) {
        if (versions.get(address) === version) unchanged.push(address);
        else if (versions.has(address)) changed.add(address);
        versions.set(address, version);
      }
    }
  }
  await measure('a first visit');
  await measure('a second visit');
  await publishChange(origin, token, post.id, post.slug);
  await measure('a visit after one post changed');
  const group = 'Files that came again';
  report({ group, name: 'unchanged', value: unchanged.length, unit: '', max: 0 });
  report({ group, name: 'changed with the post', value: changed.size, unit: '', max: 1 });
  for (const address of [...unchanged, ...changed]) console.log(`    ${address}`);
  for (const { context } of visitors.values()) await context.close();
}
