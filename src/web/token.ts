import { safeLocalStorage } from './ui/storage.ts';

/** The session's token; null for guests and where storage is closed to us. */
export const readToken = (): string | null => safeLocalStorage.readText('token');

/** Null forgets the token. False when the browser stores nothing. */
export const writeToken = (token: string | null): boolean => safeLocalStorage.writeText('token', token);
