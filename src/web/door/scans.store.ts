import { atom } from 'nanostores';
import type { Door, DoorPerson } from '../../contract/door.ts';
import { formatLira } from '../../shared/format.ts';
import { dayInIstanbul } from '../../shared/time.ts';
import { CallError, call } from '../http.ts';
import { bookOnce } from '../sendOnce.ts';
import { toast } from '../ui/toast.ts';
import { $answer, $door, enqueue, readAllLists, serverNow, sync } from './door.store.ts';
import { type Answer, readCode, sumOrder } from './door.ts';
import { unseal } from './unseal.ts';

/** Code of the order whose payment is being recorded. */
export const $paying = atom<string | undefined>();

/** Finds whose ticket a code is, by what the device keeps: of this event first, then of others it was opened for. */
async function findPerson(code: string): Promise<{ person: DoorPerson; product: Door['product'] } | undefined> {
  for (const { product, sealed } of await readAllLists()) {
    const person = await unseal(code, product.id, sealed);
    if (person) return { person, product };
  }
  return undefined;
}

/**
 * Answers a ticket that was read: at once by what the device knows, again when the server has answered. Undefined where
 * the device cannot write it down: the answer before goes, so that it is not taken for this one's.
 */
export async function scanTicket(text: string): Promise<Answer | undefined> {
  const nonce = crypto.randomUUID();
  const ticket = (readCode(text) ?? text).slice(0, 200);
  const found = await findPerson(ticket).catch(() => undefined);
  const isOurs = found !== undefined && found.product.id === $door.get().product?.id;
  if (isOurs) rememberPerson(found.person);
  const before = isOurs ? $door.get().entries[found.person.id] : undefined;
  if (!(await enqueue({ nonce, ticket, ...(isOurs && { seat: found.person.id }) }))) {
    closeAnswer();
    return undefined;
  }
  const answer: Answer = {
    nonce,
    result: isOurs ? (before === undefined ? 'in' : 'already') : found ? 'wrong_event' : 'checking',
    person: isOurs ? found.person : null,
    at: before ?? Date.now(),
    ...(found && !isOurs && { event: found.product.title }),
  };
  $answer.set(answer);
  // Offline, no other device can be asked.
  if (answer.result === 'checking') void settleUnknown(nonce);
  return answer;
}

function rememberPerson(person: DoorPerson): void {
  const others = $door.get().met.filter(({ id }) => id !== person.id);
  $door.setKey('met', [...others, { ...person, status: person.open > 0 ? 'reserved' : 'paid', checked_in_at: null }]);
}

async function settleUnknown(nonce: string): Promise<void> {
  await Promise.race([sync(), new Promise((resolve) => setTimeout(resolve, 4000))]);
  const shown = $answer.get();
  if (shown?.nonce === nonce && shown.result === 'checking') $answer.set({ ...shown, result: 'unknown' });
}

const enqueueByName = (id: string, undo?: true): Promise<boolean> =>
  enqueue({ nonce: crypto.randomUUID(), participant_id: id, seat: id, ...(undo && { undo }) });

/** Ticks somebody by name. */
export const recordArrival = (id: string): Promise<boolean> => enqueueByName(id);

/** Takes back that somebody came. */
export const undoArrival = (id: string): Promise<boolean> => enqueueByName(id, true);

/** Takes the arrival of the shown answer back. */
export async function undoAnswer(): Promise<void> {
  const shown = $answer.get();
  if (!shown?.person) return;
  if (await undoArrival(shown.person.id)) $answer.set({ ...shown, result: 'out', at: null });
}

export const closeAnswer = (): void => $answer.set(undefined);

/** Puts what is open for an order into the shown answer. Returns whether that is one of the order. */
function showOpen(order_code: string, open: number): boolean {
  const shown = $answer.get();
  if (shown?.person?.order_code !== order_code) return false;
  $answer.set({ ...shown, person: { ...shown.person, open } });
  return true;
}

/** Records that somebody paid at the door what is open for their order in this event: for its line, not for others. */
export async function payAtDoor(person: DoorPerson): Promise<void> {
  const { id, order_code } = person;
  const { open } = sumOrder($door.get().people ?? [], person);
  $paying.set(order_code);
  try {
    const order_id = id.slice(0, id.lastIndexOf('-'));
    const body = { amount: open, received_on: dayInIstanbul(serverNow()), method: 'onsite' as const, order_id };
    await bookOnce(`${order_id} ${open}`, (external_ref) =>
      call('POST /api/admin/checkouts/:code/payments', {
        params: { code: order_code },
        body: { ...body, external_ref },
      }),
    );
    if (!showOpen(order_code, 0)) toast({ lead: formatLira(open), text: 'ödendi olarak kaydedildi.' });
    await sync();
  } catch (error) {
    const sentence = error instanceof CallError ? error.message : '';
    toast({ text: sentence || 'Ödeme kaydedilemedi. İnternet gelince yeniden deneyin.', tone: 'err' });
    if (!sentence) return;
    // Another device may have recorded it.
    await sync();
    showOpen(order_code, sumOrder($door.get().people ?? [], person).open);
  } finally {
    $paying.set(undefined);
  }
}
