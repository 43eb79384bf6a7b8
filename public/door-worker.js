// Service worker of /admin/door/: keeps the page with its scripts, styles and fonts, so that it opens without network.
// Answers of the API are never kept.
const cacheName = 'door';
/** Any address below the scope answers the page, with the headers that allow the camera. */
const pageAddress = new URL('page', self.registration.scope).href;
const networkMs = 3000;

self.addEventListener('install', (event) => {
  event.waitUntil(keepPage().then(() => self.skipWaiting()));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(self.clients.claim());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return;
  event.respondWith(request.mode === 'navigate' ? openPage(event) : openFile(request));
});

/** The page from the network, or the kept one where that takes too long. */
async function openPage(event) {
  const kept = await caches.match(pageAddress);
  const fromNetwork = fetch(event.request).then((answer) => {
    if (answer.ok) event.waitUntil(keepPage().catch(() => {}));
    return answer;
  });
  if (!kept) return fromNetwork;
  const timeout = new Promise((resolve) => setTimeout(resolve, networkMs));
  const answer = await Promise.race([fromNetwork, timeout]).catch(() => undefined);
  return answer?.ok ? answer : kept;
}

const openFile = async (request) => (await caches.match(request)) ?? fetch(request);

/** Keeps the page and every file it names, directly or by another file; what no page needs any more goes. */
async function keepPage() {
  const cache = await caches.open(cacheName);
  const page = await fetch(pageAddress, { cache: 'no-cache' });
  if (!page.ok) throw new Error(`the page answered ${page.status}`);
  const needed = new Set([pageAddress]);
  let waiting = findFiles(await page.clone().text(), pageAddress, needed);
  while (waiting.length) {
    const texts = await Promise.all(waiting.map((address) => keepFile(cache, address)));
    waiting = waiting.flatMap((address, index) => findFiles(texts[index], address, needed));
  }
  // The page last: it is only kept once everything it needs is.
  await cache.put(pageAddress, page);
  for (const { url } of await cache.keys()) if (!needed.has(url)) await cache.delete(url);
}

/** Keeps a file, whose address changes with its content. Answers the text of a script or style. */
async function keepFile(cache, address) {
  let answer = await cache.match(address);
  if (!answer) {
    answer = await fetch(address);
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    await cache.put(address, answer.clone());
  }
  return /\.(?:js|css)$/.test(address) ? answer.text() : '';
}

/** Addresses in a text that were not seen before: of built files, and of scripts beside a script. */
function findFiles(text, base, seen) {
  const names = text.match(/\/?_astro\/[\w.@~-]+\.\w+|(?<=["'`])\.\/[\w.@~-]+\.(?:js|css)|(?<=")\/favicon\.svg/g) ?? [];
  const addresses = names.map((name) => new URL(name.replace(/^_astro/, '/_astro'), base).href);
  return addresses.filter((address) => !seen.has(address) && seen.add(address));
}
