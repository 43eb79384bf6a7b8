// Speed of the admin area with 5,000 orders, 2,000 users and 1,000 posts: API calls, screens, typing into a search.

import type { Page } from '@playwright/test';
import { withContext } from '../../tests/load/context.ts';
import { send } from '../../tests/load/send.ts';
import { openBrowser } from '../browser.ts';
import { type Kind, openDatabase } from './databases.ts';
import { fillPractice } from './fillPractice.ts';
import { adminToken, startProduct } from './product.ts';
import { median, report } from './report.ts';

/** Each screen with an element that exists once it can be used. */
const screens = [
  ['Yönetim Paneli', '/admin', '.tbl tbody tr'],
  ['Ürünler', '/admin/manage-products', '.tbl tbody tr'],
  ['Kategori Ekle', '/admin/add-category', '.tbl tbody tr'],
  ['Siparişler', '/admin/orders', '.tbl tbody tr'],
  ['Kullanıcılar', '/admin/users', '.tbl tbody tr'],
  ['Blog', '/admin/blog', '.ql-editor'],
  ['Yorumlar', '/admin/manage-comments', '.tbl tbody tr'],
  ['Galeri', '/admin/gallery', '.ed'],
  ['Hizmet Yönetimi', '/admin/consulting', '.ed'],
  ['Gelen Mesajlar', '/admin/consulting/messages', '.msgs li'],
  ['Yayın', '/admin/publish', '.pub-steps'],
] as const;

const apiPaths = [
  '/api/admin/stats',
  '/api/admin/products?page=1&size=10',
  '/api/admin/orders?page=1&size=15',
  '/api/admin/orders?page=300&size=15&sort=asc',
  '/api/admin/orders?page=1&size=15&search=isik%20yilmaz',
  '/api/admin/get-users?status=active&page=1&size=8&sort=name',
  '/api/admin/get-users?status=active&page=1&size=8&search=yilmaz',
  '/api/admin/blogs?page=1&size=10&search=uyku',
  '/api/admin/comments/all?page=1&size=20',
  '/api/consulting-messages?page=1&size=20',
] as const;

export async function measureAdmin(kind: Kind): Promise<void> {
  const group = `Admin area, ${kind}: 5,000 orders, 2,000 users, 1,000 posts`;
  await using database = await openDatabase(kind);
  await withContext(database.environment, fillPractice);
  await using product = await startProduct({ ...database.environment, SEED: 'none' });
  const token = await adminToken(product.origin);
  for (const path of apiPaths) {
    const value = await measureCall(product.origin, path, token);
    report({ group, name: path.slice(5), value, unit: 'ms' });
  }
  await using browser = await openBrowser();
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.addInitScript((value) => localStorage.setItem('token', value), token);
  await page.goto(`${product.origin}/admin/guide`);
  await page.locator('.guide').waitFor();
  const visits = [];
  for (let round = 0; round < 4; round += 1)
    for (const screen of screens) visits.push({ name: screen[0], ms: await openScreen(page, screen) });
  for (const [title] of screens) {
    const [first = 0, ...others] = visits.filter(({ name }) => name === title).map(({ ms }) => ms);
    report({ group, name: `${title}: first opened`, value: first, unit: 'ms', max: 300 });
    report({ group, name: `${title}: again`, value: median(others), unit: 'ms', max: 300 });
  }
  await typeSearch(group, page);
}

async function measureCall(origin: string, path: `/${string}`, token: string): Promise<number> {
  const times = [];
  for (let turn = 0; turn < 15; turn += 1) {
    const start = performance.now();
    await (await send(origin, `GET ${path}`, token)).text();
    times.push(performance.now() - start);
  }
  return median(times);
}

/** Milliseconds from the click on a screen's link until its rows are shown, measured in the page. */
const openScreen = (page: Page, [title, path, ready]: (typeof screens)[number]): Promise<number> =>
  page.evaluate(
    async ([words, address, selector]) => {
      const start = performance.now();
      document.querySelector<HTMLElement>(`.side nav a[href="${address}"]`)?.click();
      const isShown = () => document.title.startsWith(`${words} |`) && document.querySelector(`main ${selector}`);
      while (!isShown()) await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - start;
    },
    [title, path, ready] as const,
  );

/** Types ten letters into a search: the slowest time until one is shown, and the number of requests. */
async function typeSearch(group: string, page: Page): Promise<void> {
  await openScreen(page, screens[3]);
  let requests = 0;
  page.on('request', (request) => {
    if (request.url().includes('/api/admin/orders')) requests += 1;
  });
  await page.evaluate(() => {
    const seen = window as unknown as { slowest: number };
    seen.slowest = 0;
    document.addEventListener('input', ({ timeStamp }) =>
      requestAnimationFrame((now) => {
        seen.slowest = Math.max(seen.slowest, now - timeStamp);
      }),
    );
  });
  await page.getByLabel('Siparişlerde ara').pressSequentially('ışıl yılma', { delay: 60 });
  await page.getByText(/siparişten 1–/).waitFor();
  const slowest = await page.evaluate(() => (window as unknown as { slowest: number }).slowest);
  report({ group, name: 'typing ten letters: slowest until seen', value: slowest, unit: 'ms', max: 50 });
  await page.waitForTimeout(600);
  report({ group, name: 'typing ten letters: questions to the server', value: requests, unit: '', max: 2 });
}
