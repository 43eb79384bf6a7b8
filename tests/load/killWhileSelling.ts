import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { cartLine } from './cartLines.ts';
import type { Checkout } from './checkouts.ts';
import type { ApiProcess } from './processes.ts';

/** A checkout that was sent: its idempotency key, and the order's code if the server acknowledged it. */
export interface CheckoutAttempt {
  token: string;
  key: string;
  code?: string;
}

/** Sends a checkout of two seats of each product, for the first time or again, and keeps the acknowledged code. */
export async function tryCheckout(checkout: Checkout, attempt: CheckoutAttempt, productIds: string[]): Promise<void> {
  const lines = productIds.map((id) => cartLine(id, 2));
  const { status, body } = await checkout(attempt.token, lines, { 'idempotency-key': attempt.key });
  if (status !== 201) throw new Error(`${status} ${body.code}`);
  attempt.code = body.orders?.[0]?.code as string;
}

/**
 * Kills the process while eight buyers order without pause, each time as the next of `customers`: once `acknowledged`
 * checkouts succeeded and up to 50 random milliseconds passed. Returns every attempt.
 */
export async function killWhileSelling(
  api: ApiProcess,
  customers: Iterator<string>,
  productIds: string[],
  acknowledged: number,
  random: () => number,
): Promise<CheckoutAttempt[]> {
  const attempts: CheckoutAttempt[] = [];
  let alive = true;
  const buyers = Array.from({ length: 8 }, async () => {
    while (alive) {
      const attempt: CheckoutAttempt = { token: customers.next().value as string, key: crypto.randomUUID() };
      attempts.push(attempt);
      // Every call fails once the process is gone.
      await tryCheckout(api.checkout, attempt, productIds).catch(() => {});
    }
  });
  try {
    await expect
      .poll(() => attempts.filter(({ code }) => code).length, {
        timeout: 60_000,
        interval: 5,
        message: 'checkouts acknowledged',
      })
      .toBeGreaterThanOrEqual(acknowledged);
    await sleep(random() * 50);
  } finally {
    await api.kill();
    alive = false;
    await Promise.all(buyers);
  }
  return attempts;
}
