import type { Product } from '../../contract/catalog.ts';
import { openStream } from '../http.ts';
import { loadProducts } from './catalog.store.ts';

/** Seats left and price of a listed product, and whether it is called off. */
type Seats = Pick<Product, 'id' | 'stock' | 'price' | 'cancelled'>;

const pollIntervalMs = 10_000;
/** After so many polls the stream is tried again. */
const pollsPerTry = 6;
/** A tab hidden for this long closes its connection. */
const hiddenTabMs = 60_000;

/**
 * Calls `apply` with everything on sale, now and shortly after each change: over one stream a tab, or by polling while
 * the stream fails.
 */
export function watchSeats(apply: (seats: Seats[]) => void): void {
  let stream: AbortController | undefined;
  let pollTimer: ReturnType<typeof setTimeout> | undefined;
  let hiddenTimer: ReturnType<typeof setTimeout> | undefined;

  function close(): void {
    stream?.abort();
    stream = undefined;
    clearTimeout(pollTimer);
  }

  async function open(): Promise<void> {
    close();
    const own = new AbortController();
    stream = own;
    await openStream('GET /api/products/events', apply, { token: null, signal: own.signal }).catch(() => {});
    if (stream !== own) return;
    close();
    await poll(pollsPerTry);
  }

  async function poll(left: number): Promise<void> {
    pollTimer = setTimeout(() => void (left > 1 ? poll(left - 1) : open()), pollIntervalMs);
    // After a failed poll the cards keep what they show.
    await loadProducts().then(apply, () => {});
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiddenTimer);
    if (document.hidden) hiddenTimer = setTimeout(close, hiddenTabMs);
    else if (!stream) void open();
  });
  // A page in the back-forward cache must hold no connection.
  addEventListener('pagehide', close);
  addEventListener('pageshow', ({ persisted }) => persisted && void open());
  void open();
}
