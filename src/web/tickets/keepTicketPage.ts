import { addDays, dayInIstanbul } from '../../shared/time.ts';
import { toRequest } from '../http.ts';
import { paths } from '../paths.ts';
import { serverNow } from '../serverClock.ts';
import { trustWorkerUrl } from '../ui/trustedHtml.ts';
import { cachePrefix } from './keptTickets.ts';
import type { OpenTicket } from './openTicket.ts';

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
 * Caches the pages of the shown tickets, their files and data, for visits without a network until the day after the
 * event. Returns whether that of the first is cached, now or since an earlier visit; false where the browser cannot.
 */
export async function keepTicketPage(code: string, tickets: OpenTicket[]): Promise<boolean> {
  if (!hasCaches()) return false;
  await keepFiles(code, tickets).catch(() => {});
  return (await caches.match(location.pathname)) !== undefined;
}

async function keepFiles(code: string, tickets: OpenTicket[]): Promise<void> {
  const [first] = tickets;
  if (!first) return;
  await navigator.serviceWorker.register(trustWorkerUrl('/ticket-worker.js'), { scope: `${paths.ticket}/` });
  const name = `${cachePrefix}${first.date} ${code}`;
  const cache = await caches.open(name);
  const codes = tickets.map((ticket) => ticket.code);
  const shown = tickets.flatMap(({ code: each, ...ticket }): [address: string, value: unknown][] => [
    [toRequest('GET /api/tickets/:code', { params: { code: each } }).url, ticket],
    [codesAddress(each), codes.filter((other) => other !== each)],
  ]);
  for (const [address, value] of shown) await cache.put(address, Response.json(value));
  await document.fonts.ready;
  const files = loadedFiles();
  await Promise.all(files.map((file) => cache.add(file)));
  // Caches the pages last and only then deletes the old ones, which stay if this is interrupted.
  const pages = [...new Set([location.pathname, ...codes.map((each) => `${paths.ticket}/${each}`)])];
  await Promise.all(pages.map((each) => cache.add(each)));
  const needed = new Set([...pages, ...files, ...shown.map(([address]) => address)].map(toUrl));
  for (const request of await cache.keys()) if (!needed.has(request.url)) await cache.delete(request);
  await dropOldCaches(codes, name);
}

const toUrl = (address: string): string => new URL(address, location.href).href;

/** Deletes the other caches of these tickets, and those of events that are over. */
async function dropOldCaches(codes: string[], current: string): Promise<void> {
  const yesterday = addDays(dayInIstanbul(serverNow()), -1);
  for (const name of await caches.keys()) {
    const [, day = '', of = ''] = name.split(' ');
    const isOld = codes.includes(of) || day < yesterday;
    if (name.startsWith(cachePrefix) && name !== current && isOld) await caches.delete(name);
  }
}
