import { and, asc, eq, inArray, isNotNull, isNull, ne, not, or, type SQL } from 'drizzle-orm';
import type { Order } from '../../contract/orders.ts';
import { toLira } from '../../shared/money.ts';
import { readProductsOf } from '../catalog/seats.service.ts';
import type { Keys } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { hideDocuments } from '../documents/documents.service.ts';
import { endArrivals, readArrivals } from '../door/arrivals.service.ts';
import { changeReplies } from '../idempotency/idempotency.privacy.ts';
import type { Mutation } from '../mutation.ts';
import { forgetWarnings } from '../notices/sentNotices.service.ts';
import { erasePaymentWords } from '../payments/ledger.service.ts';
import { replaceTicket } from '../tickets/tickets.service.ts';
import { type Seat, seatKey } from '../tickets/tickets.ts';
import { type OrderRow, type ParticipantRow, readParticipants } from './orders.service.ts';
import { orders, participants } from './orders.tables.ts';
import { isHeldByOther, searchOf } from './orders.ts';

/**
 * The person an export or erasure is about: an address, and its account where there is one; or the phone
 * number under which an admin entered orders.
 */
export type DataSubject = { email: string; userId: string | undefined } | { phone: string };

/** Returns what a person bought, with all participants; of others who took a seat over, the name only. */
export async function exportOrders(db: Database, subject: DataSubject): Promise<Record<string, unknown>[]> {
  const rows = await db.select().from(orders).where(boughtBy(subject)).orderBy(orders.created_at);
  const participantsByOrder = await readParticipants(db, ids(rows));
  const arrivals = await readArrivals(db, ids(rows));
  return rows.map(
    ({
      user_id,
      product_id,
      search,
      sequence,
      unit_price_kurus,
      kept_seats_kurus,
      kept_line_kurus,
      created_at,
      ...row
    }) => ({
      ...row,
      unit_price: toLira(unit_price_kurus),
      // Left out where nothing was kept: in a copy of data a sum of 0 would only raise a question.
      ...(kept_seats_kurus + kept_line_kurus > 0 && { kept: toLira(kept_seats_kurus + kept_line_kurus) }),
      created_at: created_at.toISOString(),
      participants: (participantsByOrder.get(row.id) ?? []).map((person) => ({
        ...{ name: person.name, surname: person.surname },
        ...(!isHeldByOther(person, row) && {
          email: person.email,
          ...toConsent(person),
          checked_in_at: arrivals.get(seatKey(person))?.toISOString() ?? null,
        }),
      })),
    }),
  );
}

/** Codes of the checkouts a person bought. */
export async function readOwnCodes(db: Database, subject: DataSubject): Promise<string[]> {
  const rows = await db.selectDistinct({ code: orders.code }).from(orders).where(boughtBy(subject));
  return rows.map(({ code }) => code);
}

/** What whoever took a seat over agreed to. */
const toConsent = ({ consent_version, consent_at }: Pick<ParticipantRow, 'consent_version' | 'consent_at'>) =>
  consent_at && { consent_version, consented_at: consent_at.toISOString() };

/** Returns the seats others bought for an address, with the consent of whoever took one over. */
export async function exportSeats(db: Database, email: string): Promise<Record<string, unknown>[]> {
  const rows = await db
    .select({
      order_id: participants.order_id,
      position: participants.position,
      event_title: orders.event_title,
      name: participants.name,
      surname: participants.surname,
      email: participants.email,
      consent_version: participants.consent_version,
      consent_at: participants.consent_at,
      created_at: orders.created_at,
    })
    .from(participants)
    .innerJoin(orders, eq(participants.order_id, orders.id))
    .where(and(eq(participants.email, email), or(isNull(orders.buyer_email), ne(orders.buyer_email, email))))
    .orderBy(orders.created_at);
  const orderIds = rows.map(({ order_id }) => order_id);
  const arrivals = await readArrivals(db, orderIds);
  return rows.map(({ order_id, position, consent_version, consent_at, ...row }) => ({
    ...row,
    ...toConsent({ consent_version, consent_at }),
    created_at: row.created_at.toISOString(),
    checked_in_at: arrivals.get(seatKey({ order_id, position }))?.toISOString() ?? null,
  }));
}

/** The name of a seat whose person was erased, until its buyer gives it another one. */
const erasedName = { name: 'Silinmiş kişi', surname: '' };

/**
 * Removes a person from all orders: from those they bought the buyer and all participants but who took a seat over,
 * from orders of others themselves. What was sold, when and for how much stays; documents are public no more. Returns
 * how many orders changed.
 */
