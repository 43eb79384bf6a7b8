import { atom } from 'nanostores';
import type { Checkout } from '../../contract/checkouts.ts';
import { CallError, call } from '../http.ts';
import { paths } from '../paths.ts';
import type { AsyncState } from '../ui/asyncState.ts';
import { safeSessionStorage } from '../ui/storage.ts';

/** A card service's page that this tab opened, to be shown in a frame. */
interface OpenFrame {
  attempt: string;
  frame: string;
}

const keyOf = (code: string) => `card:${code}`;

type CardPayment = AsyncState<{ checkout: Checkout; frame: string | undefined }> | { state: 'unknown' };

/**
 * A checkout on the page of its card, with the frame while its attempt waits; `unknown` for a code
 * that does not exist or belongs to another account.
 */
export const $cardPayment = atom<CardPayment>({ state: 'idle' });

const failure = 'Kart ödemesi açılamadı. Bağlantınızı kontrol edip yeniden deneyin.';
/** How long the service's page may take to open. */
const openingMs = 60_000;

/**
 * Opens the card service's page over what is open of a checkout and leaves this page for it. Resolves to a sentence
 * where that fails or is stopped, otherwise when Back shows this page again: it may take seconds to leave.
 */
export async function payByCard(code: string): Promise<string | undefined> {
  try {
    const { attempt, redirect, frame } = await call('POST /api/my-checkouts/:code/card', { params: { code } });
    if (frame) safeSessionStorage.writeJson(keyOf(code), { attempt, frame } satisfies OpenFrame);
    location.assign(redirect ?? `${paths.cardPayment}/${code}`);
    return await new Promise((resolve) => {
      addEventListener('pageshow', () => resolve(undefined), { once: true });
      setTimeout(resolve, openingMs, failure);
    });
  } catch (error) {
    const refused = error instanceof CallError ? error : undefined;
    // Paid, released or cancelled meanwhile.
    if (refused?.code === 'conflict') leave(code);
    return refused?.message || failure;
  }
}

/** Loads a checkout for the page of its card. One that is not open any more leads to the orders. */
export async function loadCardPayment(code: string): Promise<void> {
  $cardPayment.set({ state: 'loading' });
  try {
    const checkout = await call('GET /api/my-checkouts/:code', { params: { code } });
    if (checkout.state !== 'open') return leave(code);
    const stored = safeSessionStorage.readJson<OpenFrame>(keyOf(code));
    const isOpen = checkout.card?.state === 'waiting' && checkout.card.attempt === stored?.attempt;
    $cardPayment.set({ state: 'loaded', value: { checkout, frame: isOpen ? stored?.frame : undefined } });
  } catch (error) {
    const isUnknown = error instanceof CallError && error.status === 404;
    $cardPayment.set(isUnknown ? { state: 'unknown' } : { state: 'failed', message: 'Ödeme sayfası açılamadı.' });
  }
}

/** Leads to the order, where it says how the payment ended. */
export function leave(code: string): void {
  safeSessionStorage.writeJson(keyOf(code), undefined);
  location.replace(`${paths.orders}?code=${code}`);
}

const [firstMs, nearMs, farMs] = [120_000, 3_000, 15_000];

/**
 * Asks how a card payment stands until its state or that of its checkout changes, then hands the checkout over. Often
 * in the first two minutes, seldom later, not while the page is in the background. Returns a function that stops it.
 */
export function followCardPayment(
  { code, state, card = 'waiting' }: Pick<Checkout, 'code' | 'state'> & { card?: 'waiting' | 'failed' },
  onSettled: (checkout: Checkout) => void,
): () => void {
  const begun = Date.now();
  let timer: ReturnType<typeof setTimeout>;
  let isStopped = false;
  async function ask() {
    const checkout = document.hidden
      ? undefined
      : await call('GET /api/my-checkouts/:code', { params: { code } }).catch(() => undefined);
    if (isStopped) return;
    // Another attempt may have paid it, while the newest one still waits.
    if (checkout && (checkout.state !== state || checkout.card?.state !== card)) return onSettled(checkout);
    timer = setTimeout(ask, Date.now() - begun < firstMs ? nearMs : farMs);
  }
  timer = setTimeout(ask, nearMs);
  return () => {
    isStopped = true;
    clearTimeout(timer);
  };
}
