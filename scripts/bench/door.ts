// The door without network: from a ticket before the camera to the answer, and 200 scans that are sent afterwards.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from '@playwright/test';
import { addCustomers, addProduct } from '../../tests/api/shop.ts';
import { drawTicket } from '../../tests/e2e/ticketVideo.ts';
import { withContext } from '../../tests/load/context.ts';
import { openBrowser } from '../browser.ts';
import { type Kind, openDatabase } from './databases.ts';
import { adminToken, buySeats, createTempFolder, startProduct } from './product.ts';
import { median, report } from './report.ts';

const scanCount = 200;
const seatsEach = 10;
const tries = 5;

/** Sells 200 seats; returns the codes of their tickets. */
async function sellSeats(origin: string, id: string, buyers: string[]): Promise<string[]> {
  const tickets = [];
  for (const token of buyers) {
    const { participants } = await buySeats(origin, token, id, seatsEach);
    tickets.push(...participants.map(({ ticket_url }) => ticket_url.split('/').at(-1) as string));
  }
  return tickets;
}

/** Opens the door's page until it works without network. */
async function openDoor(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.locator('.gl li').first().waitFor();
  await page.evaluate(async () => {
    const { serviceWorker } = navigator;
    const isKept = () => caches.match('/admin/door/page').then(Boolean);
    while (!serviceWorker.controller || !(await isKept())) await new Promise((resolve) => setTimeout(resolve, 20));
  });
  return page;
}

/** Milliseconds from the first picture that the camera shows to the answer, measured in the page. */
const scanTicket = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const video = document.querySelector('video') as HTMLVideoElement;
        let start: number | undefined;
        video.requestVideoFrameCallback((now) => {
          start = now;
        });
        const look = () => {
          if (start !== undefined && document.querySelector('.ans h2')) return resolve(performance.now() - start);
          requestAnimationFrame(look);
        };
        look();
        const buttons = [...document.querySelectorAll('button')];
        buttons
          .find(({ textContent, offsetParent }) => offsetParent && /Bilet okut|Kamerayı aç/.test(textContent))
          ?.click();
      }),
  );

/** Keeps scans on the device as if they were made without network, then milliseconds until the server has all. */
const sendScans = (page: Page, product_id: string, tickets: string[]): Promise<number> =>
  page.evaluate(
    async ([id, codes]) => {
      const settle = <T>(request: IDBRequest<T>) =>
        new Promise<T>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const db = await settle(indexedDB.open('door'));
      const queue = () => db.transaction('queue', 'readwrite').objectStore('queue');
      const store = queue();
      for (const [index, ticket] of codes.entries())
        store.put({
          ...{ nonce: crypto.randomUUID(), product_id: id, ticket },
          at: new Date(Date.now() - (codes.length - index) * 1000).toISOString(),
        });
      await new Promise((resolve) => store.transaction.addEventListener('complete', resolve));
      const start = performance.now();
      dispatchEvent(new Event('online'));
      while (await settle(queue().count())) await new Promise((resolve) => setTimeout(resolve, 5));
      return performance.now() - start;
    },
    [product_id, tickets] as const,
  );

export async function measureDoor(kind: Kind): Promise<void> {
  const group = `Door, ${kind === 'postgres' ? 'PostgreSQL' : 'embedded database'}`;
  await using database = await openDatabase(kind);
  const { id, buyers } = await withContext(database.environment, async (ctx) => ({
    id: await addProduct(ctx, { stock: scanCount }),
    buyers: await addCustomers(ctx, scanCount / seatsEach),
  }));
  await using product = await startProduct({ ...database.environment, SEED: 'none', RATE_LIMIT_FACTOR: '1000' });
  // Service workers need this name where there is no certificate.
  const origin = product.origin.replace('127.0.0.1', 'localhost');
  const tickets = await sellSeats(origin, id, buyers);
  const folder = createTempFolder();
  const picture = join(folder.path, 'ticket.mjpeg');
  await writeFile(picture, await drawTicket(tickets[0] as string));
  const camera = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
  await using browser = await openBrowser(...camera, `--use-file-for-fake-video-capture=${picture}`);
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const token = await adminToken(origin);
  await context.addInitScript((value) => {
    localStorage.setItem('token', value);
    Reflect.deleteProperty(globalThis, 'BarcodeDetector');
  }, token);
  const page = await openDoor(context, `${origin}/admin/door/${id}`);
  await context.setOffline(true);
  const times: number[] = [];
  for (let turn = 0; turn < tries; turn += 1) {
    await writeFile(picture, await drawTicket(tickets[turn] as string));
    await page.reload();
    await page.locator('.cam__off button').waitFor({ state: 'attached' });
    times.push(await scanTicket(page));
  }
  const name = 'without network: from the picture to the answer, ';
  report({ group, name: `${name}median`, value: median(times), unit: 'ms', max: 500 });
  report({ group, name: `${name}slowest of ${tries}`, value: Math.max(...times), unit: 'ms', max: 500 });
  await context.setOffline(false);
  await page.locator('.door__off').waitFor({ state: 'detached' });
  const value = await sendScans(page, id, tickets);
  report({ group, name: `${scanCount} scans are sent and stored`, value, unit: 'ms', max: 2000 });
  await browser.close();
  await folder.remove();
}
