import { safeSessionStorage } from '../ui/storage.ts';

/** Begins as the keys of a reset do, which go at a sign-out. */
const storageKey = 'reset_email';

/** Keeps the address typed to sign in for the reset, in this tab and not in an address that others may read. */
export const keepTypedEmail = (email: string | undefined): boolean =>
  safeSessionStorage.writeText(storageKey, email?.trim() || null);

/** What `keepTypedEmail` kept, once. */
export function takeTypedEmail(): string {
  const email = safeSessionStorage.readText(storageKey) ?? '';
  keepTypedEmail(undefined);
  return email;
}
