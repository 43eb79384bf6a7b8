import { CallError } from './http.ts';
import { safeSessionStorage } from './ui/storage.ts';

/** Keys of requests whose answer nobody got, by what they do. */
const unanswered = new Map<string, string>();

/** Where keys are kept. */
interface Keys {
  get(what: string): string | undefined;
  set(what: string, key: string): unknown;
  delete(what: string): unknown;
}

type KeyHeader = { 'idempotency-key': string };

/** What the server says of a key with which it has done something before. */
const doneCodes = ['payment_exists', 'idempotency_mismatch'];

export const isDoneBefore = (error: unknown): boolean =>
  error instanceof CallError && doneCodes.includes(error.code ?? '');

/** Whether a call that failed may have been done all the same, as no answer of the API says otherwise. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof CallError && error.status > 0 && error.status < 500);

/** Sends with the header of an idempotency key, the same one for `what` after a lost answer. Throws as `send`. */
export async function sendOnce<Reply>(
  what: string,
  send: (headers: KeyHeader) => Promise<Reply>,
  keys: Keys = unanswered,
): Promise<Reply> {
  const key = keys.get(what) ?? crypto.randomUUID();
  keys.set(what, key);
  try {
    const reply = await send({ 'idempotency-key': key });
    keys.delete(what);
    return reply;
  } catch (error) {
    // Any other answer says nothing of a try whose answer was lost before.
    if (isDoneBefore(error)) keys.delete(what);
    throw error;
  }
}

const tabKey = (what: string) => `draft:key:${what}`;
const keysOfTab: Keys = {
  get: (what) => safeSessionStorage.readText(tabKey(what)) ?? undefined,
  set: (what, key) => safeSessionStorage.writeText(tabKey(what), key),
  delete: (what) => safeSessionStorage.writeText(tabKey(what), null),
};

/** As `sendOnce`, also after a reload, which offers the draft of what was sent. */
export const sendDraftOnce: typeof sendOnce = (what, send) => sendOnce(what, send, keysOfTab);

const mark = 'web-';

/** Whether the reference of a payment was made here, and says nothing to people. */
export const isOwnReference = (reference: string): boolean => reference.startsWith(mark);

/** Books a payment once, with a reference of ours. Returns undefined where it was booked before. Throws as `send`. */
export async function bookOnce<Reply>(
  what: string,
  send: (reference: string) => Promise<Reply>,
): Promise<Reply | undefined> {
  try {
    return await sendOnce(`payment ${what}`, ({ 'idempotency-key': key }) => send(mark + key));
  } catch (error) {
    if (isDoneBefore(error)) return undefined;
    throw error;
  }
}
