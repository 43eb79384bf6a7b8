import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { dayMs } from '../../../src/shared/time.ts';
import type { OpenTicket } from '../../../src/web/tickets/openTicket.ts';

/** Where calls go in tests. */
const origin = 'http://localhost:4321';
const dayFromToday = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const page = `${origin}/bilet/KOD`;
const ticket = { code: 'KOD', date: dayFromToday(5), event_title: 'Atölye' } as OpenTicket;

/** A browser that has the ticket's page open, with the worker over it, and the network that `network` plays. */
function openBrowser() {
  const stored = new Map<string, Map<string, Response>>();
  const server = { network: (url: string): Response => new Response(`now ${url}`) };
  const listeners: Record<string, (event: object) => void> = {};
  const toUrl = (request: RequestInfo | URL) =>
    new URL(request instanceof Request ? request.url : request, origin).href;
  const openCache = (name: string) => {
    const entries = stored.get(name) ?? new Map<string, Response>();
    stored.set(name, entries);
    const put = async (request: RequestInfo, answer: Response) => void entries.set(toUrl(request), answer);
    return {
      put,
      add: async (request: RequestInfo) => {
        const answer = await fetch(toUrl(request));
        if (!answer.ok) throw new TypeError('not ok');
        await put(request, answer);
      },
      keys: async () => [...entries.keys()].map((url) => new Request(url)),
      delete: async (request: RequestInfo) => entries.delete(toUrl(request)),
    };
  };
  const caches = {
    open: async (name: string) => openCache(name),
    keys: async () => [...stored.keys()],
    delete: async (name: string) => stored.delete(name),
    match: async (request: RequestInfo) => {
      for (const entries of stored.values())
        if (entries.has(toUrl(request))) return entries.get(toUrl(request))?.clone();
      return undefined;
    },
  };
  const reach = async (request: Request) => server.network(request.url);
  const worker = readFileSync('public/ticket-worker.js', 'utf8');
  const scope = { addEventListener: (type: string, listener: (event: object) => void) => (listeners[type] = listener) };
  new Function('self', 'caches', 'fetch', worker)(scope, caches, reach);
  const visit = (address: string) => {
    let answer: Promise<Response> | undefined;
    const respondWith = (given: Promise<Response>) => (answer = given);
    listeners.fetch?.({ request: new Request(new URL(address, origin)), respondWith });
    return answer as Promise<Response>;
  };
  const files = ['/_astro/ticket.js'];
  vi.stubGlobal('caches', caches);
  vi.stubGlobal('fetch', visit);
  vi.stubGlobal('location', new URL(page));
  vi.stubGlobal('document', { fonts: { ready: Promise.resolve() } });
  vi.stubGlobal('navigator', { onLine: true, serviceWorker: { register: async () => {} } });
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() =>
    files.map((file) => ({ name: origin + file }) as PerformanceEntry),
  );
  return { server, stored, files, visit };
}

const noNetwork = () => {
  throw new TypeError('Failed to fetch');
};

afterEach(() => void vi.restoreAllMocks());

test('a kept ticket stays over visits on a network that is connected and dead, and over half an answer', async () => {
  const { server, visit, files } = openBrowser();
  const { keepTicketPage } = await import('../../../src/web/tickets/keepTicketPage.ts');
  expect(await keepTicketPage('KOD', [ticket])).toBe(true);

  server.network = noNetwork;
  for (let visits = 0; visits < 2; visits += 1) {
    expect(await (await visit('/bilet/KOD')).text()).toBe(`now ${page}`);
    expect(await (await visit('/api/tickets/KOD')).json()).toMatchObject({ event_title: 'Atölye' });
    expect(await keepTicketPage('KOD', [ticket])).toBe(true);
  }

  // The files of a new release are named before the old page goes, and one of them does not come.
  files.splice(0, 1, '/_astro/ticket2.js');
  server.network = (url) => (url === page ? new Response('new page') : new Response('', { status: 404 }));
  expect(await keepTicketPage('KOD', [ticket])).toBe(true);
  server.network = noNetwork;
  expect(await (await visit('/bilet/KOD')).text()).toBe(`now ${page}`);
  expect((await visit('/_astro/ticket.js')).ok).toBe(true);
});

test('what a page needs no more goes once the new one is kept, and so do the day before and events that are over', async () => {
  const { stored, files } = openBrowser();
  const { keepTicketPage } = await import('../../../src/web/tickets/keepTicketPage.ts');
  const over = `bilet ${dayFromToday(-3)} ALT`;
  const moved = { ...ticket, date: dayFromToday(9) };
  stored.set(over, new Map());
  await keepTicketPage('KOD', [ticket]);
  await keepTicketPage('KOD', [moved]);
  expect([...stored.keys()]).toEqual([`bilet ${moved.date} KOD`]);
  files.splice(0, 1, '/_astro/ticket2.js');
  await keepTicketPage('KOD', [moved]);
  const kept = [...(stored.get(`bilet ${moved.date} KOD`) ?? [])].map(([url]) => new URL(url).pathname);
  expect(kept.sort()).toEqual(['/_astro/ticket2.js', '/api/tickets/KOD', '/bilet/KOD', '/bilet/KOD/kodlar']);
});

test('a kept ticket is shown where the server is down, and a refusal is passed on', async () => {
  const { server, visit } = openBrowser();
  const { keepTicketPage } = await import('../../../src/web/tickets/keepTicketPage.ts');
  await keepTicketPage('KOD', [ticket]);
  for (const status of [502, 503]) {
    server.network = () => new Response('', { status });
    expect(await (await visit('/bilet/KOD')).text()).toBe(`now ${page}`);
    expect((await visit('/api/tickets/KOD')).status).toBe(200);
    expect((await visit('/api/tickets/OTHER')).status).toBe(status);
  }
  server.network = () => new Response('', { status: 404 });
  expect((await visit('/api/tickets/KOD')).status).toBe(404);
});

test('a device whose clock is days ahead keeps the tickets of coming events', async () => {
  const { server, stored } = openBrowser();
  const now = Date.now();
  server.network = () => Response.json(ticket, { headers: { date: new Date(now).toUTCString() } });
  const sister = `bilet ${dayFromToday(1)} KARDES`;
  stored.set(sister, new Map());
  vi.useFakeTimers({ toFake: ['Date'], now: now + 30 * dayMs });
  try {
    const { loadTickets } = await import('../../../src/web/tickets/tickets.store.ts');
    const { keepTicketPage } = await import('../../../src/web/tickets/keepTicketPage.ts');
    await keepTicketPage('KOD', await loadTickets('KOD'));
    expect([...stored.keys()]).toContain(sister);
  } finally {
    vi.useRealTimers();
  }
});
