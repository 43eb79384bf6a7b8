import { CallError } from './http.ts';

/** References of payments that nobody said were booked, by what they are of. */
const unanswered = new Map<string, string>();

const mark = 'web-';

/** Whether a reference was made here, and says nothing to people. */
export const isOwnReference = (reference: string): boolean => reference.startsWith(mark);

/**
 * Sends a payment with a reference. Sent again after its answer was lost, it has the same one, so that it is booked once.
 * Returns undefined where it was booked before.
 */
export async function bookOnce<Reply>(
  what: string,
  send: (reference: string) => Promise<Reply>,
): Promise<Reply | undefined> {
  const reference = unanswered.get(what) ?? `${mark}${crypto.randomUUID()}`;
  unanswered.set(what, reference);
  try {
    const reply = await send(reference);
    unanswered.delete(what);
    return reply;
  } catch (error) {
    // Any other answer says nothing of a payment whose answer was lost before.
    if (!(error instanceof CallError) || error.code !== 'payment_exists') throw error;
    unanswered.delete(what);
    return undefined;
  }
}
