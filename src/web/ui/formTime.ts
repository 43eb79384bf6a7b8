import { minFormTimeMs } from '../../shared/limits.ts';

/**
 * Milliseconds since `startedAt`. Waits until they reach the minimum of the API, so that people whose browser fills in
 * everything at once are not taken for scripts.
 */
export async function waitMinimumFormTime(startedAt: number): Promise<number> {
  // Never negative, in case the clock was set back meanwhile.
  const passed = Math.max(0, Date.now() - startedAt);
  const left = Math.max(0, minFormTimeMs + 100 - passed);
  if (left) await new Promise((resolve) => setTimeout(resolve, left));
  return passed + left;
}
