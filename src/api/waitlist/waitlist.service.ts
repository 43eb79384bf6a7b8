import { and, desc, eq, inArray, type SQL } from 'drizzle-orm';
import type { WaitlistEntry } from '../../contract/waitlist.ts';
import { maxSeatsPerBuyer } from '../../shared/limits.ts';
import { keepAccount } from '../account/accountLocks.service.ts';
import { isOnSale, lockSeatProducts, readSeatProducts, type SeatProduct } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, notFound } from '../errors.ts';
import type { Limit } from '../limits/limits.service.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { readOwnSeats } from '../orders/seatsHeld.service.ts';
import { type Paged, type PageRange, slicePage } from '../paging.ts';
import { type Entry, endEntries, freeSeats, isLive, lineOrder } from './freeSeats.service.ts';
import { waitlist } from './waitlist.tables.ts';

/** Positions of those who wait for these products, by entry, from 1. */
export async function readPositions(db: Database, productIds: string[]): Promise<Map<string, number>> {
  if (!productIds.length) return new Map();
  const rows = await db
    .select({ id: waitlist.id, product_id: waitlist.product_id })
    .from(waitlist)
    .where(and(inArray(waitlist.product_id, productIds), eq(waitlist.state, 'waiting')))
    .orderBy(...lineOrder);
  const lines = Map.groupBy(rows, ({ product_id }) => product_id);
  return new Map([...lines.values()].flatMap((line) => line.map(({ id }, index) => [id, index + 1] as const)));
}

async function toEntries(db: Database, rows: Entry[]): Promise<WaitlistEntry[]> {
  const ids = [...new Set(rows.map(({ product_id }) => product_id))];
  const products = await readSeatProducts(db, ids);
  const positions = await readPositions(db, ids);
  return rows.map(({ id, product_id, quantity, state, offer_until, joined_at }) => {
    const { title, date, time, location } = products.get(product_id) as SeatProduct;
    return {
      ...{ id, product_id, event_title: title, date, time, location, quantity, state },
      position: positions.get(id) ?? null,
      offer_until: state === 'offered' ? (offer_until as Date).toISOString() : null,
      joined_at: joined_at.toISOString(),
    };
  });
}

/** Entries stay listed once they ended, for admins too. */
const joinLimit: Limit = { name: 'waitlist', points: 60, seconds: 3600 };

/**
 * Joins the line of a product. Throws `too_many_requests`, `not_found`, `already_waiting`, `not_on_sale`,
 * `limit_reached`, and `seats_available` while as many can be bought.
 */
export async function joinWaitlist(
  ctx: AppContext,
  userId: string,
  productId: string,
  quantity: number,
): Promise<WaitlistEntry> {
  await ctx.limits.consume(joinLimit, userId);
  return mutate(ctx, userId, async (mutation) => {
    const { tx, now } = mutation;
    if (!(await keepAccount(tx, userId))) throw new ApiError('unauthenticated');
    if (!(await lockSeatProducts(tx, [productId])).has(productId)) throw notFound();
    await freeSeats(mutation, productId, 0);
    const own = and(eq(waitlist.product_id, productId), eq(waitlist.user_id, userId), isLive);
    if (await tx.$count(waitlist, own)) throw new ApiError('already_waiting');
    const product = (await readSeatProducts(tx, [productId])).get(productId) as SeatProduct;
    if (!isOnSale(product, now)) throw new ApiError('not_on_sale');
    const held = (await readOwnSeats(tx, userId, [productId], now)).held.get(productId) ?? 0;
    if (held + quantity > maxSeatsPerBuyer) throw new ApiError('limit_reached', { held });
    if (product.stock >= quantity) throw new ApiError('seats_available', { remaining: product.stock });
    const values = { product_id: productId, user_id: userId, quantity, joined_at: now };
    const rows = await tx.insert(waitlist).values(values).returning();
    return (await toEntries(tx, rows))[0] as WaitlistEntry;
  });
}

