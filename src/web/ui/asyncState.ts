import type { WritableAtom } from 'nanostores';

/** Data of the server while it is loaded. `message` says to people why loading failed. */
export type AsyncState<T> =
  | { state: 'idle' }
  | { state: 'loading' }
  | { state: 'loaded'; value: T }
  | { state: 'failed'; message: string };

const newest = new WeakMap<object, symbol>();

/** Begins a request of a store. The result says whether it is still the newest one, whose answer alone counts. */
export function beginRequest($data: object): () => boolean {
  const request = Symbol();
  newest.set($data, request);
  return () => newest.get($data) === request;
}

/** Runs `load` into `$data`. A loaded value stays until the next one, or a failure, replaces it. Never throws. */
export async function loadInto<T>(
  $data: WritableAtom<AsyncState<T>>,
  load: () => Promise<T>,
  failureMessage: string | ((error: unknown) => string),
): Promise<void> {
  const isNewest = beginRequest($data);
  const answer = (state: AsyncState<T>) => isNewest() && $data.set(state);
  if ($data.get().state !== 'loaded') $data.set({ state: 'loading' });
  try {
    answer({ state: 'loaded', value: await load() });
  } catch (error) {
    const message = typeof failureMessage === 'string' ? failureMessage : failureMessage(error);
    answer({ state: 'failed', message });
  }
}
