/**
 * Browser storage that never throws. Where it is forbidden, full or unreadable, reading answers null and writing false.
 */
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
  const storage: SafeStorage = {
    readText(key) {
      try {
        return globalThis[name].getItem(key);
      } catch {
        return null;
      }
    },
    writeText(key, text) {
      try {
        if (text === null) globalThis[name].removeItem(key);
        else globalThis[name].setItem(key, text);
        return true;
      } catch {
        return false;
      }
    },
    readJson(key) {
      try {
        return JSON.parse(storage.readText(key) ?? 'null');
      } catch {
        return null;
      }
    },
    removeAll(prefix) {
      try {
        const keys = Object.keys(globalThis[name]).filter((key) => key.startsWith(prefix));
        for (const key of keys) globalThis[name].removeItem(key);
      } catch {
        // Closed to us: nothing was stored either.
      }
    },
    writeJson: (key, value) => storage.writeText(key, value === undefined ? null : JSON.stringify(value)),
  };
  return storage;
}

/** Shared by all tabs; stays until it is removed. */
export const safeLocalStorage = guard('localStorage');

/** Of this tab; stays over reloads and visits of other sites until the tab is closed. */
export const safeSessionStorage = guard('sessionStorage');
