// Requests that come when they come, as people do, and do not wait for the answers of others.
import { setTimeout as sleep } from 'node:timers/promises';

export interface Arrivals {
  /** Milliseconds within which this part of all answers came. */
  quantile(part: number): number;
  /** How many came. */
  count: number;
  /** Answers that were none, or a refusal. */
  refused: number;
}

/**
 * `rate` requests a second on average, at moments that know nothing of each other (a Poisson process). A request's time
 * counts from the moment it was due, so that a stalled server, or a stalled bench, does not look quick.
 */
export async function arrivals(
  { rate, seconds }: { rate: number; seconds: number },
  send: (index: number) => Promise<Response>,
): Promise<Arrivals> {
  const times: number[] = [];
  let refused = 0;
  const running: Promise<void>[] = [];
  const start = performance.now();
  for (let due = 0, index = 0; due < seconds * 1000; due -= (Math.log(1 - Math.random()) / rate) * 1000, index += 1) {
    const wait = start + due - performance.now();
    if (wait > 0) await sleep(wait);
    const one = async () => {
      const response = await send(index).catch(() => undefined);
      await response?.arrayBuffer();
      if (!response?.ok) refused += 1;
      times.push(performance.now() - start - due);
    };
    running.push(one());
  }
  await Promise.all(running);
  times.sort((a, b) => a - b);
  return {
    count: times.length,
    quantile: (part) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0,
    refused,
  };
}
