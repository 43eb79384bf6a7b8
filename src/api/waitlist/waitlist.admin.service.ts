import { eq, sql } from 'drizzle-orm';
import type { AdminWaitlistEntry } from '../../contract/waitlist.ts';
import { readContacts } from '../account/contacts.service.ts';
import { readSeatProducts } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { notFound } from '../errors.ts';
import { type Paged, type PageRange, slicePage } from '../paging.ts';
import { type Entry, freeSeats, lineOrder } from './freeSeats.service.ts';
import { changeEntry, readPositions } from './waitlist.service.ts';
import { waitlist } from './waitlist.tables.ts';

async function toAdminEntries(db: Database, rows: Entry[]): Promise<AdminWaitlistEntry[]> {
  const contacts = await readContacts(db, rows);
  const positions = await readPositions(db, [...new Set(rows.map(({ product_id }) => product_id))]);
  return rows.map(({ id, user_id, quantity, state, priority, joined_at, offer_until }) => ({
    id,
    name: contacts.get(user_id)?.name ?? '',
    email: contacts.get(user_id)?.email ?? '',
    quantity,
    state,
    position: positions.get(id) ?? null,
    priority,
    joined_at: joined_at.toISOString(),
    offer_until: state === 'offered' ? (offer_until as Date).toISOString() : null,
  }));
}

/** Lists who waits for a product, in order, then offers, then entries that ended. Throws `not_found`. */
export async function listLine(
  { db }: AppContext,
  productId: string,
  page?: PageRange,
): Promise<Paged<AdminWaitlistEntry>> {
  if (!(await readSeatProducts(db, [productId])).has(productId)) throw notFound();
  const rank = sql`case ${waitlist.state} when 'waiting' then 0 when 'offered' then 1 else 2 end`;
  const rows = await db
    .select()
    .from(waitlist)
    .where(eq(waitlist.product_id, productId))
    .orderBy(rank, ...lineOrder);
  return slicePage(await toAdminEntries(db, rows), page);
}

/** Moves an entry up or down in its line. Throws `not_found`. */
export const setPriority = (
  ctx: AppContext,
  actorId: string,
  id: string,
  priority: number,
): Promise<AdminWaitlistEntry> =>
  changeEntry(ctx, actorId, eq(waitlist.id, id), async (mutation, entry) => {
    const { tx, audit } = mutation;
    await tx.update(waitlist).set({ priority }).where(eq(waitlist.id, id));
    const change = { before: { priority: entry.priority }, after: { priority } };
    await audit({ action: 'update', entity: 'waitlist', entityId: id, ...change });
    // Seats that wait for somebody may fit whoever is now ahead.
    await freeSeats(mutation, entry.product_id, 0);
    const rows = await tx.select().from(waitlist).where(eq(waitlist.id, id));
    return (await toAdminEntries(tx, rows))[0] as AdminWaitlistEntry;
  });
