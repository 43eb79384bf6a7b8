import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';

/** Work that can wait goes on after this time with little to do, so that it does not compete with checkouts. */
const idleMs = 50;
/** The longest such wait. */
const maxWaitMs = 10_000;
/** The share of a time with little to do in which code runs. */
const idleShare = 0.25;

/**
 * Resolves once this process had little to do for `idleMs`, after `maxWaitMs`, or when it stops; tells whether it had
 * little to do.
 */
export async function waitUntilIdle(signal?: AbortSignal): Promise<boolean> {
  const end = performance.now() + maxWaitMs;
  let share = 1;
  while (share > idleShare && performance.now() < end && !signal?.aborted) {
    const before = performance.eventLoopUtilization();
    await sleep(idleMs);
    share = performance.eventLoopUtilization(before).utilization;
  }
  return share <= idleShare;
}