export async function eraseOrders(mutation: Mutation, keys: Keys, subject: DataSubject): Promise<number> {
  const { tx } = mutation;
  const rows = await tx.select().from(orders).where(concerns(tx, subject)).orderBy(asc(orders.id)).for('update');
  const isOwn = ({ buyer_email, user_id, buyer_phone }: OrderRow) =>
    'phone' in subject
      ? buyer_phone === subject.phone
      : buyer_email === subject.email || (subject.userId !== undefined && user_id === subject.userId);
  const ownIds = ids(rows.filter(isOwn));
  const codes = rows.filter(isOwn).map(({ code }) => code);
  await hideDocuments(tx, codes);
  await erasePaymentWords(tx, codes);
  await forgetWarnings(tx, codes);
  const ofOwn = and(inArray(participants.order_id, ownIds), not(isHandedOn(subject)));
  const gone = await tx
    .delete(participants)
    .where(or(ofOwn, isSeatOf(subject)))
    .returning({ order_id: participants.order_id, position: participants.position });
  const ofOthers = rows.filter((row) => !isOwn(row));
  await returnSeats(mutation, keys, ofOthers, gone);
  const remaining = await readParticipants(tx, ids(rows));
  for (const row of rows) {
    const buyer = isOwn(row)
      ? { user_id: null, buyer_email: null, buyer_name: null, buyer_phone: null }
      : { buyer_email: row.buyer_email };
    const names = (remaining.get(row.id) ?? []).map(({ name, surname }) => `${name} ${surname}`);
    const values = { ...buyer, search: searchOf({ ...row, ...buyer }, names) };
    await tx.update(orders).set(values).where(eq(orders.id, row.id));
  }
  for (const row of ofOthers) await eraseFromStoredReplies(tx, row, remaining.get(row.id) ?? []);
  return rows.length;
}

/** Gives seats of events that have not started back to their buyers, who name somebody else or hand them on. */
async function returnSeats(mutation: Mutation, keys: Keys, lines: OrderRow[], gone: Seat[]): Promise<void> {
  const { tx, now } = mutation;
  const products = await readProductsOf(tx, lines);
  for (const { id, product_id, buyer_name, buyer_email: email } of lines) {
    const event = products.get(product_id);
    if (buyer_name === null || !event || event.starts_at <= now) continue;
    for (const seat of gone.filter(({ order_id }) => order_id === id)) {
      await tx.insert(participants).values({ ...seat, ...erasedName, email });
      await replaceTicket(tx, keys, seat);
      // Also where nobody came yet: a phone without network may hold a tick by name.
      await endArrivals(mutation, [{ ...seat, product_id }]);
    }
  }
}

/** Replies stored for repeated checkouts name participants too; those of other requests are ids and counts. */
async function eraseFromStoredReplies(tx: Database, { id, user_id }: OrderRow, rest: ParticipantRow[]): Promise<void> {
  if (!user_id) return;
  const names = new Map(rest.map(({ position, name, surname }) => [position, { name, surname }]));
  const withoutErased = (order: Order) => {
    if (order.id !== id) return order;
    const people = order.participants.map((person) => ({ ...person, ...names.get(person.position) }));
    return { ...order, participants: people.filter(({ position }) => names.has(position)) };
  };
  await changeReplies(tx, user_id, (reply) => {
    const stored: Order[] = Array.isArray(reply) ? reply : [];
    return stored.some((order) => order.id === id) ? stored.map(withoutErased) : undefined;
  });
}

/** The orders a person bought or has a seat in. */
export const concerns = (db: Database, subject: DataSubject): SQL | undefined => {
  const isSeat = isSeatOf(subject);
  const seats = isSeat && db.select({ id: participants.order_id }).from(participants).where(isSeat);
  return or(boughtBy(subject), seats && inArray(orders.id, seats));
};

/** The orders a person bought. */
export const boughtBy = (subject: DataSubject): SQL | undefined =>
  'phone' in subject
    ? eq(orders.buyer_phone, subject.phone)
    : or(eq(orders.buyer_email, subject.email), subject.userId ? eq(orders.user_id, subject.userId) : undefined);

/** The seats with a person's address; none by a number. */
export const isSeatOf = (subject: DataSubject): SQL | undefined =>
  'phone' in subject ? undefined : eq(participants.email, subject.email);

/** Seats that somebody else took over, with consent of their own. */
export function isHandedOn(subject: DataSubject): SQL {
  const others = 'phone' in subject ? undefined : ne(participants.email, subject.email);
  return and(isNotNull(participants.consent_at), others) as SQL;
}

const ids = (rows: OrderRow[]) => rows.map((row) => row.id);
