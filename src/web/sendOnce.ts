import { CallError } from './http.ts';

/** Keys of requests whose answer nobody got, by what they do. */
const unanswered = new Map<string, string>();

type KeyHeader = { 'idempotency-key': string };

/** What the server says of a key with which it has done something before. */
const doneCodes = ['payment_exists', 'idempotency_mismatch'];

export const isDoneBefore = (error: unknown): boolean =>
  error instanceof CallError && doneCodes.includes(error.code ?? '');

/** Whether a call that failed may have been done all the same, as no answer of the API says otherwise. */
export const isUnanswered = (error: unknown): boolean =>
  !(error instanceof CallError && error.status > 0 && error.status < 500);

/** Sends with the header of an idempotency key, the same one for `what` after a lost answer. Throws as `send`. */
export async function sendOnce<Reply>(what: string, send: (headers: KeyHeader) => Promise<Reply>): Promise<Reply> {
  const key = unanswered.get(what) ?? crypto.randomUUID();
  unanswered.set(what, key);
  try {
    const reply = await send({ 'idempotency-key': key });
    unanswered.delete(what);
    return reply;
  } catch (error) {
    // Any other answer says nothing of a try whose answer was lost before.
    if (isDoneBefore(error)) unanswered.delete(what);
    throw error;
  }
}

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
