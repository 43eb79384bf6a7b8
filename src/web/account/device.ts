import { safeLocalStorage } from '../ui/storage.ts';

const key = 'device';

/** The header that lets an account recognise this browser: a random id that it keeps. */
export function deviceHeader(): Record<string, string> {
  const known = safeLocalStorage.readText(key);
  const id = known && /^[\w-]{16,64}$/.test(known) ? known : crypto.randomUUID();
  if (id !== known) safeLocalStorage.writeText(key, id);
  return { 'x-device-id': id };
}