/** Lists a user's entries, newest first. */
export async function listMyEntries(
  { db }: AppContext,
  userId: string,
  page?: PageRange,
): Promise<Paged<WaitlistEntry>> {
  const rows = await db
    .select()
    .from(waitlist)
    .where(eq(waitlist.user_id, userId))
    .orderBy(desc(waitlist.joined_at), desc(waitlist.id));
  return slicePage(await toEntries(db, rows), page);
}

/** Runs a change of one entry under the lock of its product, after offers that are over ended. Throws `not_found`. */
export async function changeEntry<Result>(
  ctx: AppContext,
  actorId: string,
  where: SQL | undefined,
  change: (mutation: Mutation, entry: Entry) => Promise<Result>,
): Promise<Result> {
  return mutate(ctx, actorId, async (mutation) => {
    const { tx } = mutation;
    const [found] = await tx.select({ product_id: waitlist.product_id }).from(waitlist).where(where);
    if (!found) throw notFound();
    await freeSeats(mutation, found.product_id, 0);
    const [entry] = await tx.select().from(waitlist).where(where);
    if (!entry) throw notFound();
    return change(mutation, entry);
  });
}

const ownEntry = (userId: string, id: string) => and(eq(waitlist.id, id), eq(waitlist.user_id, userId));

async function answer(tx: Database, id: string): Promise<WaitlistEntry> {
  return (await toEntries(tx, await tx.select().from(waitlist).where(eq(waitlist.id, id))))[0] as WaitlistEntry;
}

/** Leaves the line; an offer is handed on. Throws `not_found`, and `conflict` for an entry that ended otherwise. */
export const leaveWaitlist = (ctx: AppContext, userId: string, id: string): Promise<WaitlistEntry> =>
  changeEntry(ctx, userId, ownEntry(userId, id), async (mutation, entry) => {
    if (entry.state === 'waiting' || entry.state === 'offered')
      await endEntries(mutation, entry.product_id, [entry], 'left');
    else if (entry.state !== 'left') throw new ApiError('conflict', { message: endedTexts[entry.state] });
    return answer(mutation.tx, id);
  });

/** Declines an offer, which is handed on. Throws `not_found`, `conflict`. */
export const declineOffer = (ctx: AppContext, userId: string, id: string): Promise<WaitlistEntry> =>
  changeEntry(ctx, userId, ownEntry(userId, id), async (mutation, entry) => {
    if (entry.state !== 'offered') throw new ApiError('conflict', { message: endedTexts[entry.state] });
    await endEntries(mutation, entry.product_id, [entry], 'declined');
    return answer(mutation.tx, id);
  });

const endedTexts: Record<Exclude<Entry['state'], 'offered'>, string> = {
  waiting: 'Henüz sıradasınız; size ayrılmış bir yer yok.',
  taken: 'Bu yeri zaten aldınız. İptal etmek isterseniz siparişinizden iptal edebilirsiniz.',
  declined: 'Bu yerden zaten vazgeçtiniz.',
  lapsed: 'Bu kaydın süresi doldu; yer artık sizin için ayrılmış değil.',
  left: 'Bu sıradan zaten çıktınız.',
};

const liveEntriesOf = (userId: string) => and(eq(waitlist.user_id, userId), isLive);

/** The products an account waits for or has an offer of. */
export async function readAwaitedProducts(db: Database, userId: string): Promise<string[]> {
  const rows = await db.select({ product_id: waitlist.product_id }).from(waitlist).where(liveEntriesOf(userId));
  return rows.map(({ product_id }) => product_id);
}

/** Takes an account out of all lines; offers are handed on. */
export async function leaveAllLines(mutation: Mutation, userId: string): Promise<void> {
  const { tx } = mutation;
  const products = await lockSeatProducts(tx, await readAwaitedProducts(tx, userId));
  const live = await tx.select().from(waitlist).where(liveEntriesOf(userId));
  const entries = Map.groupBy(live, ({ product_id }) => product_id);
  for (const id of products.keys()) await endEntries(mutation, id, entries.get(id) ?? [], 'left');
}
