import { safeLocalStorage } from '../ui/storage.ts';

/** Nobody can be signed in: the browser keeps no data of this site. The message says so to people. */
export class StorageError extends Error {
  override message =
    'Tarayıcınız bu sitenin verilerini saklamadığı için giriş yapılamıyor. Ayarlarından bu siteye çerez ve veri saklama izni verip yeniden deneyin.';
}

const storageKey = 'device';

/**
 * The header by which the API recognises this browser: a stored random id. Throws StorageError, so that nothing is sent
 * where a token could not be kept: a link that activates is used up by that.
 */
export function deviceHeader(): Record<string, string> {
  const known = safeLocalStorage.readText(storageKey);
  const id = known && /^[\w-]{16,64}$/.test(known) ? known : crypto.randomUUID();
  if (!safeLocalStorage.writeText(storageKey, id)) throw new StorageError();
  return { 'x-device-id': id };
}
