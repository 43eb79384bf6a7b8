import { readFileSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';
import type axe from 'axe-core';
import PostalMime, { type Email } from 'postal-mime';
import type { AdminProduct } from '../../src/contract/catalog.ts';
import type { AllEndpoints, Key, Reply } from '../../src/contract/endpoints.ts';
import type { Order } from '../../src/contract/orders.ts';
import { addDays, dayInIstanbul } from '../../src/shared/time.ts';
import { freePort } from '../load/ports.ts';
import { send } from '../load/send.ts';
import { formData, uniqueTitle } from './helpers.ts';
import { adminAccount, createServer, type Server } from './server.ts';

export { expect } from '@playwright/test';
export { adminAccount } from './server.ts';

interface Person {
  name: string;
  surname: string;
  email: string;
  password: string;
}

/** Seats that were sold. */
export interface Sale {
  product: AdminProduct;
  order: Order;
  code: string;
  buyer: Person & { token: string };
}

/** What journeys use besides the page. */
export interface Fixtures {
  /** Calls the API over HTTP, with a token or without. Throws when the reply is an error. */
  api<K extends Key>(
    key: K,
    input?: { params?: Record<string, string>; body?: object; token?: string },
  ): Promise<Reply<AllEndpoints[K]>>;
  /** Waits for a mail to this address; returns the newest one whose subject matches. */
  mailTo(address: string, subject?: RegExp): Promise<Email>;
  /** Registers and activates a customer through the API and the mail. */
  customer(): Promise<Person & { token: string }>;
  adminToken(): Promise<string>;
  adminApi: Fixtures['api'];
  /** Adds a workshop for 650 lira with 9 seats in 40 days; `fields` stand in for some of these. */
  addProduct(fields?: Record<string, string>): Promise<AdminProduct>;
  /** Has a new customer order seats of a product for people of these names. */
  sell(names: string[], product: AdminProduct): Promise<Sale>;
  /** Signs the page in with a token, without the sign-in screen, and opens an address. */
  signInAs(token: string, path?: string): Promise<void>;
  signInAsAdmin(path?: string): Promise<void>;
}

export const test = base.extend<Fixtures & { quiet: undefined }, { server: Server }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a function needs from its pattern.
    async ({}, use) => {
      const server = createServer(await freePort());
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],

  // Whatever uses the server reads its address first, so that each spec file starts with the sample content and at most
  // accounts of others. The few journeys of phones share a server: none of them looks at what another one adds.
  baseURL: async ({ server }, use, { file, project }) => {
    await server.startFor(project.name === 'phone' ? project.name : file);
    await use(server.origin);
  },

  // Fails every journey in which a page of any tab has an error or violates its content security policy.
  quiet: [
    async ({ browser, page, server }, use) => {
      const problems: string[] = [];
      const watch = (context: BrowserContext) => {
        context.on('request', (request) => server.watch(request.method(), request.url()));
        context.on('weberror', (event) => {
          const { message } = event.error();
          // Chromium reports a skipped view transition as an error.
          if (!/^Transition was (aborted|skipped)/.test(message)) problems.push(`page error: ${message}`);
        });
        context.on('console', (message) => {
          if (message.type() === 'error' && /Content Security Policy|Refused to|hydrat/i.test(message.text()))
            problems.push(message.text());
        });
      };
      watch(page.context());
      browser.on('context', watch);
      await use(undefined);
      // A page may still ask for something after the last step, and a route that it closes under fails the journey.
      for (const open of page.context().pages()) await open.unrouteAll({ behavior: 'ignoreErrors' });
      browser.off('context', watch);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],

  api: async ({ baseURL, server }, use) => {
    await use(async (key, { params = {}, body, token } = {}) => {
      const [method = '', path = ''] = key.split(' ');
      server.watch(method, path);
      const route = key.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
      const response = await send(baseURL as string, route, token, body);
      const text = await response.text();
      if (!response.ok) throw new Error(`${key} answered ${response.status}: ${text}`);
      return text ? JSON.parse(text) : undefined;
    });
  },

  mailTo: async ({ server }, use) => {
    await use(async (address, subject = /./) => {
      let found: Email | undefined;
      await expect
        .poll(async () => (found = await findMail(server.dataDir, address, subject)), {
          message: `a mail to ${address}`,
          intervals: [25],
        })
        .toBeTruthy();
      return found as Email;
    });
  },

  customer: async ({ api, mailTo }, use) => {
    await use(async () => {
      const email = `kisi-${crypto.randomUUID().slice(0, 8)}@ornek.com`;
      const person = { name: 'Deniz', surname: 'Yılmaz', email, password: 'pamuk-iplik-42-kedi' };
      await api('POST /api/register', {
        body: { ...person, confirm: person.password, phone_number: null, role: 'user' },
      });
      const token = /activate\?token=([\w-]+)/.exec((await mailTo(email)).text ?? '')?.[1];
      const session = await api('POST /api/activate', { body: { token, password: person.password } });
      return { ...person, token: session.token as string };
    });
  },

  adminToken: async ({ api }, use) => {
    await use(async () => (await api('POST /api/login', { body: adminAccount })).token);
  },

  adminApi: async ({ api, adminToken }, use) => {
    let token: Promise<string> | undefined;
    await use(async (key, input) => {
      token ??= adminToken();
      return api(key, { ...input, token: await token });
    });
  },

  addProduct: async ({ adminApi }, use) => {
    await use(async (fields) => {
      const date = addDays(dayInIstanbul(new Date()), 40);
      const words = { title: uniqueTitle('Kukla Atölyesi'), description: 'Bir gün.', location: 'Merkez' };
      const all = { ...words, category: 'Drama', price: '650', stock: '9', date, time: '14:00', ...fields };
      return adminApi('POST /api/product/add', { body: await formData(all, 'image1', 'image2') });
    });
  },

  sell: async ({ api, customer }, use) => {
    await use(async (names, product) => {
      const buyer = await customer();
      const participants = names.map((fullName) => ({ fullName }));
      const cartItems = [{ id: product.id, quantity: names.length, participants }];
      const { orders } = await api('POST /api/order/create', { token: buyer.token, body: { cartItems } });
      const order = orders[0] as Order;
      return { product, order, code: order.code, buyer };
    });
  },

  signInAsAdmin: async ({ signInAs, adminToken }, use) => {
    await use(async (path) => signInAs(await adminToken(), path));
  },

  signInAs: async ({ page }, use) => {
    await use(async (token, path) => {
      await page.addInitScript((value) => {
        // A frame of another origin may have no storage.
        if (window !== window.top) return;
        if (!sessionStorage.getItem('entered')) localStorage.setItem('token', value);
        sessionStorage.setItem('entered', 'once');
      }, token);
      if (path) await page.goto(path);
    });
  },
});

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Runs axe over the whole page but what `except` selects: WCAG 2.2 AA and best practices. */
export async function expectAccessible(page: Page, except?: string): Promise<void> {
  // A screen of the admin area comes after its page.
  await page.locator('body:has(main):has(h1)').waitFor();
  // Colours in a transition fail the contrast check, also one that a slow answer starts while axe looks.
  const isReduced = await page.evaluate(() => matchMedia('(prefers-reduced-motion: reduce)').matches);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.evaluate(() => {
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
  });
  // Loading it takes as long as a run, so once for each document.
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource);
  const violations = await page.evaluate(async (exclude) => {
    const loaded = (window as unknown as { axe: typeof axe }).axe;
    const { violations } = await loaded.run({ include: document, exclude }, { resultTypes: ['violations'] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
  }, except ?? []);
  await page.evaluate(() => document.adoptedStyleSheets.pop());
  await page.emulateMedia({ reducedMotion: isReduced ? 'reduce' : null });
  expect(violations).toEqual([]);
}

/** Mails by path: waiting for one reads all of them again and again. */
const mails = new Map<string, Promise<Email>>();

function readMail(path: string): Promise<Email> {
  const mail = mails.get(path) ?? readFile(path).then((source) => PostalMime.parse(source));
  mails.set(path, mail);
  return mail;
}

async function findMail(dataDir: string, address: string, subject: RegExp): Promise<Email | undefined> {
  const folder = join(dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const found = await Promise.all(names.map((name) => readMail(join(folder, name))));
  return found
    .filter((mail) => mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? ''))
    .sort((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
    .at(-1);
}
