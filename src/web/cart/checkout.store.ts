import { atom, type WritableAtom } from 'nanostores';
import { $session } from '../account/session.store.ts';
import { CallError, call } from '../http.ts';
import { paths, withReturnTo } from '../paths.ts';
import { safeSessionStorage } from '../ui/storage.ts';
import { loadCart } from './account.store.ts';
import { $guestCart } from './cart.store.ts';
import type { CartLine } from './cart.ts';
import { type Names, orderFailed, type Problem, readProblem, toCartItems } from './checkout.ts';

/** An atom that this tab remembers until it is closed, over reloads and the way to the sign-in screen. */
function remembered<T>(key: string, initial: T): WritableAtom<T> {
  const store = atom(safeSessionStorage.readJson<T>(key) ?? initial);
  store.listen((value) => void safeSessionStorage.writeJson(key, value));
  return store;
}

/** Names typed so far: closing the dialog, reloading or signing in loses none of them. */
export const $names = remembered<Names>('participants', {});

/** One checkout keeps one key over all its retries (CONTRACT.md 8), reloads included. */
const $key = remembered('checkout_key', '');

/** Names this person's seats were bought for before. */
export const $knownNames = atom<string[]>([]);

/** Where the checkout stands. */
export const $checkout = atom<{ sending: boolean; problem: Problem | undefined }>({
  sending: false,
  problem: undefined,
});

/** Address of the cart with its dialog open: where a guest comes back to after signing in. */
const checkoutPath = `${paths.cart}?devam`;

/** The sign-in screen, which brings people back there. */
export const signInPath = withReturnTo(paths.login, checkoutPath);

export function setName(id: string, index: number, name: string): void {
  const names = [...($names.get()[id] ?? [])];
  names[index] = name;
  // A hole would become null on its way through the storage.
  $names.set({ ...$names.get(), [id]: Array.from(names, (one) => one ?? '') });
}

/** Looks up the names of earlier orders, to offer them; without them the boxes are typed as ever. */
export async function loadKnownNames(): Promise<void> {
  try {
    const orders = await call('GET /api/my-orders', { query: { page: 1, size: 20 } });
    const people = orders.flatMap((order) => order.participants);
    $knownNames.set([...new Set(people.map(({ name, surname }) => `${name} ${surname}`.trim()))]);
  } catch {
    $knownNames.set([]);
  }
}

/** One event's trouble has been dealt with. */
export function settle(id: string): void {
  const { problem } = $checkout.get();
  if (problem?.kind !== 'stock' && problem?.kind !== 'gone') return;
  const items = problem.items.filter(({ line }) => line.id !== id);
  $checkout.set({ ...$checkout.get(), problem: items.length ? ({ ...problem, items } as Problem) : undefined });
}

/** Sends the order. Answers true when it was made; otherwise `$checkout` says why not, and every name is still there. */
export async function placeOrder(lines: CartLine[], terms_version: string): Promise<boolean> {
  if ($checkout.get().sending) return false;
  if (!$key.get()) $key.set(crypto.randomUUID());
  $checkout.set({ sending: true, problem: undefined });
  try {
    await call(
      'POST /api/order/create',
      { body: { cartItems: toCartItems(lines, $names.get()), terms_version } },
      { headers: { 'idempotency-key': $key.get() } },
    );
    finish();
    return true;
  } catch (error) {
    return await fail(error, lines);
  } finally {
    $checkout.set({ ...$checkout.get(), sending: false });
  }
}

function finish(): void {
  $key.set('');
  $names.set({});
  $guestCart.set([]);
}

async function fail(error: unknown, lines: CartLine[]): Promise<boolean> {
  const refused = error instanceof CallError ? error : undefined;
  if (refused?.code === 'unauthenticated') location.assign(signInPath);
  if (refused?.code === 'idempotency_mismatch') {
    // The answer to an earlier try got lost on its way: that order stands.
    finish();
    await loadCart();
    return true;
  }
  const problem = readProblem(refused?.code ?? null, refused?.body.items, lines);
  const words = refused?.code === 'invalid' ? refused.message : orderFailed;
  $checkout.set({ ...$checkout.get(), problem: problem.kind === 'failed' ? { ...problem, text: words } : problem });
  if (problem.kind !== 'failed' && $session.get().state === 'user') await loadCart();
  return false;
}

const noteKey = 'order_done';

/** Tells the next page that an order was made. */
export const leaveOrderNote = (): void => void safeSessionStorage.writeText(noteKey, 'yes');

/** Whether an order was made on the page before; true once. */
export function takeOrderNote(): boolean {
  const was = safeSessionStorage.readText(noteKey) !== null;
  safeSessionStorage.writeText(noteKey, null);
  return was;
}
