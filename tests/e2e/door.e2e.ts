import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { BrowserContext, LaunchOptions, Page } from '@playwright/test';
import { weigh } from '../../scripts/bench/weight.ts';
import { test as base, expect, expectAccessible } from './fixtures.ts';
import { script } from './helpers.ts';
import { drawTicket } from './ticketVideo.ts';

interface TicketSale {
  id: string;
  title: string;
  /** Codes of the tickets, in the order of the names. */
  tickets: string[];
}

/** Seats that were sold, and a camera that sees a ticket. */
interface DoorFixtures {
  sellSeats: (names: string[]) => Promise<TicketSale>;
  /** Holds a ticket before the cameras that are opened from now on. */
  holdTicket: (code: string) => Promise<void>;
}

const test = base.extend<DoorFixtures, { picture: string; launchOptions: LaunchOptions }>({
  picture: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'practice-camera-'));
      await use(join(folder, 'ticket.mjpeg'));
      rmSync(folder, { recursive: true });
    },
    { scope: 'worker' },
  ],
  launchOptions: [
    async ({ launchOptions, picture }, use) => {
      const camera = ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream'];
      const args = [...(launchOptions.args ?? []), ...camera, `--use-file-for-fake-video-capture=${picture}`];
      await use({ ...launchOptions, args });
    },
    { scope: 'worker' },
  ],
  holdTicket: async ({ picture }, use) => {
    await use(async (code) => writeFile(picture, await drawTicket(code)));
  },
  sellSeats: async ({ addProduct, sell }, use) => {
    await use(async (names) => {
      const { product, order } = await sell(names, await addProduct({ price: '250' }));
      const tickets = order.participants.map(({ ticket_url }) => ticket_url!.split('/').at(-1)!);
      return { id: product.id, title: product.title, tickets };
    });
  },
});

const readerFile = script('reader');

