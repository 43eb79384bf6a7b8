import type { Door } from '../../contract/door.ts';
import type { Entries, QueuedScan } from './door.ts';
import { deviceKey } from './doorDevice.ts';

/** What a device keeps of one event: nobody's name, and nothing that opens without a ticket's code. */
export interface StoredList {
  product: Door['product'];
  sealed: Door['sealed'];
  entries: Entries;
}

type Store = 'lists' | 'queue';

let opened: Promise<IDBDatabase> | undefined;

const forgetConnection = () => {
  opened = undefined;
};

function openDatabase(): Promise<IDBDatabase> {
  readDevice();
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('door', 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('lists', { keyPath: 'product.id' });
      request.result.createObjectStore('queue', { keyPath: 'nonce' });
    };
    request.onsuccess = () => {
      // A browser closes it, as when it clears storage: the next call opens it again.
      request.result.onclose = forgetConnection;
      resolve(request.result);
    };
    request.onerror = () => {
      forgetConnection();
      reject(request.error);
    };
  });
  return opened;
}

/** Runs a change and waits until it is on the disk, so that a tab closed now loses nothing. */
async function change(store: Store, work: (objects: IDBObjectStore) => void): Promise<void> {
  const transaction = (await openDatabase()).transaction(store, 'readwrite', { durability: 'strict' });
  work(transaction.objectStore(store));
  await new Promise<void>((resolve, reject) => {
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error);
  });
}

async function readAll<Row>(store: Store): Promise<Row[]> {
  const request = (await openDatabase()).transaction(store).objectStore(store).getAll();
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

export const readLists = () => readAll<StoredList>('lists');

/** Keeps a list; those of days before `today` go. */
export async function saveList(list: StoredList, today: string): Promise<void> {
  const old = (await readLists()).filter(({ product }) => product.date < today && product.id !== list.product.id);
  await change('lists', (objects) => {
    objects.put(list);
    for (const { product } of old) objects.delete(product.id);
  });
}

/** Scans that the server does not have yet, in the order they were made. */
export const readQueue = async (): Promise<QueuedScan[]> =>
  (await readAll<QueuedScan>('queue')).toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));

export const addToQueue = (scan: QueuedScan) => change('queue', (objects) => void objects.put(scan));

export const removeFromQueue = (nonces: string[]) =>
  change('queue', (objects) => {
    for (const nonce of nonces) objects.delete(nonce);
  });

/** The name under which this browser sends its scans, made when it first keeps anything of a door. */
export function readDevice(): string {
  const stored = localStorage.getItem(deviceKey);
  if (stored) return stored;
  const made = crypto.randomUUID();
  localStorage.setItem(deviceKey, made);
  return made;
}

/** Removes everything that this browser keeps of doors, also scans that were not sent. */
export async function clearDoor(): Promise<void> {
  await change('lists', (objects) => void objects.clear());
  await change('queue', (objects) => void objects.clear());
  localStorage.removeItem(deviceKey);
}
