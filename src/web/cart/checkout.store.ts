import { atom, type WritableAtom } from 'nanostores';
import type { AllEndpoints, CallInput } from '../../contract/endpoints.ts';
import type { OrderPreview } from '../../contract/orders.ts';
import { joinName } from '../../shared/names.ts';
import { $session } from '../account/session.store.ts';
import { CallError, call } from '../http.ts';
import { paths, withReturnTo } from '../paths.ts';
import { isDoneBefore, isUnanswered } from '../sendOnce.ts';
import { safeSessionStorage } from '../ui/storage.ts';
import { withTabLock } from '../ui/tabLock.ts';
import { toast } from '../ui/toast.ts';
import { isStillInCart, loadCart, loadedLines, reloadLines } from './accountCart.store.ts';
import { $accountCart, $guestCart } from './cart.state.ts';
import type { CartLine } from './cart.ts';
import {
  type CheckoutFailure,
  changedCartText,
  emptiedCartText,
  orderFailedText,
  type ParticipantNames,
  toCartItems,
  toCheckoutFailure,
} from './checkout.ts';

/** An atom kept in session storage: it survives reloads and the way to the sign-in screen. */
function sessionAtom<T>(key: string, initial: T): WritableAtom<T> {
  const store = atom(safeSessionStorage.readJson<T>(key) ?? initial);
  store.listen((value) => void safeSessionStorage.writeJson(key, value));
  return store;
}

const namesKey = 'participants';

/** Participant names typed so far. */
export const $names = sessionAtom<ParticipantNames>(namesKey, {});

/** Idempotency key of this checkout, the same for all its retries and reloads: the order is made once. */
const $key = sessionAtom('checkout_key', '');

/** Whether a try with this key was sent and not answered: it may have made the order and emptied the cart. */
const $unanswered = sessionAtom('checkout_key_unanswered', false);

/** Participant names of earlier orders. */
export const $knownNames = atom<string[]>([]);

export const $checkout = atom<{ sending: boolean; failure: CheckoutFailure | undefined }>({
  sending: false,
  failure: undefined,
});

/** The sign-in screen; after it the cart opens with its participant dialog. */
export const signInPath = withReturnTo(paths.login, paths.checkout);

export function setName(id: string, index: number, name: string): void {
  const names = [...($names.get()[id] ?? [])];
  names[index] = name;
  // Array.from fills holes, which JSON would turn into null.
  $names.set({ ...$names.get(), [id]: Array.from(names, (one) => one ?? '') });
}

/** Loads the names of earlier orders to suggest them; none when that fails. */
export async function loadKnownNames(): Promise<void> {
  try {
    const orders = await call('GET /api/my-orders', { query: { page: 1, size: 20 } });
    const people = orders.flatMap((order) => order.participants);
    $knownNames.set([...new Set(people.map(joinName))]);
  } catch {
    $knownNames.set([]);
  }
}

/** Removes one line's failure after the buyer has resolved it. */
export function dismissFailure(id: string): void {
  const { failure } = $checkout.get();
  if (!failure || failure.kind === 'failed' || failure.kind === 'price') return;
  const items = failure.items.filter(({ line }) => line.id !== id);
  $checkout.set({ ...$checkout.get(), failure: items.length ? ({ ...failure, items } as CheckoutFailure) : undefined });
}

/** What goes with the lines of an order: what the buyer accepted. */
type AcceptedTerms = Pick<
  CallInput<AllEndpoints['POST /api/order/create']>['body'],
  'terms_version' | 'method' | 'preview_hash' | 'health_consent'
>;

/**
 * Sends the order. Resolves to its code when it was made, blank where an earlier try made it. Otherwise undefined:
 * `$checkout` says why not, or `onTermsChanged` gets the new terms, and the typed names stay.
 */
