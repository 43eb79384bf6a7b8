/**
 * Browser storage that never throws: it may be closed to us, full, or hold what somebody else wrote.
 * Reading answers null then; writing answers false.
 */
export interface SafeStorage {
  readText(key: string): string | null;
  /** Null removes the entry. */
  writeText(key: string, text: string | null): boolean;
  /** The stored value as it was parsed; its shape is not checked. */
  readJson<T>(key: string): T | null;
  /** Undefined removes the entry. */
  writeJson(key: string, value: unknown): boolean;
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
    writeJson: (key, value) => storage.writeText(key, value === undefined ? null : JSON.stringify(value)),
  };
  return storage;
}

/** Shared by all tabs, kept until removed. */
export const safeLocalStorage = guard('localStorage');

/** Of this tab alone, gone when it is closed; survives reloads and other sites in between. */
export const safeSessionStorage = guard('sessionStorage');
