import { isDeepStrictEqual } from 'node:util';
import { cartLine } from './cartLines.ts';

/** The reply to a checkout, in process or over HTTP. */
export interface CheckoutReply {
  status: number;
  body: { code?: string; orders?: { id: string; code: string }[] };
}

/** Sends one checkout. With several of them, one per process, buyers are spread over the processes. */
export type Checkout = (
  token: string,
  cartItems: unknown[],
  headers?: Record<string, string>,
) => Promise<CheckoutReply>;

/** Counts replies by status or error code: `{ 201: 20, stock_exhausted: 180 }`. */
export function countReplies(replies: CheckoutReply[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of replies) {
    const name = status < 400 ? String(status) : `${body?.code ?? status}`;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

/** All buyers order `quantity` seats of one product at the same moment. */
export function checkoutAtOnce(
  processes: Checkout[],
  tokens: string[],
  product: string,
  quantity = 1,
): Promise<CheckoutReply[]> {
  return Promise.all(
    tokens.map((token, index) =>
      (processes[index % processes.length] as Checkout)(token, [cartLine(product, quantity)]),
    ),
  );
}

/** All buyers order the same two products, every second one in the opposite order. */
export function checkoutCrossed(
  processes: Checkout[],
  tokens: string[],
  [first, second]: [string, string],
): Promise<CheckoutReply[]> {
  return Promise.all(
    tokens.map((token, index) => {
      const productIds = index % 2 ? [first, second] : [second, first];
      return (processes[index % processes.length] as Checkout)(
        token,
        productIds.map((product) => cartLine(product)),
      );
    }),
  );
}

/** One buyer sends the same checkout many times, with one idempotency key. */
export function repeatCheckout(
  processes: Checkout[],
  token: string,
  product: string,
  times: number,
): Promise<CheckoutReply[]> {
  const headers = { 'idempotency-key': crypto.randomUUID() };
  return Promise.all(
    Array.from({ length: times }, (_, index) =>
      (processes[index % processes.length] as Checkout)(token, [cartLine(product)], headers),
    ),
  );
}

/** Whether all replies are the same. */
export const areEqual = (replies: CheckoutReply[]): boolean =>
  replies.every((reply) => isDeepStrictEqual(reply, replies[0]));
