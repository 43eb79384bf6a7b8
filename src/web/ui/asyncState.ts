import type { WritableAtom } from 'nanostores';

/** Data asked of the server, and where the question stands. `message` is what people read when it failed. */
export type AsyncState<T> =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'loaded'; value: T }
  | { state: 'failed'; message: string };

/** The value, or undefined while there is none. */
export const loadedValue = <T>(data: AsyncState<T>): T | undefined =>
  data.state === 'loaded' ? data.value : undefined;

/**
 * Runs `load` and shows in `$data` where it stands. A value that was loaded before stays until the next one arrives, and
 * is replaced by a failure only if `load` fails. Never throws.
 */
export async function loadInto<T>(
  $data: WritableAtom<AsyncState<T>>,
  load: () => Promise<T>,
  failureMessage: string | ((error: unknown) => string),
): Promise<void> {
  if ($data.get().state !== 'loaded') $data.set({ state: 'loading' });
  try {
    $data.set({ state: 'loaded', value: await load() });
  } catch (error) {
    const message = typeof failureMessage === 'string' ? failureMessage : failureMessage(error);
    $data.set({ state: 'failed', message });
  }
}
