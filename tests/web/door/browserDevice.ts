import { vi } from 'vitest';
import { openWindow, storageOf } from '../browser.ts';

type Rows = Map<string, unknown>;

const keyOf = (row: unknown, path: string): string =>
  path.split('.').reduce((value, part) => (value as Record<string, unknown>)[part], row) as string;

/** A request of IndexedDB that succeeds once its caller can listen. */
function answer<T>(result: T) {
  const request: { result: T; onupgradeneeded?(): void; onsuccess?(): void } = { result };
  queueMicrotask(() => {
    request.onupgradeneeded?.();
    request.onsuccess?.();
  });
  return request;
}

/** What the door's page uses of IndexedDB, in memory. */
function openMemory() {
  const stores = new Map<string, { rows: Rows; keyPath: string }>();
  const database = {
    createObjectStore: (name: string, { keyPath }: { keyPath: string }) =>
      void stores.set(name, { rows: new Map(), keyPath }),
    transaction() {
      const transaction: { oncomplete?(): void; objectStore(name: string): unknown } = {
        objectStore(name) {
          const { rows, keyPath } = stores.get(name) as { rows: Rows; keyPath: string };
          return {
            put: (row: unknown) => void rows.set(keyOf(row, keyPath), structuredClone(row)),
            delete: (key: string) => void rows.delete(key),
            getAll: () => answer(structuredClone([...rows.values()])),
          };
        },
      };
      queueMicrotask(() => transaction.oncomplete?.());
      return transaction;
    },
  };
  return { open: () => answer(database) };
}

/** Gives the test a browser's storage with a signed-in admin, and this network. */
export function openBrowserDevice(token: string, fetch: (url: string, init: RequestInit) => Promise<Response>): void {
  vi.stubGlobal('indexedDB', openMemory());
  vi.stubGlobal('localStorage', storageOf(new Map([['token', token]])));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
  openWindow();
  vi.stubGlobal('fetch', fetch);
}