export async function placeOrder(
  lines: CartLine[],
  { answers, ...accepted }: AcceptedTerms & { answers: ParticipantNames },
  onTermsChanged: (preview: OrderPreview) => void,
): Promise<string | undefined> {
  if ($checkout.get().sending) return undefined;
  $checkout.set({ sending: true, failure: undefined });
  let code: string | undefined;
  try {
    code = await withTabLock('checkout', async () => {
      const isTriedAgain = $unanswered.get();
      // After a try without an answer the cart may be empty because the order was made; the server answers that again.
      if (!isTriedAgain && !(await isStillInCart(lines))) return showChangedCart();
      const body = { cartItems: toCartItems(lines, $names.get(), answers), ...accepted };
      let reply = await sendOrder(body).catch((error: unknown) => {
        if (!isDoneBefore(error)) throw error;
      });
      // An order takes its lines out of the cart: where they still are, an earlier try made another one.
      if ((isTriedAgain || !reply) && (await isStillInCart(lines))) {
        endTries();
        reply = await sendOrder(body);
      }
      clearOrder();
      return reply?.orders[0]?.code ?? '';
    });
  } catch (error) {
    const refused = error instanceof CallError ? error : undefined;
    if (refused?.code === 'terms_changed') {
      onTermsChanged(refused.body.preview as OrderPreview);
    } else await showFailure(refused, lines);
  }
  // The page of an order that was made stays as it is until it is left, which may take seconds.
  if (code === undefined) $checkout.set({ ...$checkout.get(), sending: false });
  return code;
}

/**
 * Sends a try. It counts as unanswered until a refusal comes, so that this holds when the page is left meanwhile. One
 * try without an answer makes all tries with its key count as unanswered.
 */
async function sendOrder(body: CallInput<AllEndpoints['POST /api/order/create']>['body']) {
  if (!$key.get()) $key.set(crypto.randomUUID());
  const before = $unanswered.get();
  $unanswered.set(true);
  try {
    return await call('POST /api/order/create', { body }, { headers: { 'idempotency-key': $key.get() } });
  } catch (error) {
    if (!isUnanswered(error)) $unanswered.set(before);
    throw error;
  }
}

/** The cart that the buyer read is not there any more. An empty one closes the dialog, so a toast says why. */
function showChangedCart(): undefined {
  if (loadedLines().length) $checkout.set({ ...$checkout.get(), failure: { kind: 'failed', text: changedCartText } });
  else toast({ text: emptiedCartText, tone: 'warn', action: openOrders });
  return undefined;
}

const openOrders = { label: 'Siparişlerim', run: () => location.assign(paths.orders) };

/** Ends the tries of one checkout: the next one has a key of its own. */
function endTries(): void {
  $key.set('');
  $unanswered.set(false);
}

/** Forgets an order that was made. Its names are shown until the page is left. */
function clearOrder(): void {
  endTries();
  safeSessionStorage.writeJson(namesKey, undefined);
  $guestCart.set([]);
}

/** Whether the cart was found empty after a try without an answer: an order that was made empties it. */
export const $mayBeOrdered = atom(false);

/** How many lines are being taken out by hand: a cart that is empty meanwhile says nothing of an order. */
let takenOut = 0;

function findOrdered(): void {
  const { lines } = $accountCart.get();
  const isFoundEmpty = lines.state === 'loaded' && !lines.value.length;
  if (!$unanswered.get() || $checkout.get().sending || takenOut || !isFoundEmpty) return;
  endTries();
  $names.set({});
  $mayBeOrdered.set(true);
}
$accountCart.subscribe(findOrdered);

/**
 * Removes a line of the account's cart by hand. After a try without an answer the cart is read first: false if an order
 * was made, which took the line out. Otherwise the try is given up with the last of its lines.
 * Throws as `work`, and CallError.
 */
export async function takeOut(line: CartLine, work: () => Promise<unknown>): Promise<boolean> {
  const isTried = $unanswered.get() && line.on_sale;
  takenOut += 1;
  try {
    if (isTried && !(await reloadLines()).some(({ id }) => id === line.id)) return false;
    await work();
    if (isTried && !loadedLines().some(({ on_sale }) => on_sale)) endTries();
    return true;
  } finally {
    takenOut -= 1;
    findOrdered();
  }
}

/** Shows why an order of these lines is refused; `undefined` for no answer. */
export async function showFailure(refused: CallError | undefined, lines: CartLine[]): Promise<void> {
  if (refused?.code === 'unauthenticated') location.assign(signInPath);
  const text = refused?.code === 'invalid' || refused?.code === 'too_many_requests' ? refused.message : orderFailedText;
  const failure = toCheckoutFailure(refused?.code ?? null, refused?.body.items, lines, text);
  $checkout.set({ ...$checkout.get(), failure });
  if (failure.kind !== 'failed' && $session.get().state === 'user') await loadCart();
}
