/** Days after which a kept draft is no longer offered. */
const lifetime = 30 * 24 * 3_600_000;

const name = (room: string, key: string) => `draft:${room}:${key}`;

/** Keeps what a form holds on this device; files cannot be kept. Without storage it keeps nothing. */
export function keepDraft(room: string, key: string, values: Record<string, unknown>): void {
  const plain = Object.entries(values).filter(([, value]) => typeof value !== 'object' || value === null);
  try {
    localStorage.setItem(name(room, key), JSON.stringify({ at: Date.now(), values: Object.fromEntries(plain) }));
  } catch {
    // Storage is full or closed: the form itself still holds everything.
  }
}

/** What was kept, unless it is too old or says nothing new. */
export function readDraft<V extends Record<string, unknown>>(
  room: string,
  key: string,
  present: V,
): Partial<V> | undefined {
  try {
    const { at, values } = JSON.parse(localStorage.getItem(name(room, key)) ?? '') as {
      at: number;
      values: Partial<V>;
    };
    const differs = Object.entries(values).some(([field, value]) => field in present && present[field] !== value);
    if (differs && Date.now() - at < lifetime) return values;
  } catch {
    // None there, or not readable.
  }
  return undefined;
}

export function dropDraft(room: string, key: string): void {
  try {
    localStorage.removeItem(name(room, key));
  } catch {
    // Nothing was kept either.
  }
}
