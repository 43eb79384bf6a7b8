import { dayInIstanbul, dayMs } from '../../shared/time.ts';
import { toRequest } from '../http.ts';
import { paths } from '../paths.ts';
import { trustWorkerUrl } from '../ui/trustedHtml.ts';
import type { OpenTicket } from './openTicket.ts';

/** Caches of tickets are named `bilet 2026-12-09 <code>` by the day of their event. */
const prefix = 'bilet ';

const hasCaches = () => 'serviceWorker' in navigator && 'caches' in globalThis;
const codesAddress = (code: string) => `${paths.ticket}/${code}/kodlar`;

/** The codes of the order's other tickets as they were at the last visit of its buyer. */
export async function readKeptCodes(code: string): Promise<string[]> {
  const kept = hasCaches() ? await caches.match(codesAddress(code)) : undefined;
  return kept ? kept.json() : [];
}

/** The page's own files that were loaded so far. */
const loadedFiles = (): string[] =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => new URL(name))
    .filter(({ origin, pathname }) => origin === location.origin && !pathname.startsWith('/api/'))
    .map(({ pathname }) => pathname);

/**
 * Keeps the page of a ticket for visits without a network, until the day after its event: its files and what it shows.
 * Other pages are not touched. False where the browser cannot.
 */
export async function keepTicketPage(code: string, tickets: OpenTicket[]): Promise<boolean> {
  const [first] = tickets;
  if (!first || !hasCaches()) return false;
  await dropOldCaches(code);
  await navigator.serviceWorker.register(trustWorkerUrl('/ticket-worker.js'), { scope: `${paths.ticket}/` });
  const cache = await caches.open(`${prefix}${first.date} ${code}`);
  for (const { code: each, ...ticket } of tickets)
    await cache.put(toRequest('GET /api/tickets/:code', { params: { code: each } }).url, Response.json(ticket));
  await cache.put(codesAddress(code), Response.json(tickets.slice(1).map((ticket) => ticket.code)));
  await document.fonts.ready;
  const page = await Promise.allSettled([location.pathname, ...loadedFiles()].map((file) => cache.add(file)));
  return page[0]?.status === 'fulfilled';
}

/** Deletes what was kept of this ticket before, and of events that are over. */
async function dropOldCaches(code: string): Promise<void> {
  const yesterday = dayInIstanbul(new Date(Date.now() - dayMs));
  for (const name of await caches.keys()) {
    const [, day = '', of = ''] = name.split(' ');
    if (name.startsWith(prefix) && (of === code || day < yesterday)) await caches.delete(name);
  }
}
