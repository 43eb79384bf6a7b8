import { dayMs, hourMs, istanbulOffsetMs } from '../../shared/time.ts';

/** The longest an offer holds, in hours that count. */
const maxOfferMs = dayMs;
/** So long before the start offers end: seats are for whoever comes first. */
const openBeforeMs = 6 * hourMs;
/** How long seats wait for an entry that may not be passed again. */
const maxHoldMs = dayMs;
/** How often an entry may be passed. */
const maxPassed = 2;

/** From when on nothing is offered or held any more. */
export const opensAt = (startsAt: Date): Date => new Date(startsAt.getTime() - openBeforeMs);

/** Until when an offer made at a moment holds: at most a day, a quarter of the time to the start, without nights. */
export function offerUntil(now: Date, startsAt: Date): Date {
  const length = Math.min(maxOfferMs, (startsAt.getTime() - now.getTime()) / 4);
  return new Date(Math.min(addWakingTime(now.getTime(), Math.max(0, length)), opensAt(startsAt).getTime()));
}

/** Adds time of which the hours from 22:00 to 08:00, Istanbul, do not count. */
function addWakingTime(from: number, length: number): number {
  let at = from;
  let left = length;
  for (;;) {
    const midnight = Math.floor((at + istanbulOffsetMs) / dayMs) * dayMs - istanbulOffsetMs;
    const [wakes, sleeps] = [midnight + 8 * hourMs, midnight + 22 * hourMs];
    if (at < wakes) at = wakes;
    if (at < sleeps) {
      const counted = Math.min(left, sleeps - at);
      at += counted;
      left -= counted;
    }
    if (left <= 0) return at;
    at = midnight + dayMs + 8 * hourMs;
  }
}

/** Somebody waiting, as far as it decides who comes next. */
export interface WaitingEntry {
  id: string;
  quantity: number;
  passed: number;
  hold_until: Date | null;
}

export interface Allocation<Entry extends WaitingEntry> {
  /** Ids of the entries that get an offer, in order. */
  offered: string[];
  /** Entries that wait on and were passed, or for which seats wait from now on. */
  changed: Entry[];
  /** Seats left, and those of them that wait for an entry. */
  stock: number;
  held: number;
}

/**
 * Decides what becomes of free seats. `waiting` is in the order of the line; `mayHold` is how many of the `stock` seats
 * may wait for an entry: those that became free, and those that wait already. The first entry that fits gets an offer,
 * entries ahead of it are passed. One that was passed twice is not passed again while seats wait for it.
 */
export function allocate<Entry extends WaitingEntry>(
  waiting: readonly Entry[],
  stock: number,
  mayHold: number,
  now: Date,
): Allocation<Entry> {
  const line = waiting.map((entry) => ({ ...entry }));
  const offered: string[] = [];
  let left = stock;
  let held = 0;
  for (let index = 0; index < line.length && left > 0; index += 1) {
    const entry = line[index] as Entry;
    if (entry.quantity <= left) {
      offered.push(entry.id);
      left -= entry.quantity;
      line.splice(index, 1);
      for (const ahead of line.slice(0, index)) ahead.passed += 1;
      // An entry just passed may have reached its last pass.
      index = -1;
    } else if (entry.passed >= maxPassed && (!entry.hold_until || entry.hold_until > now)) {
      held = Math.min(mayHold, left);
      if (held) entry.hold_until ??= new Date(now.getTime() + maxHoldMs);
      break;
    }
  }
  const before = new Map(waiting.map((entry) => [entry.id, entry]));
  const isChanged = ({ id, passed, hold_until }: WaitingEntry) =>
    before.get(id)?.passed !== passed || before.get(id)?.hold_until !== hold_until;
  return { offered, changed: line.filter(isChanged), stock: left, held };
}
