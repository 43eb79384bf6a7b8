import { shortestMilliseconds } from '../../contract/pace.ts';

/**
 * Milliseconds since `startedAt`, waiting until they are enough for the API: somebody whose browser fills everything in
 * at once must not be taken for a machine.
 */
export async function takeTime(startedAt: number): Promise<number> {
  const left = shortestMilliseconds + 100 - (Date.now() - startedAt);
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
  return Date.now() - startedAt;
}
