import type { WritableAtom } from 'nanostores';
import type { AllEndpoints, Key, Reply } from '../../contract/endpoints.ts';
import type { TrashEntity } from '../../contract/trash.ts';
import { refreshSession } from '../account/session.store.ts';
import { type Arguments, CallError, call, callPage, callText } from '../http.ts';
import { type AsyncState, loadInto } from '../ui/asyncState.ts';
import { upload } from '../upload.ts';
import { untilAdminSignsIn } from './access.store.ts';

/** Runs `work`; if the session is over, runs it again after the admin signed in over the screen (access.store.ts). */
async function withSession<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CallError)) throw error;
    // The role was taken away: the refreshed session makes the shell leave the admin area.
    if (error.code === 'forbidden') await refreshSession().catch(() => {});
    if (error.code !== 'unauthenticated') throw error;
    await untilAdminSignsIn();
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

/** `callText` for the admin area. Throws CallError. */
export const adminText = <K extends Key>(key: K, ...rest: Arguments<K>): Promise<string> =>
  withSession(() => callText(key, ...rest));

/** `upload` for the admin area. Throws CallError. */
export const adminUpload = <K extends Key>(
  ...parameters: Parameters<typeof upload<K>>
): Promise<Reply<AllEndpoints[K]>> => withSession(() => upload<K>(...parameters));

/** Brings something back from the trash. Throws CallError. */
export const restoreFromTrash = (entity: TrashEntity, id: string) =>
  adminCall('POST /api/admin/trash/:entity/:id/restore', { params: { entity, id } });

/** The reply of a deletion; undefined if somebody else deleted the thing before. Throws CallError. */
export async function ignoreNotFound<T>(deletion: Promise<T>): Promise<T | undefined> {
  try {
    return await deletion;
  } catch (error) {
    if (error instanceof CallError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** The server's sentence about a failed call; `fallback` where it sent none, `unreachable` where it did not answer. */
export function errorMessage(error: unknown, fallback: string, unreachable: string = fallback): string {
  if (!(error instanceof CallError)) return fallback;
  return error.status === 0 ? unreachable : error.message || fallback;
}

/** What to say where something could not be loaded: after an unexpected error the server's sentence names nothing. */
export const loadMessage = (error: unknown, failure: string): string =>
  error instanceof CallError && error.code === 'internal' ? failure : errorMessage(error, failure);

/** `loadInto` for the admin area; `failure` is what to say where it failed. Never throws. */
export const adminLoad = <T>(
  $data: WritableAtom<AsyncState<T>>,
  failure: string,
  load: () => Promise<T>,
): Promise<void> => loadInto($data, load, (error) => loadMessage(error, failure));
