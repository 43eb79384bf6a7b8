import { safeLocalStorage } from '../ui/storage.ts';

const storageKey = 'device';

/** The header by which the API recognises this browser: a stored random id. */
export function deviceHeader(): Record<string, string> {
  const known = safeLocalStorage.readText(storageKey);
  const id = known && /^[\w-]{16,64}$/.test(known) ? known : crypto.randomUUID();
  if (id !== known) safeLocalStorage.writeText(storageKey, id);
  return { 'x-device-id': id };
}
