import { safeLocalStorage } from '../ui/storage.ts';

/** Nobody can be signed in: the browser keeps no data of this site. The message says so to people. */
export class StorageError extends Error {
  override message =
    'Tarayıcınız bu sitenin verilerini saklamadığı için giriş yapılamıyor. Ayarlarından bu siteye çerez ve veri saklama izni verip yeniden deneyin.';
}

const storageKey = 'device';

/** The id of this browser, made where there is none, and whether it is stored. */
function keepId(): { id: string; isStored: boolean } {
  const known = safeLocalStorage.readText(storageKey);
  const id = known && /^[\w-]{16,64}$/.test(known) ? known : crypto.randomUUID();
  return { id, isStored: safeLocalStorage.writeText(storageKey, id) };
}

/** The header by which the API recognises this browser. */
export const deviceHeader = (): Record<string, string> => ({ 'x-device-id': keepId().id });

/**
 * As `deviceHeader`, for calls that sign in. Throws StorageError where a token cannot be stored, so that an activation
 * link is not used up for nothing.
 */
export function signInHeader(): Record<string, string> {
  const { id, isStored } = keepId();
  if (!isStored) throw new StorageError();
  return { 'x-device-id': id };
}
