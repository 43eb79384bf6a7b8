import { atom, map } from 'nanostores';
import type { Door, DoorParticipant, ScanAnswer } from '../../contract/door.ts';
import { dayInIstanbul } from '../../shared/time.ts';
import { CallError, call } from '../http.ts';
import { toast } from '../ui/toast.ts';
import { type Answer, type Entries, type QueuedScan, withQueue } from './door.ts';
import {
  addToQueue,
  readDevice,
  readLists,
  readQueue,
  removeFromQueue,
  type StoredList,
  saveList,
} from './doorStorage.ts';

interface DoorState {
  /** `offline`: this device never opened the list of this event; `ended`: the admin must sign in. */
  state: 'loading' | 'open' | 'offline' | 'ended' | 'missing';
  product?: Door['product'];
  /** Only in memory, and only while the server answered since the page was opened. */
  people?: DoorParticipant[];
  /** Whoever's ticket was read since the page was opened; all there is of names without the server. */
  met: DoorParticipant[];
  /** How many tickets the sealed list holds. */
  expected: number;
  entries: Entries;
}

export const $door = map<DoorState>({ state: 'loading', met: [], expected: 0, entries: {} });
/** Whether the server answered the last time it was asked. */
export const $contact = atom(true);
/** How many scans wait to be sent, of all events. */
export const $waiting = atom(0);
export const $answer = atom<Answer | undefined>();

let productId = '';
let stored: StoredList | undefined;
let queue: QueuedScan[] = [];

/** How far the server's clock is ahead of this device's, which may be wrong by days. */
let serverAheadMs = 0;
/** Now, by the server's clock once it was asked. */
export const serverNow = (): Date => new Date(Date.now() + serverAheadMs);

const maxScans = 500;
const syncMs = 10_000;
/** A network that takes a request and never answers is none. */
const answerMs = 8000;

const withTimeout = () => ({ signal: AbortSignal.timeout(answerMs) });

/** Opens the door of a product and keeps it up to date. Returns what ends that. */
export function openDoor(id: string): () => void {
  productId = id;
  const onVisible = () => document.visibilityState === 'visible' && void sync();
  const onLeave = (event: BeforeUnloadEvent) => queue.length > 0 && event.preventDefault();
  const onOnline = () => void sync();
  // Without what this device kept the server is asked all the same.
  void restore()
    .catch(() => {})
    .then(sync);
  const timer = setInterval(() => document.visibilityState === 'visible' && void sync(), syncMs);
  document.addEventListener('visibilitychange', onVisible);
  addEventListener('online', onOnline);
  addEventListener('beforeunload', onLeave);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onVisible);
    removeEventListener('online', onOnline);
    removeEventListener('beforeunload', onLeave);
  };
}

/** Brings back what this device kept. */
async function restore(): Promise<void> {
  stored = (await readLists()).find(({ product }) => product.id === productId);
  await readWaiting();
  if (stored) show({ state: 'open' });
}

async function readWaiting(): Promise<void> {
  queue = await readQueue();
  $waiting.set(queue.length);
}

function show(change: Partial<DoorState> = {}): void {
  const own = queue.filter(({ product_id }) => product_id === productId);
  $door.set({
    ...$door.get(),
    ...(stored && { product: stored.product, expected: stored.sealed.length }),
    entries: withQueue(stored?.entries ?? {}, own),
    ...change,
  });
}

let running: Promise<void> | undefined;
let isAskedAgain = false;

/** Sends what waits, then reads the list again. Asked while it runs, it runs once more. */
export async function sync(): Promise<void> {
  if (running) {
    isAskedAgain = true;
    return running;
  }
  running = sendAndRead().finally(() => {
    running = undefined;
  });
  await running;
  if (!isAskedAgain) return;
  isAskedAgain = false;
  await sync();
}

async function sendAndRead(): Promise<void> {
  try {
    // Where nothing can be read nothing waits that could be sent.
    await readWaiting().then(sendQueue, () => {});
    const door = await call('GET /api/admin/product/:id/door', { params: { id: productId } }, withTimeout());
    $contact.set(true);
    serverAheadMs = Date.parse(door.server_time) - Date.now();
    const entries = door.participants.flatMap(({ id, checked_in_at }) =>
      checked_in_at ? [[id, Date.parse(checked_in_at)] as const] : [],
    );
    stored = { product: door.product, sealed: door.sealed, entries: Object.fromEntries(entries) };
    // A full phone keeps no list; this one is shown while the page is open.
    await saveList(stored, dayInIstanbul(serverNow())).catch(() => {});
    show({ state: 'open', people: door.participants });
  } catch (error) {
    onFailure(error);
  }
}

function onFailure(error: unknown): void {
  const status = error instanceof CallError ? error.status : 0;
  $contact.set(status === 401 || status === 403 || status === 404);
  if (status === 401 || status === 403) show({ state: 'ended', people: undefined });
  else if (status === 404) show({ state: 'missing' });
  else show({ state: stored ? 'open' : 'offline' });
}

/** Sends the scans that wait, and takes over what the server says of them. Throws CallError. */
export async function sendQueue(): Promise<void> {
  await readWaiting();
  while (queue.length) {
    const scans = queue.slice(0, maxScans).map(({ seat: _, ...scan }) => scan);
    const body = { device: readDevice(), sent_at: new Date().toISOString(), scans };
    const { results } = await call('POST /api/admin/door/scans', { body }, withTimeout());
    await removeFromQueue(results.map(({ nonce }) => nonce));
    for (const result of results) takeOver(result);
    await readWaiting();
    show();
  }
}

function takeOver({ nonce, result, participant, first_at }: ScanAnswer): void {
  const at = first_at ? Date.parse(first_at) : null;
  if (stored && participant && at !== null) stored.entries[participant.id] = at;
  if (stored && participant && result === 'out') delete stored.entries[participant.id];
  const shown = $answer.get();
  if (shown?.nonce === nonce) $answer.set({ ...shown, result, person: participant ?? shown.person, at });
}

/** Writes a scan of this event down on this device, then sends it. Returns false, and says so, where that fails. */
export async function enqueue(scan: Omit<QueuedScan, 'product_id' | 'at'>): Promise<boolean> {
  try {
    await addToQueue({ product_id: productId, at: new Date().toISOString(), ...scan });
    await readWaiting();
  } catch {
    toast({
      text: 'Bu cihaza yazılamadı. Sayfayı yenileyin; olmazsa yer açın ya da başka bir cihaz kullanın.',
      tone: 'err',
    });
    return false;
  }
  show();
  void sync();
  return true;
}

/** The list of this event first, then others that this device was opened for. */
export async function readAllLists(): Promise<StoredList[]> {
  const others = (await readLists()).filter(({ product }) => product.id !== productId);
  return stored ? [stored, ...others] : others;
}
