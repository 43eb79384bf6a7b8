import { safeLocalStorage } from '../ui/storage.ts';

const key = 'registration';

/** What this browser sent with a registration that waits for its mailed link. */
export interface Registration {
  email: string;
  /** The guest cart that went along. */
  cart: { product_id: string; quantity: number }[];
  /** Where the person was. */
  returnTo?: string;
}

export const rememberRegistration = (registration: Registration): void =>
  void safeLocalStorage.writeJson(key, registration);

export const forgetRegistration = (): void => void safeLocalStorage.writeJson(key, undefined);

/** The registration of an address, or any; undefined where this browser sent none. */
export function readRegistration(email?: string): Registration | undefined {
  const found = safeLocalStorage.readJson<Partial<Registration>>(key);
  if (typeof found?.email !== 'string' || !Array.isArray(found.cart)) return undefined;
  const isTheirs = email === undefined || found.email.toLowerCase() === email.toLowerCase();
  return isTheirs ? (found as Registration) : undefined;
}
