import type { AllEndpoints, Key, Reply } from '../../contract/endpoints.ts';
import { refreshSession } from '../account/session.store.ts';
import { type Arguments, CallError, call, callPage } from '../http.ts';
import { upload } from '../upload.ts';
import { adminSignedIn } from './guard.store.ts';

/**
 * Does what needs a session. When it is over, the sign-in dialog opens over the screen (guard.store.ts) and the work is
 * done again after it: whoever typed for an hour loses nothing.
 */
async function withSession<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // No longer an admin: the session store learns it, and the guard leads out.
    if (error.code === 'forbidden') await refreshSession().catch(() => {});
    if (error.code !== 'unauthenticated') throw error;
    await adminSignedIn();
    return work();
  }
}

/** `call` for the admin area. Throws CallError. */
export const adminCall = <K extends Key>(key: K, ...rest: Arguments<K>): Promise<Reply<AllEndpoints[K]>> =>
  withSession(() => call(key, ...rest));

/** `callPage` for the admin area. Throws CallError. */
export const adminPage = <K extends Key>(
  key: K,
  ...rest: Arguments<K>
): Promise<{ rows: Reply<AllEndpoints[K]>; total: number }> => withSession(() => callPage(key, ...rest));

/** `upload` for the admin area. Throws CallError. */
export const adminUpload = <K extends Key>(
  ...parameters: Parameters<typeof upload<K>>
): Promise<Reply<AllEndpoints[K]>> => withSession(() => upload<K>(...parameters));

/** A deletion. Gone already, by somebody else: that is what was wanted, and is said the same way. Throws CallError. */
export async function unlessGone(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof CallError && error.code === 'not_found')) throw error;
  }
}

/** The sentence to show for a failed call: the server's, or the screen's own; `unreachable` when nobody answered. */
export function sentenceOf(error: unknown, refused: string, unreachable = refused): string {
  if (!(error instanceof CallError)) return refused;
  if (error.status === 0) return unreachable;
  return error.message || refused;
}
