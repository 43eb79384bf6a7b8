/** Caches of tickets are named `bilet 2026-12-09 <code>` by the day of their event. */
export const cachePrefix = 'bilet ';

/** Removes the tickets that this browser shows without a network. Never fails. */
export async function removeKeptTickets(): Promise<void> {
  // Only pages of a secure address have caches.
  if (!('caches' in globalThis)) return;
  const names = await caches.keys().catch((): string[] => []);
  await Promise.allSettled(names.filter((name) => name.startsWith(cachePrefix)).map((name) => caches.delete(name)));
}
