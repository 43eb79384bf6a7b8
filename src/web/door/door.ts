import type { DoorParticipant, DoorPerson, ScanResult } from '../../contract/door.ts';
import { fold } from '../../shared/fold.ts';
import { formatClock } from '../../shared/format.ts';
import { toKurus, toLira } from '../../shared/money.ts';
import { cleanCode } from '../../shared/ticketCode.ts';

/** A scan as the device keeps it until the server has it. */
export interface QueuedScan {
  nonce: string;
  product_id: string;
  ticket?: string;
  participant_id?: string;
  /** By this device's clock. */
  at: string;
  undo?: boolean;
  /** Whose seat it is as far as the device knows; not sent. */
  seat?: string;
}

/** Since when people are in, by participant, in ms. */
export type Entries = Record<string, number>;

/** The entries with what the device scanned meanwhile. */
export function withQueue(entries: Entries, queue: QueuedScan[]): Entries {
  const all = { ...entries };
  for (const { seat, undo, at } of queue) {
    if (!seat) continue;
    if (undo) delete all[seat];
    else all[seat] ??= Date.parse(at);
  }
  return all;
}

/** The code of a ticket in what was read: the code itself, or the address of its page. Undefined for anything else. */
export function readCode(text: string): string | undefined {
  const [address = ''] = text.trim().split(/[?#]/);
  const code = cleanCode(address.split('/').at(-1) ?? '');
  return /^[2-9A-HJ-NP-Z]{20}$/.test(code) ? code : undefined;
}

export type DoorFilter = 'all' | 'expected' | 'unpaid';

/** Everybody of a filter whose name or order code holds all words of the search. */
export function findPeople(
  people: DoorParticipant[],
  entries: Entries,
  { filter, search }: { filter: DoorFilter; search: string },
): DoorParticipant[] {
  const words = fold(search).split(/\s+/).filter(Boolean);
  return people.filter(({ id, name, surname, order_code, open }) => {
    const isShown = filter === 'all' || (filter === 'unpaid' ? open > 0 : entries[id] === undefined);
    const text = fold(`${name} ${surname} ${order_code}`);
    return isShown && words.every((word) => text.includes(word));
  });
}

/** What is open for an order's seats in this event, and for how many people: they are paid together. */
export function sumOrder(people: DoorParticipant[], { order_code, open }: DoorPerson): { open: number; seats: number } {
  const own = people.filter((person) => person.order_code === order_code);
  if (!own.length) return { open, seats: 1 };
  const kurus = own.reduce((sum, person) => sum + toKurus(person.open), 0);
  return { open: toLira(kurus), seats: own.length };
}

/** What the door says about the ticket that was read last. */
export interface Answer {
  /** Nonce of the scan that this answers. */
  nonce: string;
  /** `checking` while only the server can tell. */
  result: ScanResult | 'checking';
  person: DoorPerson | null;
  /** Since when the person is in, in ms. */
  at: number | null;
  /** Title of the event that the ticket is for, where the device knows it. */
  event?: string;
}

/** The hour of a moment in ms, as people read it: `18.22`. */
export const clockOf = (at: number): string => formatClock(new Date(at).toISOString());

export const cameraIcon = '<path d="M3.5 8h4l1.6-2.5h5.8L16.5 8h4v11h-17z"/><circle cx="12" cy="13.2" r="3.4"/>';
export const flash = '<path d="M13 3.5L6 13h5l-1 7.5L17 11h-5z"/>';
export const soundOff = '<path d="M4 9.5h3.5L12 6v12l-4.5-3.5H4zM4 4l16 16"/>';
export const soundOn = '<path d="M4 9.5h3.5L12 6v12l-4.5-3.5H4zM15 9.5a4 4 0 010 5M17.5 7a8 8 0 010 10"/>';
