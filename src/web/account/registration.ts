import { safeLocalStorage } from '../ui/storage.ts';

const storageKey = 'registration';

/** What this browser sent with a registration whose account is not activated yet. */
interface Registration {
  email: string;
  /** The guest's cart that was sent. */
  cart: { product_id: string; quantity: number }[];
  /** Where the sign-in after the activation leads. */
  returnTo?: string;
}

export const storeRegistration = (registration: Registration): void =>
  void safeLocalStorage.writeJson(storageKey, registration);

export const removeRegistration = (): void => void safeLocalStorage.writeJson(storageKey, undefined);

/** The registration of an address, or with none given the last one; undefined if this browser sent none. */
export function readRegistration(email?: string): Registration | undefined {
  const found = safeLocalStorage.readJson<Partial<Registration>>(storageKey);
  if (typeof found?.email !== 'string' || !Array.isArray(found.cart)) return undefined;
  const isTheirs = email === undefined || found.email.toLowerCase() === email.toLowerCase();
  return isTheirs ? (found as Registration) : undefined;
}
