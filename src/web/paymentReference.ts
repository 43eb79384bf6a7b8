import { CallError } from './http.ts';

/** References of payments whose answer did not come, by what they are of. */
const unanswered = new Map<string, string>();

const mark = 'web-';

/** Whether a reference was made here, and says nothing to people. */
export const isOwnReference = (reference: string): boolean => reference.startsWith(mark);

/**
 * Sends a payment with a reference. Sent again after its answer was lost, it has the same one, so that it is booked once:
 * that it was booked before is no error then.
 */
export async function bookOnce<Reply>(
  what: string,
  send: (reference: string) => Promise<Reply>,
): Promise<Reply | undefined> {
  const known = unanswered.get(what);
  const reference = known ?? `${mark}${crypto.randomUUID()}`;
  unanswered.set(what, reference);
  try {
    const reply = await send(reference);
    unanswered.delete(what);
    return reply;
  } catch (error) {
    const isBooked = error instanceof CallError && error.code === 'payment_exists';
    if (isBooked || (error instanceof CallError && error.status >= 400 && error.status < 500)) unanswered.delete(what);
    if (isBooked && known) return undefined;
    throw error;
  }
}
