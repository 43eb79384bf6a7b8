import { vi } from 'vitest';
import type { ToastDetail } from '../../src/web/ui/toast.ts';

/** The storage of a browser, over a map that the test reads. */
export const storageOf = (texts: Map<string, string>) => ({
  getItem: (key: string) => texts.get(key) ?? null,
  setItem: (key: string, text: string) => void texts.set(key, text),
  removeItem: (key: string) => void texts.delete(key),
});

/** Storage whose entries are its own keys, as in a browser. */
export const openStorage = (entries: Record<string, string> = {}) =>
  Object.setPrototypeOf(entries, {
    getItem: (key: string) => entries[key] ?? null,
    setItem: (key: string, value: string) => void Object.assign(entries, { [key]: value }),
    removeItem: (key: string) => Reflect.deleteProperty(entries, key),
  }) as typeof entries & Storage;

/** Lets the window's events reach their listeners; returns where they are fired. */
export function openWindow(): EventTarget {
  const target = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, target[name].bind(target));
  return target;
}

/** Returns what notices say from now on. `page` is what else the document has. */
export function watchToasts(page: object = {}): ToastDetail[] {
  const toasts: ToastDetail[] = [];
  const dispatchEvent = ({ type, detail }: CustomEvent<ToastDetail>) => type === 'toast' && toasts.push(detail);
  vi.stubGlobal('document', { addEventListener: () => {}, dispatchEvent, ...page });
  return toasts;
}
