import { $session } from '../account/session.store.ts';
import { call } from '../http.ts';
import { beginRequest } from '../ui/asyncState.ts';
import { safeSessionStorage } from '../ui/storage.ts';
import { withTabLock } from '../ui/tabLock.ts';
import { $accountCart, type AccountCart, readGuestCart } from './cart.state.ts';
import { type CartLine, type GuestItem, toCartLine } from './cart.ts';
import { showStoredToasts } from './cartToasts.ts';
import { endMergeTry } from './mergeTry.ts';

const cacheKey = 'account_cart';

const update = (change: Partial<AccountCart>) => $accountCart.set({ ...$accountCart.get(), ...change });
export function loadedLines(): CartLine[] {
  const { lines } = $accountCart.get();
  return lines.state === 'loaded' ? lines.value : [];
}
const showLines = (lines: CartLine[]) => update({ lines: { state: 'loaded', value: lines } });

/** Shows what the server answered, and caches it for the next page of this tab. */
function setLines(lines: CartLine[]): void {
  showLines(lines);
  const session = $session.get();
  if (session.state === 'user') safeSessionStorage.writeJson(cacheKey, { user: session.user.id, lines });
}

/** Shows the cart that this tab saw last, so that a page need not wait for the server. */
function restoreCachedLines(): void {
  const session = $session.get();
  const { user, lines } = safeSessionStorage.readJson<{ user?: string; lines?: CartLine[] }>(cacheKey) ?? {};
  const isEmpty = $accountCart.get().lines.state !== 'loaded';
  if (isEmpty && lines && session.state === 'user' && user === session.user.id) showLines(lines);
}

/** Loads the lines; the answer is dropped if a newer load began or a change was answered meanwhile. */
async function fetchLines(): Promise<void> {
  const isNewest = beginRequest($accountCart);
  const { cart } = await call('GET /api/cart');
  if (isNewest()) setLines(cart.map(toCartLine));
}

/** Loads the cart. After a failure it stays as it was; one that was not loaded says so, each time. */
export async function loadCart(): Promise<void> {
  if ($accountCart.get().lines.state === 'failed') update({ lines: { state: 'loading' } });
  try {
    await fetchLines();
  } catch (error) {
    console.error('Sepet verileri alınamadı', error);
    if ($accountCart.get().lines.state !== 'loaded')
      update({ lines: { state: 'failed', message: 'Sepetinize şu anda ulaşılamıyor.' } });
  }
}

/** Loads the cart, after changes that are under way. Throws CallError. */
export async function reloadLines(): Promise<CartLine[]> {
  await lastChange;
  await fetchLines();
  return loadedLines();
}

/** Loads the cart and returns whether it has these lines; another tab or device may order them. Throws CallError. */
export async function isStillInCart(lines: CartLine[]): Promise<boolean> {
  const loaded = await reloadLines();
  return lines.every(({ id, quantity }) => loaded.some((line) => line.id === id && line.quantity === quantity));
}

/** Few pages are opened with a guest's cart, so its merge is loaded by those alone. Without it that cart waits. */
const mergeGuestCart = (guest: GuestItem[]) =>
  import('./mergeGuestCart.calls.ts').then((merge) => merge.mergeGuestCart(guest)).catch(() => undefined);

let merging: Promise<void> | undefined;

/** After a sign-in or on a new page: merges the guest's cart, if there is one, and loads the cart. */
export function mergeAndLoadCart(): Promise<void> {
  restoreCachedLines();
  // Several tabs notice one sign-in; only one of them may merge the guest's cart.
  merging ??= withTabLock('guest_cart', async () => {
    // Read from storage: another tab may have merged it while this one waited.
    const guest = readGuestCart();
    const merged = guest.length ? await mergeGuestCart(guest) : endMergeTry();
    if (merged) setLines(merged.map(toCartLine));
    else await loadCart();
  }).finally(() => {
    merging = undefined;
    showStoredToasts();
  });
  return merging;
}

/** After a sign-out nothing of the account's cart stays in this tab. */
export function clearAccountCart(): void {
  safeSessionStorage.writeJson(cacheKey, undefined);
  $accountCart.set({ lines: { state: 'idle' }, pending: [] });
}

let lastChange: Promise<unknown> = Promise.resolve();
let changesWaiting = 0;

/** Runs changes one after another, so that quick presses are answered in order; loads the cart after the last one. */
function inSequence<T>(work: () => Promise<T>): Promise<T> {
  changesWaiting += 1;
  const change = lastChange.then(work).finally(() => {
    changesWaiting -= 1;
    if (!changesWaiting) void loadCart();
  });
  lastChange = change.catch(() => {});
  return change;
}

/**
 * Adds `delta` seats to a line, or takes some out; shown at once, undone when the server refuses. Answers the new
 * quantity. Throws CallError.
 */
export async function changeSeatCount(line: GuestItem, delta: number): Promise<number> {
  const change = { line, delta };
  update({ pending: [...$accountCart.get().pending, change] });
  let quantity: number | undefined;
  try {
    ({ quantity } = await inSequence(() =>
      call('POST /api/cart/add', { body: { product_id: line.id, quantity: delta } }),
    ));
    return quantity;
  } finally {
    if (quantity !== undefined) beginRequest($accountCart);
    const { lines, pending } = $accountCart.get();
    const value = quantity === undefined ? undefined : withConfirmed(loadedLines(), line, quantity);
    update({ pending: pending.filter((each) => each !== change), lines: value ? { state: 'loaded', value } : lines });
  }
}

/** The lines with the quantity that the server confirmed; 0 removes the line. */
function withConfirmed(lines: CartLine[], line: GuestItem, quantity: number): CartLine[] {
  if (!quantity) return lines.filter(({ id }) => id !== line.id);
  if (!lines.some(({ id }) => id === line.id)) return [...lines, { ...line, quantity, on_sale: true }];
  return lines.map((each) => (each.id === line.id ? { ...each, quantity } : each));
}

/** Removes a line at once; it comes back when the server cannot be reached. Throws CallError. */
export async function deleteLine(line: CartLine): Promise<void> {
  const before = loadedLines();
  showLines(before.filter(({ id }) => id !== line.id));
  try {
    await inSequence(() => call('DELETE /api/cart/delete/:id', { params: { id: line.id } }));
  } catch (error) {
    showLines(before);
    throw error;
  }
}

/** Another tab may have changed the cart meanwhile. */
const refreshOnReturn = () => {
  if (document.visibilityState === 'visible' && $session.get().state === 'user') void mergeAndLoadCart();
};
if (typeof window !== 'undefined') {
  addEventListener('visibilitychange', refreshOnReturn);
  addEventListener('pageshow', ({ persisted }) => persisted && refreshOnReturn());
}