const openDoor = async (page: Page, { id, title }: TicketSale) => {
  await page.goto(`/admin/door/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

/** Opens the camera and waits for what the door says; answers how long that took the page once it had a picture. */
async function scan(page: Page, answer: RegExp): Promise<number> {
  const measure = page.evaluate(async (words) => {
    const timeOf = async (isThere: () => boolean) => {
      while (!isThere()) await new Promise(requestAnimationFrame);
      return performance.now();
    };
    const start = await timeOf(() => (document.querySelector('video')?.videoWidth ?? 0) > 0);
    return (await timeOf(() => [...document.querySelectorAll('h2')].some((h2) => words.test(h2.textContent)))) - start;
  }, answer);
  const open = page
    .getByRole('button', { name: /^(Bilet okut|Kamerayı aç)$/ })
    .filter({ visible: true })
    .first();
  const [took] = await Promise.all([measure, open.click()]);
  await expect(page.getByRole('heading', { level: 2, name: answer })).toBeVisible();
  return took;
}

const closeCamera = (page: Page) => page.getByRole('button', { name: 'Kamerayı kapat' }).click();

/** Waits until the page is kept for when the network is gone. */
const untilKept = (page: Page) =>
  expect
    .poll(() =>
      page.evaluate(async () => {
        const keys = (await (await caches.open('door')).keys()).map(({ url }) => new URL(url).pathname);
        return keys.includes('/admin/door/page') && navigator.serviceWorker.controller !== null;
      }),
    )
    .toBe(true);

/** Everything that the browser keeps for the origin: IndexedDB, caches and both storages, as one text. */
const dumpStorage = (page: Page) =>
  page.evaluate(async () => {
    const parts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve) => {
        const request = indexedDB.open(name);
        request.onsuccess = () => resolve(request.result);
      });
      for (const store of db.objectStoreNames) {
        const request = db.transaction(store).objectStore(store).getAll();
        parts.push(await new Promise((resolve) => (request.onsuccess = () => resolve(JSON.stringify(request.result)))));
      }
      db.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys())
        parts.push(request.url, await ((await cache.match(request))?.text() ?? ''));
    }
    return parts.join('\n');
  });

/** How many scans the browser has not sent, or does not know to be sent. */
const countWaiting = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        indexedDB.open('door').onsuccess = ({ target }) => {
          const db = (target as IDBOpenDBRequest).result;
          db.transaction('queue').objectStore('queue').count().onsuccess = (event) => {
            db.close();
            resolve((event.target as IDBRequest<number>).result);
          };
        };
      }),
  );

const newPhone = async (context: BrowserContext, token: string) => {
  // The blank page that a tab begins with has no storage.
  await context.addInitScript((value) => origin !== 'null' && localStorage.setItem('token', value), token);
  return context.newPage();
};

test('a ticket is read from a distorted picture in two seconds, by either reader, and paid at the door', async ({
  page,
  sellSeats,
  holdTicket,
  signInAsAdmin,
  baseURL,
}) => {
  const sale = await sellSeats(['Gülşah Işıldak', 'Çağrı Yağızoğlu']);
  await signInAsAdmin();
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'BarcodeDetector'));
  const weight = await weigh(page, `${baseURL}/admin/door/${sale.id}`);
  expect(weight.js).toBeLessThan(90);
  await expectAccessible(page);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await holdTicket(sale.tickets[0]!);
  expect(await scan(page, /^Ödeme bekleniyor$/)).toBeLessThan(2000);
  const [reader = '', ...others] = loaded.filter((url) => readerFile.test(url));
  expect(others).toEqual([]);
  expect(gzipSync(await (await fetch(reader)).bytes(), { level: 9 }).length / 1024).toBeLessThan(20);
  const answer = page.getByRole('region', { name: 'Okutulan bilet' });
  await expect(answer).toContainText('Gülşah Işıldak');
  await expectAccessible(page);
  await answer.getByRole('button', { name: 'Kasada ödendi' }).click();
  await expect(answer.getByRole('heading', { name: 'Hoş geldiniz' })).toBeVisible();
  await closeCamera(page);
  await expect(page.getByRole('button', { name: 'Geldi: Gülşah Işıldak' })).toHaveAttribute('aria-pressed', 'true');

  // Again, by a reader of the browser: the ticket is in already.
  await page.addInitScript((code) => {
    class Detector {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async (video: HTMLVideoElement) => (video.videoWidth ? [{ rawValue: code }] : []);
    }
    Object.assign(globalThis, { BarcodeDetector: Detector });
  }, sale.tickets[0]!);
  loaded.length = 0;
  await page.reload();
  expect(await scan(page, /^Zaten içeride, \d\d\.\d\d$/)).toBeLessThan(2000);
  expect(loaded.filter((url) => readerFile.test(url))).toEqual([]);

  const policyOf = async (path: string) => (await fetch(`${baseURL}${path}`)).headers.get('permissions-policy');
  expect(await policyOf(`/admin/door/${sale.id}`)).toContain('camera=(self)');
  for (const path of ['/', '/admin', '/admin/door', '/admin/orders', '/bilet/x', '/door-worker.js', '/yok'])
    expect([path, await policyOf(path)]).toEqual([path, expect.stringContaining('camera=()')]);
});

test('a camera that does not open says so on a phone, too, and opens once it may', async ({
  page,
  sellSeats,
  holdTicket,
  signInAsAdmin,
}) => {
  const sale = await sellSeats(['Gülşah Işıldak']);
  await holdTicket(sale.tickets[0]!);
  await signInAsAdmin();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.addInitScript(() => {
    const open = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
    let asked = 0;
    navigator.mediaDevices.getUserMedia = (wanted) => {
      asked += 1;
      // What Safari answers without a camera is neither a DOMException nor an error.
      if (asked === 1) return Promise.reject({ name: 'OverconstrainedError' });
      return asked > 2 ? open(wanted) : Promise.reject(new DOMException('', 'NotAllowedError'));
    };
  });
  await openDoor(page, sale);
  await expect(page.getByText('Bu atölye bugün değil')).toBeVisible();
  await page.getByRole('button', { name: 'Bilet okut' }).click();
  await expect(page.getByRole('alert')).toContainText('Kamera açılamadı.');
  await expect(page.getByRole('region', { name: 'Kamera' })).toBeFocused();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Listeye dön' }).click();
  await expect(page.getByText('Gülşah Işıldak')).toBeVisible();
  await page.getByRole('button', { name: 'Bilet okut' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByRole('button', { name: 'Kamerayı aç' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Ödeme bekleniyor' })).toBeVisible();
});

test('without network the door opens again, names nobody but whose ticket it reads, and loses no scan', async ({
  page,
  context,
  api,
  sellSeats,
  holdTicket,
  signInAs,
  adminToken,
}) => {
  const names = ['Ümmügülsüm Çağlayan', 'Ömer Büyükçekmeceli', 'Şeyma Öğütçü'];
  const sale = await sellSeats(names);
  const token = await adminToken();
  await signInAs(token);
  await page.setViewportSize({ width: 390, height: 844 });
  await openDoor(page, sale);
  await expect(page.getByText(names[0]!)).toBeVisible();
  await untilKept(page);
  // On a low screen, as with large text, a head that stays would cover the list.
  await page.setViewportSize({ width: 390, height: 256 });
  await page.getByRole('button', { name: `Geldi: ${names[2]}` }).focus();
  await expect(page.getByRole('banner')).not.toBeInViewport();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: `Geldi: ${names[2]}` }).click();
  const comers = async (session = token) =>
    (await api('GET /api/admin/product/:id/door', { params: { id: sale.id }, token: session })).participants
      .filter(({ checked_in_at }) => checked_in_at)
      .map(({ name }) => name);
  await expect.poll(comers).toEqual(['Şeyma']);
  await expect.poll(() => countWaiting(page)).toBe(0);

  await context.setOffline(true);
  await openDoor(page, sale);
  await expect(page.getByText('İnternet yok, liste çalışıyor.')).toBeVisible();
  await expect(page.getByText('Adlar bu telefonda saklanmaz')).toBeVisible();
  await holdTicket(sale.tickets[1]!);
  await scan(page, /^Ödeme bekleniyor$/);
  await expect(page.getByRole('region', { name: 'Okutulan bilet' })).toContainText(names[1]!);
  await expect(page.getByText('1 okutma bu telefonda bekliyor')).toBeVisible();
  const dump = await dumpStorage(page);
  expect(dump).toContain(sale.title);
  for (const word of names.flatMap((name) => name.split(' '))) expect(dump).not.toContain(word);

  // The tab dies before anything was sent.
  await page.close();
  const again = await context.newPage();
  await openDoor(again, sale);
  await expect(again.getByText('1 okutma bu telefonda bekliyor')).toBeVisible();
  await context.setOffline(false);
  await expect(again.getByText('İnternet yok')).toBeHidden();
  await expect(again.getByRole('button', { name: `Geldi: ${names[1]}` })).toHaveAttribute('aria-pressed', 'true');
  expect(await comers()).toEqual(['Ömer', 'Şeyma']);
  await again.getByRole('button', { name: `Kasada ödendi: ${names[0]}` }).click();
  await expect(again.getByRole('status').getByText('750 ₺ ödendi olarak kaydedildi.')).toBeVisible();
  await again.getByRole('searchbox').fill('öğüt');
  await expect(again.getByRole('status').getByText('1 kişi')).toBeAttached();
  await again.getByRole('searchbox').clear();
  await again.getByRole('button', { name: `Geldi: ${names[1]}` }).click();
  await expect(again.getByRole('button', { name: `Geldi: ${names[1]}` })).toHaveAttribute('aria-pressed', 'false');
  await expect.poll(() => countWaiting(again)).toBe(0);

  // Whoever signs out is asked about what waits, and leaves nothing of the door behind.
  await context.route('**/api/admin/door/scans', (route) => route.abort());
  await again.getByRole('button', { name: `Geldi: ${names[0]}` }).click();
  await expect.poll(() => countWaiting(again)).toBe(1);
  again.on('dialog', (dialog) => dialog.accept());
  await again.goto('/cikis');
  await expect(again.getByRole('heading', { name: 'Gönderilmemiş okutmalar' })).toBeVisible();
  const send = again.getByRole('button', { name: 'Gönder ve çıkış yap' });
  await send.click();
  await expect(again.getByRole('alert')).toContainText('Gönderilemedi');
  await context.unroute('**/api/admin/door/scans');
  await send.click();
  await expect(again).toHaveURL('/');
  expect(await comers(await adminToken())).toEqual(['Şeyma', 'Ümmügülsüm']);
  expect(await dumpStorage(again)).not.toContain(sale.title);
  expect(await countWaiting(again)).toBe(0);
});

test('two phones that scanned the same ticket without network agree, whichever sends first', async ({
  browser,
  api,
  sellSeats,
  holdTicket,
  adminToken,
}) => {
  const token = await adminToken();
  for (const isFirstSentFirst of [true, false]) {
    const sale = await sellSeats(['Zeynep Ilgın']);
    await holdTicket(sale.tickets[0]!);
    const contexts = [await browser.newContext(), await browser.newContext()];
    const phones = [];
    for (const context of contexts) {
      const phone = await newPhone(context, token);
      await openDoor(phone, sale);
      await expect(phone.getByText('Zeynep Ilgın')).toBeVisible();
      await untilKept(phone);
      await context.setOffline(true);
      await scan(phone, /^Ödeme bekleniyor$/);
      phones.push(phone);
    }
    const order = isFirstSentFirst ? [0, 1] : [1, 0];
    for (const index of order) {
      await contexts[index]!.setOffline(false);
      await expect(phones[index]!.getByText('okutma bu telefonda bekliyor')).toBeHidden();
    }
    // The first phone's scan is the entry. The second one is told, unless it was sent before the other was known.
    await expect(phones[0]!.getByRole('heading', { name: 'Ödeme bekleniyor' })).toBeVisible();
    const told = isFirstSentFirst ? /^Zaten içeride/ : 'Ödeme bekleniyor';
    await expect(phones[1]!.getByRole('heading', { name: told })).toBeVisible();
    const door = await api('GET /api/admin/product/:id/door', { params: { id: sale.id }, token });
    const clock = Intl.DateTimeFormat('tr', { timeStyle: 'short', timeZone: 'Europe/Istanbul' });
    const entry = clock.format(new Date(door.participants[0]!.checked_in_at!)).replace(':', '.');
    for (const phone of phones) await expect(phone.getByText(`Giriş ${entry}`)).toBeAttached();
    for (const context of contexts) await context.close();
  }
});
