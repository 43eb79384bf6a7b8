import { atom } from 'nanostores';
import type { OrderPreview, PaymentMethod } from '../../contract/orders.ts';
import { CallError, call } from '../http.ts';
import { beginRequest } from '../ui/asyncState.ts';
import type { CartLine } from './cart.ts';
import { showFailure } from './checkout.store.ts';
import { changedDocuments } from './preview.ts';

interface PreviewState {
  /** What the buyer reads. Stays while a newer one is loaded. */
  value?: OrderPreview;
  loading: boolean;
  /** Why it could not be loaded, unless because of the lines. */
  problem?: string;
  /** The way to pay that the buyer chose; the first one offered until then. */
  method?: PaymentMethod;
  /** Kinds of the documents that changed while the buyer read; undefined if the terms did not. */
  changed?: string[];
}

/** The order as it would be made now: the block above the button, and the documents. */
export const $preview = atom<PreviewState>({ loading: false });

const change = (patch: Partial<PreviewState>) => $preview.set({ ...$preview.get(), ...patch });

/** The chosen way to pay, or the first one offered. */
export const methodOf = ({ value, method }: PreviewState): PaymentMethod | undefined => method ?? value?.methods[0];

/** Loads the preview of these lines. A refusal because of them is shown like that of an order. Never throws. */
export async function loadPreview(lines: CartLine[], method = $preview.get().method): Promise<void> {
  const isNewest = beginRequest($preview);
  change({ loading: true, problem: undefined, method });
  const cartItems = lines.map(({ id, price, quantity }) => ({ id, price, quantity }));
  try {
    const value = await call('POST /api/order/preview', { body: { cartItems, method } });
    if (isNewest()) change({ value, loading: false });
  } catch (error) {
    if (!isNewest()) return;
    const refused = error instanceof CallError ? error : undefined;
    // The chosen way to pay is no longer offered: it is forgotten, or it would be asked for again.
    if (method && refused?.fields.method) {
      change({ method: undefined });
      return loadPreview(lines);
    }
    change({ value: undefined, loading: false, problem: problemOf(refused) });
    if (refused?.body.items || refused?.status === 401) await showFailure(refused, lines);
  }
}

function problemOf(refused: CallError | undefined): string | undefined {
  if (refused?.body.items) return undefined;
  const words = refused?.status && refused.status < 500 ? Object.values(refused.fields)[0] || refused.message : '';
  return words || 'Sipariş özeti alınamadı. Yazdığınız adlar duruyor.';
}

/** Shows the terms that the order was refused for. */
export function showChangedTerms(value: OrderPreview): void {
  change({ value, changed: changedDocuments($preview.get().value, value) });
}

/** Forgets which words changed: the buyer was shown them. */
export const acceptChanges = (): void => change({ changed: undefined });
