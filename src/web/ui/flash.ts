import { safeSessionStorage } from './storage.ts';

/** Leaves a value for the next page of this tab. */
export const setFlash = (key: string, value: unknown): void => void safeSessionStorage.writeJson(key, value);

/** Reads and removes what the page before left. */
export function readFlash<T>(key: string): T | undefined {
  const value = safeSessionStorage.readJson<T>(key) ?? undefined;
  safeSessionStorage.writeJson(key, undefined);
  return value;
}
