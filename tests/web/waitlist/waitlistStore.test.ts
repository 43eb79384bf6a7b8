import { beforeEach, expect, test, vi } from 'vitest';
import type { WaitlistEntry } from '../../../src/contract/waitlist.ts';
import { endEntry } from '../../../src/web/waitlist/entryChanges.store.ts';
import { $waitlist, joinWaitlist, refreshWaitlist } from '../../../src/web/waitlist/waitlist.store.ts';
import { watchToasts } from '../browser.ts';

const entry = { id: 'e1', product_id: 'p1', quantity: 2, state: 'waiting', position: 1 } as WaitlistEntry;

/** What the server holds; undefined while nobody reaches it. */
let held: WaitlistEntry[] | undefined;
/** What it answers to a change; undefined where the answer is lost. */
let answer: Response | undefined;
let toasts: ReturnType<typeof watchToasts>;
/** The sentence of the last notice. */
const said = () => toasts.at(-1)?.text;

beforeEach(() => {
  $waitlist.set({ state: 'loaded', value: [entry] });
  toasts = watchToasts();
  vi.stubGlobal('localStorage', { getItem: () => 'token' });
  vi.stubGlobal('fetch', async (_: string, { method }: RequestInit) => {
    const reply = method === 'GET' ? held && Response.json(held) : answer;
    if (!reply) throw new TypeError('no network');
    return reply;
  });
});

test.each(['left', 'declined'] as const)('an entry that %s by a try whose answer was lost is done', async (state) => {
  answer = undefined;
  held = [{ ...entry, state }];
  expect(await endEntry(entry)).toBe(true);
  expect(said()).toBe(state === 'left' ? 'Sıradan çıktınız.' : 'Vazgeçtiniz.');
});

test('an entry that stands after a lost answer, or of which nobody hears, stays on the page with its dialog', async () => {
  answer = undefined;
  for (const value of [[entry], undefined]) {
    held = value;
    expect(await endEntry(entry)).toBe(false);
    expect($waitlist.get()).toEqual({ state: 'loaded', value: [entry] });
  }
  await refreshWaitlist();
  expect($waitlist.get()).toEqual({ state: 'loaded', value: [entry] });
});

test('who joined by a try whose answer was lost is shown the place, unless another number of seats waits', async () => {
  const refused = () => Response.json({ code: 'already_waiting', message: 'Zaten sıradasınız.' }, { status: 409 });
  held = [entry];
  answer = refused();
  expect(await joinWaitlist('p1', 2)).toEqual(entry);
  answer = refused();
  await expect(joinWaitlist('p1', 3)).rejects.toMatchObject({ code: 'already_waiting' });
});
