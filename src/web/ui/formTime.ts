import { minFormTimeMs } from '../../shared/limits.ts';

/**
 * Milliseconds since `startedAt`, waiting until they are enough for the API: somebody whose browser fills everything in
 * at once must not be taken for a machine.
 */
export async function waitMinimumFormTime(startedAt: number): Promise<number> {
  // A clock that was set back meanwhile must not make anybody wait for it.
  const passed = Math.max(0, Date.now() - startedAt);
  const left = Math.max(0, minFormTimeMs + 100 - passed);
  if (left) await new Promise((resolve) => setTimeout(resolve, left));
  return passed + left;
}
