import { $session } from '../account/session.store.ts';
import { CallError, call } from '../http.ts';
import { safeLocalStorage, safeSessionStorage } from '../ui/storage.ts';
import { toast } from '../ui/toast.ts';
import { $accountCart, $guestCart, toCart } from './cart.store.ts';
import { type CartLine, fromServer, type GuestItem, repair } from './cart.ts';
import { keepNotices, mergeNotices, showNotices } from './notices.ts';

const kept = 'account_cart';

function setLines(lines: CartLine[]): void {
  $accountCart.set({ ...$accountCart.get(), lines, failed: false });
  const session = $session.get();
  if (session.state === 'user') safeSessionStorage.writeJson(kept, { user: session.user.id, lines });
}

/** What this tab saw last of the same person's cart, so that a page need not wait for the server to show it. */
function recall(): void {
  const session = $session.get();
  const { user, lines } = safeSessionStorage.readJson<{ user?: string; lines?: CartLine[] }>(kept) ?? {};
  if (!$accountCart.get().lines && session.state === 'user' && user === session.user.id) {
    $accountCart.set({ ...$accountCart.get(), lines });
  }
}

/** Asks for the cart anew. When that fails it is left as it was (SPEC.md 8). */
export async function loadCart(): Promise<void> {
  try {
    setLines((await call('GET /api/cart')).cart.map(fromServer));
  } catch (error) {
    console.error('Sepet verileri alınamadı', error);
    $accountCart.set({ ...$accountCart.get(), failed: true });
  }
}

let settling: Promise<void> | undefined;

/** After a sign-in or on a new page: the guest cart joins, if there is one, and the cart is loaded. */
export function settleCart(): Promise<void> {
  recall();
  settling ??= alone(async () => {
    // Read anew: another tab may have joined it while this one waited.
    const items = repair(safeLocalStorage.readText('guest_cart') ?? '');
    await (items.length ? joinGuestCart(items) : loadCart());
  }).finally(() => {
    settling = undefined;
    showNotices();
  });
  return settling;
}

/** Two tabs hear of one sign-in: only one of them may join the guest cart. */
const alone = (work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('guest_cart', work) : work();

async function joinGuestCart(guest: GuestItem[]): Promise<void> {
  const items = guest.map(({ id, quantity }) => ({ product_id: id, quantity }));
  try {
    const { cart, adjusted } = await call('POST /api/cart/merge', { body: { items } });
    $guestCart.set([]);
    keepNotices(mergeNotices(adjusted, guest));
    setLines(cart.map(fromServer));
  } catch (error) {
    console.error('Sepetler birleştirilemedi', error);
    await loadCart();
  }
}

/** After a sign-out nothing of the cart stays in this tab. */
export function forgetCart(): void {
  safeSessionStorage.writeJson(kept, undefined);
  $accountCart.set({ lines: undefined, pending: [], failed: false });
}

let last: Promise<unknown> = Promise.resolve();
let waiting = 0;

/** One change after the other: pressing quickly must not let two answers overtake each other. */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  waiting += 1;
  const turn = last.then(work).finally(() => {
    waiting -= 1;
    if (!waiting) void loadCart();
  });
  last = turn.catch(() => {});
  return turn;
}

/**
 * Adds seats to a line or takes some out; shown at once, taken back when the server refuses. Answers how many there
 * are then. Throws CallError.
 */
export async function changeSeats(line: GuestItem, delta: number): Promise<number> {
  const pending = { line, delta };
  $accountCart.set({ ...$accountCart.get(), pending: [...$accountCart.get().pending, pending] });
  let quantity: number | undefined;
  try {
    ({ quantity } = await inTurn(() => call('POST /api/cart/add', { body: { product_id: line.id, quantity: delta } })));
    return quantity;
  } finally {
    const { lines = [], pending: all, ...rest } = $accountCart.get();
    const left = lines.filter((item) => item.id !== line.id);
    const confirmed = { ...(lines.find((item) => item.id === line.id) ?? { ...line, on_sale: true }), quantity };
    $accountCart.set({
      ...rest,
      pending: all.filter((item) => item !== pending),
      lines: quantity === undefined ? lines : quantity ? place(lines, confirmed as CartLine) : left,
    });
  }
}

const place = (lines: CartLine[], line: CartLine): CartLine[] =>
  lines.some(({ id }) => id === line.id) ? lines.map((item) => (item.id === line.id ? line : item)) : [...lines, line];

/** Takes an event out of the cart, at once; it comes back when the server cannot be reached. Throws CallError. */
export async function removeSeats(line: CartLine): Promise<void> {
  const { lines = [] } = $accountCart.get();
  $accountCart.set({ ...$accountCart.get(), lines: lines.filter(({ id }) => id !== line.id) });
  try {
    await inTurn(() => call('DELETE /api/cart/delete/:id', { params: { id: line.id } }));
  } catch (error) {
    $accountCart.set({ ...$accountCart.get(), lines });
    throw error;
  }
}

/** One more seat for somebody signed in, with a toast. */
export async function addAsUser(product: Omit<GuestItem, 'quantity'>): Promise<void> {
  try {
    await changeSeats({ ...product, quantity: 1 }, 1);
    toast({ lead: product.title, text: 'sepete eklendi', action: toCart });
  } catch (error) {
    const why = error instanceof CallError && error.code ? ` ${error.message}` : '';
    toast({ text: `Ürün sepete eklenemedi!${why}`, tone: 'err' });
  }
}

// Another tab may have bought or added something meanwhile; a page from the back-forward cache heard nothing of it.
const follow = () => {
  if (document.visibilityState === 'visible' && $session.get().state === 'user') void settleCart();
};
if (typeof window !== 'undefined') {
  addEventListener('visibilitychange', follow);
  addEventListener('pageshow', ({ persisted }) => persisted && follow());
}
