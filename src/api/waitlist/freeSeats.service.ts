import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import { readContacts } from '../account/contacts.service.ts';
import {
  isOnSale,
  lockSeatProducts,
  readSeatProducts,
  type SeatProduct,
  writeSeats,
} from '../catalog/seats.service.ts';
import type { Database } from '../db/connection.ts';
import { toJsonb } from '../db/sql.ts';
import type { Mail } from '../mail/outbox.service.ts';
import type { Mutation } from '../mutation.ts';
import { type Allocation, allocate, offerUntil, opensAt } from './offers.ts';
import { lapsedMail, lineClosedMail, offerMail, openToAllMail } from './waitlist.mails.ts';
import { waitlist } from './waitlist.tables.ts';

export type Entry = typeof waitlist.$inferSelect;

/** The condition of entries that wait or have an offer. */
export const isLive = inArray(waitlist.state, ['waiting', 'offered']);

/** The order of the line. */
export const lineOrder = [desc(waitlist.priority), asc(waitlist.joined_at), asc(waitlist.id)];

const seatsOf = (entries: Entry[]) => entries.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * Every seat that becomes free comes through here, in the transaction that frees it: offers that are over end, the
 * waiting list is served, and only what fits nobody is on sale. Locks the product; lock several ones in id order
 * before. With 0 seats it does what is due. `locked` is the product where the caller has just locked it.
 */
export async function freeSeats(
  mutation: Mutation,
  productId: string,
  quantity: number,
  locked?: SeatProduct,
): Promise<void> {
  const { tx, now, emit } = mutation;
  const product = locked ?? ((await lockSeatProducts(tx, [productId])).get(productId) as SeatProduct);
  const entries = await readLive(tx, productId);
  const isOpen = isOnSale(product, now);
  const isOffering = isOpen && now < opensAt(product.starts_at);
  const waiting = entries.filter(({ state }) => state === 'waiting');
  const lapsed = entries.filter(
    ({ state, offer_until }) => state === 'offered' && (!isOffering || (offer_until as Date) <= now),
  );
  const freed = quantity + seatsOf(lapsed);
  const stock = product.stock + product.held_seats + freed;
  const result: Allocation<Entry> = isOffering
    ? allocate(waiting, stock, product.held_seats + freed, now)
    : { offered: [], changed: [], stock, held: 0 };
  const offered = result.offered.map((id) => waiting.find((entry) => entry.id === id) as Entry);
  const until = offerUntil(now, product.starts_at);
  if (freed || offered.length || result.held !== product.held_seats) {
    await writeSeats(tx, productId, { stock: result.stock, held_seats: result.held });
    emit('catalog');
  }
  const ended = product.starts_at <= now ? [...lapsed, ...waiting] : lapsed;
  await writeEntries(tx, [
    ...ended.map((entry) => ({ ...entry, state: 'lapsed' as const })),
    ...offered.map((entry) => ({ ...entry, state: 'offered' as const, offered_at: now, offer_until: until })),
    ...result.changed,
  ]);
  const onSale = { before: product.stock, after: result.stock - result.held };
  // What was offered or kept until now opens the line to all.
  const opens = onSale.after > 0 && (lapsed.length > 0 || product.held_seats > 0);
  const notified = isOpen && !isOffering ? waiting.filter((entry) => opens || gainsChoice(entry, onSale)) : [];
  await mailEntries(mutation, [
    [lapsed, (contact) => lapsedMail(product, contact, !isOffering, mutation.siteUrl)],
    [offered, (contact, entry) => offerMail(product, contact, { quantity: entry.quantity, until }, mutation.siteUrl)],
    [notified, (contact) => openToAllMail(product, contact, mutation.siteUrl)],
  ]);
}

/** Whether seats came on sale that whoever waits could not buy before: any at all, or as many as they wait for. */
const gainsChoice = ({ quantity }: Entry, { before, after }: { before: number; after: number }) =>
  (before === 0 && after > 0) || (before < quantity && after >= quantity);

/** Entries of a locked product that wait or have an offer, in the order of the line. */
export const readLive = (tx: Database, productId: string): Promise<Entry[]> =>
  tx
    .select()
    .from(waitlist)
    .where(and(eq(waitlist.product_id, productId), isLive))
    .orderBy(...lineOrder);

/** Ends entries of a locked product that wait or have an offer; the offered seats go to whoever comes next. */
export async function endEntries(
  mutation: Mutation,
  productId: string,
  entries: Entry[],
  state: 'declined' | 'left' | 'lapsed',
): Promise<void> {
  await setEntries(mutation.tx, entries, { state });
  await freeSeats(mutation, productId, seatsOf(entries.filter((entry) => entry.state === 'offered')));
}

/** Ends the line of a product that was just hidden or made a draft, and tells whoever waited. */
export async function closeWaitlist(mutation: Mutation, productId: string): Promise<void> {
  const product = (await lockSeatProducts(mutation.tx, [productId])).get(productId) as SeatProduct;
  const entries = await readLive(mutation.tx, productId);
  await endEntries(mutation, productId, entries, 'left');
  if (product.starts_at > mutation.now)
    await mailEntries(mutation, [[entries, (contact) => lineClosedMail(product, contact)]]);
}

/** Keeps offers of a locked product within the limits that its start sets now, and tells whose time that shortens. */
export async function limitOffers(mutation: Mutation, productId: string, startsAt: Date): Promise<void> {
  const { tx, now, siteUrl } = mutation;
  const shortened: Entry[] = [];
  for (const entry of await readLive(tx, productId)) {
    if (entry.state !== 'offered') continue;
    const offer_until = offerUntil(entry.offered_at as Date, startsAt);
    if (offer_until < (entry.offer_until as Date)) shortened.push({ ...entry, offer_until });
  }
  if (!shortened.length) return;
  await writeEntries(tx, shortened);
  const product = (await readSeatProducts(tx, [productId])).get(productId) as SeatProduct;
  // What is over by now lapses, with a mail of its own.
  const left = shortened.filter(({ offer_until }) => (offer_until as Date) > now);
  const toMail: ToMail = (contact, { quantity, offer_until }) =>
    offerMail(product, contact, { quantity, until: offer_until as Date, isShorter: true }, siteUrl);
  await mailEntries(mutation, [[left, toMail]]);
}

async function setEntries(tx: Database, entries: Entry[], values: Partial<Entry>): Promise<void> {
  const ids = entries.map(({ id }) => id);
  if (ids.length) await tx.update(waitlist).set(values).where(inArray(waitlist.id, ids));
}

/** Writes what became of entries with one statement. */
async function writeEntries(tx: Database, entries: Entry[]): Promise<void> {
  if (!entries.length) return;
  await tx.execute(sql`
    update ${waitlist} set state = entry.state, offered_at = entry.offered_at, offer_until = entry.offer_until,
      passed = entry.passed, hold_until = entry.hold_until
    from jsonb_populate_recordset(null::${waitlist}, ${toJsonb(entries)}) as entry
    where ${waitlist.id} = entry.id`);
}

type ToMail = (contact: { name: string; email: string }, entry: Entry) => Mail;

async function mailEntries({ tx, sendMail }: Mutation, groups: [entries: Entry[], toMail: ToMail][]): Promise<void> {
  const everybody = groups.flatMap(([entries]) => entries);
  const contacts = await readContacts(tx, everybody);
  const mails = groups.flatMap(([entries, toMail]) =>
    entries.flatMap((entry) => {
      const contact = contacts.get(entry.user_id);
      return contact ? [toMail(contact, entry)] : [];
    }),
  );
  await sendMail(...mails);
}
