// Answers pages below /bilet/ and what they load from the network, and without one from what the page kept of its last
// visit (src/web/tickets/keepTicketPage.ts). It stores nothing itself, and sees no other page.
const networkMs = 3000;

self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { request } = event;
  // What is asked for with somebody's session is never kept.
  if (request.method !== 'GET' || request.headers.has('authorization')) return;
  event.respondWith(answer(request));
});

/** The network's answer; the kept one where there is no network, it takes too long, or the server is down. */
async function answer(request) {
  const kept = await caches.match(request, { ignoreSearch: request.mode === 'navigate', ignoreVary: true });
  const fromNetwork = fetch(request);
  if (!kept) return fromNetwork;
  const timeout = new Promise((resolve) => setTimeout(resolve, networkMs));
  const answered = await Promise.race([fromNetwork, timeout]).catch(() => undefined);
  return answered && answered.status < 500 ? answered : kept;
}
