import type { WritableAtom } from 'nanostores';
import { type AsyncState, beginRequest } from './asyncState.ts';

/** Runs `load` into `$data`; the value that is there stays where it fails. Never throws. */
export async function refreshInto<T>($data: WritableAtom<AsyncState<T>>, load: () => Promise<T>): Promise<void> {
  const isNewest = beginRequest($data);
  const answer = await load().then(
    (value) => ({ state: 'loaded' as const, value }),
    () => undefined,
  );
  if (answer && isNewest()) $data.set(answer);
}
