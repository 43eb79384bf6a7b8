/** Browser storage that never throws: if it is forbidden, full or unreadable, reads return null and writes false. */
export interface SafeStorage {
  readText(key: string): string | null;
  /** Null removes the entry. */
  writeText(key: string, text: string | null): boolean;
  /** The parsed value. Its shape is not checked. */
  readJson<T>(key: string): T | null;
  /** Undefined removes the entry. */
  writeJson(key: string, value: unknown): boolean;
  /** Removes every entry whose key begins with `prefix`. */
  removeAll(prefix: string): void;
}

function guard(name: 'localStorage' | 'sessionStorage'): SafeStorage {
  const attempt = <T>(use: (storage: Storage) => T): T | null => {
    try {
      return use(globalThis[name]);
    } catch {
      return null;
    }
  };
  const write = (key: string, text?: string | null) =>
    attempt((storage) => (text == null ? storage.removeItem(key) : storage.setItem(key, text))) !== null;
  return {
    readText: (key) => attempt((storage) => storage.getItem(key)),
    writeText: write,
    readJson: (key) => attempt((storage) => JSON.parse(storage.getItem(key) ?? 'null')),
    writeJson: (key, value) => write(key, JSON.stringify(value)),
    removeAll: (prefix) =>
      attempt((storage) => {
        for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
      }),
  };
}

/** Shared by all tabs; stays until it is removed. */
export const safeLocalStorage = guard('localStorage');

/** Of this tab; stays over reloads and visits of other sites until the tab is closed. */
export const safeSessionStorage = guard('sessionStorage');

/** When somebody last signed out: in local storage, and in session storage once this tab is cleared of them. */
export const signedOutKey = 'signed_out';

/** In session storage: the account that was signed in last, whose words this tab may keep after its session ended. */
export const tabOwnerKey = 'tab_owner';

/**
 * How keys of session storage begin that hold something of a person: participant names, the account's cart, the running
 * checkout, card payment or reset, drafts.
 */
const tabKeys = [
  'participants',
  'account_cart',
  'checkout_key',
  'cart_notices',
  'order_done',
  'reset',
  'card:',
  'draft:',
  tabOwnerKey,
];

/** Removes what this tab has stored of a person. */
export function clearTab(): void {
  tabKeys.forEach(safeSessionStorage.removeAll);
  safeSessionStorage.writeText(signedOutKey, safeLocalStorage.readText(signedOutKey));
}

/** Whether somebody signed out in another tab since this one was cleared. */
export function hasMissedSignOut(): boolean {
  const last = safeLocalStorage.readText(signedOutKey);
  return last !== null && last !== safeSessionStorage.readText(signedOutKey);
}

// A tab that was on another site meanwhile, or discarded, receives no event. Here, so that nothing is read before.
if (hasMissedSignOut()) clearTab();
