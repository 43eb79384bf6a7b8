/** The kept token, or null for guests and where storage is closed to us. */
export function readToken(): string | null {
  try {
    return globalThis.localStorage?.getItem('token') ?? null;
  } catch {
    return null;
  }
}
