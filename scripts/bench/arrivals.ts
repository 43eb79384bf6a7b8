// Requests that come when they come, as people do, and do not wait for the answers of others.
import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds after the start at which `rate` requests a second come that know nothing of each other (Poisson). */
export function* arrivals(rate: number, seconds: number): Generator<number> {
  const gap = () => (-Math.log(1 - Math.random()) / rate) * 1000;
  for (let due = gap(); due < seconds * 1000; due += gap()) yield due;
}

/** Calls `send` with each moment as soon as it has come: all that came since, where a timer was late. */
export async function onTime(moments: Iterable<number>, send: (due: number) => void): Promise<void> {
  const start = performance.now();
  for (const moment of moments) {
    const due = start + moment;
    for (let wait = due - performance.now(); wait > 0; wait = due - performance.now()) await sleep(wait);
    send(due);
  }
}
