import { safeLocalStorage } from '../ui/storage.ts';

const storageKey = 'guest_cart_merge';

/** A merge of the guest's cart whose answer has not come: its idempotency key, and the seats first sent under it. */
interface MergeTry {
  key: string;
  seats: { product_id: string; quantity: number }[];
}

/** The try that is open; a new one with these seats where there is none. All tabs share it. */
export function openMergeTry(seats: MergeTry['seats']): MergeTry {
  const found = safeLocalStorage.readJson<Partial<MergeTry>>(storageKey);
  if (typeof found?.key === 'string' && Array.isArray(found.seats)) return found as MergeTry;
  const started = { key: crypto.randomUUID(), seats };
  safeLocalStorage.writeJson(storageKey, started);
  return started;
}

export const endMergeTry = (): void => void safeLocalStorage.writeJson(storageKey, undefined);
