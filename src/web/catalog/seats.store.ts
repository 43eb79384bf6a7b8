import type { Product } from '../../contract/catalog.ts';
import { callUrl } from '../http.ts';
import { loadProducts } from './catalog.store.ts';

/** Seats left and price of an event on sale. */
export type Seats = Pick<Product, 'id' | 'stock' | 'price'>;

const pollEvery = 10_000;
/** After so many polls the stream is tried again. */
const pollsBetween = 6;
/** A tab that nobody looks at for this long needs no connection. */
const hiddenFor = 60_000;

/**
 * Calls `apply` with everything on sale, now and within moments of each change: one stream a tab, and polling while
 * that fails.
 */
export function watchSeats(apply: (seats: Seats[]) => void): void {
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let hiding: ReturnType<typeof setTimeout> | undefined;

  function stop(): void {
    stream?.close();
    stream = undefined;
    clearTimeout(timer);
  }

  function open(): void {
    stop();
    stream = new EventSource(callUrl('GET /api/products/events'));
    stream.onmessage = ({ data }) => apply(JSON.parse(data));
    stream.onerror = () => {
      stop();
      poll(pollsBetween);
    };
  }

  async function poll(left: number): Promise<void> {
    timer = setTimeout(() => (left > 1 ? poll(left - 1) : open()), pollEvery);
    // A poll that fails says nothing: the cards keep what they show.
    await loadProducts().then(apply, () => {});
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(stop, hiddenFor);
    else if (!stream) open();
  });
  // A page in the back-forward cache must hold no connection; it comes back as it was.
  addEventListener('pagehide', stop);
  addEventListener('pageshow', ({ persisted }) => persisted && open());
  open();
}
