import { safeLocalStorage } from './ui/storage.ts';

/** The session's token; null for guests and where storage is closed to us. */
export const readToken = (): string | null => safeLocalStorage.readText('token');

/** Null forgets the token. False when the browser stores nothing. */
export const writeToken = (token: string | null): boolean => safeLocalStorage.writeText('token', token);

const refusalListeners: ((token: string) => void)[] = [];

/** Calls `listener` with every stored token that the API refuses. */
export const onTokenRefused = (listener: (token: string) => void): void => void refusalListeners.push(listener);

export function reportRefusedToken(token: string): void {
  for (const listener of refusalListeners) listener(token);
}
