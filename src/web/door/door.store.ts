import { atom, map } from 'nanostores';
import type { Door, DoorParticipant, DoorPerson, ScanAnswer } from '../../contract/door.ts';
import { dayInIstanbul } from '../../shared/time.ts';
import { CallError, call } from '../http.ts';
import { toast } from '../ui/toast.ts';
import { type Answer, type Entries, type QueuedScan, readCode, sumOrder, withQueue } from './door.ts';
import {
  addToQueue,
  readDevice,
  readLists,
  readQueue,
  removeFromQueue,
  type StoredList,
  saveList,
} from './doorStorage.ts';
import { unseal } from './unseal.ts';

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
/** Code of the order whose payment is being recorded. */
export const $paying = atom<string | undefined>();

let productId = '';
let stored: StoredList | undefined;
let queue: QueuedScan[] = [];

const maxScans = 500;
const syncMs = 10_000;
/** A network that takes a request and never answers is none. */
const answerMs = 8000;

const soon = () => ({ signal: AbortSignal.timeout(answerMs) });

/** Opens the door of a product and keeps it up to date. Returns what ends that. */
export function openDoor(id: string): () => void {
  productId = id;
  const onHidden = () => document.visibilityState === 'visible' && void sync();
  const onLeave = (event: BeforeUnloadEvent) => queue.length > 0 && event.preventDefault();
  const onContact = () => void sync();
  void restore().then(sync);
  const timer = setInterval(() => document.visibilityState === 'visible' && void sync(), syncMs);
  document.addEventListener('visibilitychange', onHidden);
  addEventListener('online', onContact);
  addEventListener('beforeunload', onLeave);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', onHidden);
    removeEventListener('online', onContact);
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
    await sendQueue();
    const door = await call('GET /api/admin/product/:id/door', { params: { id: productId } }, soon());
    $contact.set(true);
    const entries = door.participants.flatMap(({ id, checked_in_at }) =>
      checked_in_at ? [[id, Date.parse(checked_in_at)] as const] : [],
    );
    stored = { product: door.product, sealed: door.sealed, entries: Object.fromEntries(entries) };
    await saveList(stored, dayInIstanbul(new Date()));
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
async function sendQueue(): Promise<void> {
  await readWaiting();
  while (queue.length) {
    const scans = queue.slice(0, maxScans).map(({ seat: _, ...scan }) => scan);
    const body = { device: readDevice(), sent_at: new Date().toISOString(), scans };
    const { results } = await call('POST /api/admin/door/scans', { body }, soon());
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

/** Finds whose ticket a code is, by what the device keeps: of this event first, then of others it was opened for. */
async function findPerson(code: string): Promise<{ person: DoorPerson; list: StoredList } | undefined> {
  const others = (await readLists()).filter(({ product }) => product.id !== productId);
  for (const list of [...(stored ? [stored] : []), ...others]) {
    const person = await unseal(code, list.product.id, list.sealed);
    if (person) return { person, list };
  }
  return undefined;
}

/** Writes a scan down on this device, then sends it. */
async function record(scan: Omit<QueuedScan, 'nonce' | 'product_id' | 'at'>, nonce: string): Promise<void> {
  await addToQueue({ nonce, product_id: productId, at: new Date().toISOString(), ...scan });
  await readWaiting();
  show();
  void sync();
}

/** Answers a ticket that was read: at once by what the device knows, again when the server has answered. */
export async function scanTicket(text: string): Promise<Answer> {
  const nonce = crypto.randomUUID();
  const ticket = (readCode(text) ?? text).slice(0, 200);
  const found = await findPerson(ticket);
  const isOurs = found?.list.product.id === productId;
  if (isOurs) meet(found.person);
  const before = isOurs ? $door.get().entries[found.person.id] : undefined;
  await record({ ticket, ...(isOurs && { seat: found.person.id }) }, nonce);
  const answer: Answer = {
    nonce,
    result: isOurs ? (before === undefined ? 'in' : 'already') : found ? 'wrong_event' : 'checking',
    person: isOurs ? found.person : null,
    at: before ?? Date.now(),
    ...(found && !isOurs && { event: found.list.product.title }),
  };
  $answer.set(answer);
  // Without contact nobody else can tell.
  if (answer.result === 'checking') void settleUnknown(nonce);
  return answer;
}

function meet(person: DoorPerson): void {
  const others = $door.get().met.filter(({ id }) => id !== person.id);
  $door.setKey('met', [...others, { ...person, status: person.open > 0 ? 'reserved' : 'paid', checked_in_at: null }]);
}

async function settleUnknown(nonce: string): Promise<void> {
  await Promise.race([sync(), new Promise((resolve) => setTimeout(resolve, 4000))]);
  const shown = $answer.get();
  if (shown?.nonce === nonce && shown.result === 'checking') $answer.set({ ...shown, result: 'unknown' });
}

/** Ticks somebody by name, or takes that back. */
export const tick = (id: string, undo: boolean): Promise<void> =>
  record({ participant_id: id, seat: id, ...(undo && { undo }) }, crypto.randomUUID());

/** Takes the entry of the shown answer back. */
export async function undoAnswer(): Promise<void> {
  const shown = $answer.get();
  if (!shown?.person) return;
  await tick(shown.person.id, true);
  $answer.set({ ...shown, result: 'out', at: null });
}

export const closeAnswer = (): void => $answer.set(undefined);

/** Records that somebody paid at the door what is open for their order. */
export async function payAtDoor(person: DoorPerson): Promise<void> {
  const { order_code } = person;
  const { open } = sumOrder($door.get().people ?? [], person);
  $paying.set(order_code);
  try {
    const body = { amount: open, received_on: dayInIstanbul(new Date()), method: 'onsite' as const };
    await call('POST /api/admin/checkouts/:code/payments', { params: { code: order_code }, body });
    const shown = $answer.get();
    if (shown?.person?.order_code === order_code) $answer.set({ ...shown, person: { ...shown.person, open: 0 } });
    await sync();
  } catch (error) {
    const sentence = error instanceof CallError ? error.message : '';
    toast({ text: sentence || 'Ödeme kaydedilemedi. İnternet gelince yeniden deneyin.', tone: 'err' });
  } finally {
    $paying.set(undefined);
  }
}
