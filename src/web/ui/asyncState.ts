import type { WritableAtom } from 'nanostores';

/** Data of the server while it is loaded. `message` says to people why loading failed. */
export type AsyncState<T> =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'loaded'; value: T }
  | { state: 'failed'; message: string };

/** The newest request of each store: an answer to an earlier one is dropped. */
const newest = new WeakMap<object, symbol>();

/** Runs `load` into `$data`. A loaded value stays until the next one, or a failure, replaces it. Never throws. */
export async function loadInto<T>(
  $data: WritableAtom<AsyncState<T>>,
  load: () => Promise<T>,
  failureMessage: string | ((error: unknown) => string),
): Promise<void> {
  const request = Symbol();
  newest.set($data, request);
  const answer = (state: AsyncState<T>) => newest.get($data) === request && $data.set(state);
  if ($data.get().state !== 'loaded') $data.set({ state: 'loading' });
  try {
    answer({ state: 'loaded', value: await load() });
  } catch (error) {
    const message = typeof failureMessage === 'string' ? failureMessage : failureMessage(error);
    answer({ state: 'failed', message });
  }
}
