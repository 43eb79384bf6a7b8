import { safeSessionStorage } from '../ui/storage.ts';

/** Where the tab keeps the code of a reset (reset.store.ts), and before one is sent the address typed to sign in. */
export const resetKey = 'reset';

/** Keeps the address typed to sign in for the reset, out of the address bar; a code that was sent goes on. */
export function keepTypedEmail(email = ''): void {
  if (safeSessionStorage.readJson<{ end?: number }>(resetKey)?.end) return;
  safeSessionStorage.writeJson(resetKey, email.trim() ? { email: email.trim() } : undefined);
}
