import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { cartLine } from './cartLines.ts';
import type { Checkout } from './checkouts.ts';
import type { ApiProcess } from './processes.ts';

/** A checkout of two events that was tried: with which key, and the code if the server acknowledged it. */
export interface CheckoutAttempt {
  token: string;
  key: string;
  code?: string;
}

/** Tries a checkout, or tries it again with its key. Writes down what the server acknowledged. */
export async function tryCheckout(sell: Checkout, one: CheckoutAttempt, events: string[]): Promise<void> {
  const answer = await sell(
    one.token,
    events.map((event) => cartLine(event, 2)),
    { 'idempotency-key': one.key },
  );
  if (answer.status === 201) one.code = answer.body.orders?.[0]?.code as string;
  else throw new Error(`${answer.status} ${answer.body.code}`);
}

/**
 * Eight buyers at a time, each checkout by the next of `customers`, press on without pause; once `acknowledged` checkouts went well, and some random milliseconds later, the
 * process is killed under them. Answers every try.
 */
export async function killWhileSelling(
  api: ApiProcess,
  customers: Iterator<string>,
  events: string[],
  acknowledged: number,
): Promise<CheckoutAttempt[]> {
  const tries: CheckoutAttempt[] = [];
  let alive = true;
  const buyers = Array.from({ length: 8 }, async () => {
    while (alive) {
      const one: CheckoutAttempt = { token: customers.next().value as string, key: crypto.randomUUID() };
      tries.push(one);
      // Once the process is gone every call fails: that is the point.
      await tryCheckout(api.checkout, one, events).catch(() => {});
    }
  });
  try {
    await expect
      .poll(() => tries.filter((one) => one.code).length, {
        timeout: 60_000,
        interval: 5,
        message: 'checkouts acknowledged',
      })
      .toBeGreaterThanOrEqual(acknowledged);
    await sleep(Math.random() * 50);
  } finally {
    await api.kill();
    alive = false;
    await Promise.all(buyers);
  }
  return tries;
}
