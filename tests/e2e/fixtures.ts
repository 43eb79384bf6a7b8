import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';
import PostalMime, { type Email } from 'postal-mime';
import type { AllEndpoints, Key, Reply } from '../../src/contract/endpoints.ts';
import { freePort } from '../load/ports.ts';
import { adminAccount, createServer, type Server } from './server.ts';

export { expect } from '@playwright/test';
export { adminAccount } from './server.ts';

interface Person {
  name: string;
  surname: string;
  email: string;
  password: string;
}

/** What journeys use beside the page. */
interface Fixtures {
  /** Calls the API as anybody could, with a token or without. Fails the test when the answer is an error. */
  api<K extends Key>(
    key: K,
    input?: { params?: Record<string, string>; body?: unknown; token?: string },
  ): Promise<Reply<AllEndpoints[K]>>;
  /** Waits for a mail to this address; the newest one whose subject fits. */
  mailTo(address: string, subject?: RegExp): Promise<Email>;
  /** A customer with an activated account, made the way customers make it. */
  customer(): Promise<Person & { token: string }>;
  adminToken(): Promise<string>;
  /** Signs the page in by its token, without going through the sign-in screen. */
  signInAs(token: string): Promise<void>;
  /** No accessibility violations on the page as it stands. */
  expectAccessible(): Promise<void>;
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

  // Each spec file starts with the sample content alone. All that reaches the server needs its address first.
  baseURL: async ({ server }, use, testInfo) => {
    await server.startFor(testInfo.file);
    await use(server.origin);
  },

  // Every journey fails on an error in the page or a breach of its content security policy.
  quiet: [
    async ({ page }, use) => {
      const troubles: string[] = [];
      page.on('pageerror', (error) => {
        // The browser's own word for a change of pages that it showed without its animation.
        if (!/^Transition was (aborted|skipped)/.test(error.message)) troubles.push(`page error: ${error.message}`);
      });
      page.on('console', (message) => {
        if (message.type() === 'error' && /Content Security Policy|Refused to|hydrat/i.test(message.text()))
          troubles.push(message.text());
      });
      await use(undefined);
      expect(troubles).toEqual([]);
    },
    { auto: true },
  ],

  api: async ({ baseURL }, use) => {
    await use(async (key, { params = {}, body, token } = {}) => {
      const [method, path = ''] = key.split(' ');
      const isForm = body instanceof FormData;
      const response = await fetch(
        `${baseURL}${path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))}`,
        {
          method,
          body: body === undefined ? undefined : isForm ? body : JSON.stringify(body),
          headers: {
            ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
            ...(token ? { authorization: `Bearer ${token}` } : {}),
          },
        },
      );
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
          timeout: 15_000,
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
      await api('POST /api/activate', { body: { token } });
      return { ...person, token: (await api('POST /api/login', { body: { email, password: person.password } })).token };
    });
  },

  adminToken: async ({ api }, use) => {
    await use(async () => (await api('POST /api/login', { body: adminAccount })).token);
  },

  signInAs: async ({ page }, use) => {
    await use(async (token) => {
      await page.addInitScript((value) => {
        // A frame of somewhere else may have no storage at all.
        if (window !== window.top) return;
        if (!sessionStorage.getItem('entered')) localStorage.setItem('token', value);
        sessionStorage.setItem('entered', 'once');
      }, token);
    });
  },

  expectAccessible: async ({ page }, use) => {
    await use(() => expectAccessible(page));
  },
});

/** axe over the whole page, WCAG 2.2 AA and best practices. */
export async function expectAccessible(page: Page): Promise<void> {
  // A list that is read again is dim until it is there.
  await expect(page.locator('main :is(table, ol)[aria-busy]')).toHaveCount(0);
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(', ')}`)).toEqual(
    [],
  );
}

async function findMail(dataDir: string, address: string, subject: RegExp): Promise<Email | undefined> {
  const folder = join(dataDir, 'outbox');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort();
  const mails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))));
  return mails
    .filter((mail) => mail.to?.some((to) => to.address === address) && subject.test(mail.subject ?? ''))
    .sort((a, b) => (a.date ?? '').localeCompare(b.date ?? ''))
    .at(-1);
}
