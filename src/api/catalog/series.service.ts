import { and, eq, isNull, or } from 'drizzle-orm';
import { catalogTexts } from '../../contract/catalog.texts.ts';
import type { NewDates } from '../../contract/catalog.ts';
import { formatStart } from '../../shared/format.ts';
import { startsAt } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { invalid } from '../errors.ts';
import { mutateOnce } from '../idempotency/idempotency.service.ts';
import type { IdempotentRequest } from '../idempotency/request.ts';
import { countWaiting } from '../waitlist/offers.service.ts';
import type { Sales } from './catalog.admin.service.ts';
import { readProduct } from './catalog.service.ts';
import { products } from './catalog.tables.ts';
import { auditSnapshot, findFreeSlug, retryOnTakenSlug, takeAddress } from './products.admin.service.ts';
import { lockSeatProducts } from './seats.service.ts';

type Row = typeof products.$inferSelect;

/** What each date has for itself; every other column is the same for all dates of a series. */
export const ownColumns = [
  ...['id', 'slug', 'stock', 'held_seats', 'date', 'time', 'starts_at', 'series_id', 'created_at', 'updated_at'],
  ...['run_decided_at', 'notices_from', 'deleted_at', 'cancelled_at', 'cancel_reason', 'sequence', 'changed_at'],
  ...['announced', 'announced_sequence', 'moved_from', 'decide_until', 'choice_before'],
] as const satisfies (keyof Row)[];

const copyCommon = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).filter(([column]) => !(ownColumns as readonly string[]).includes(column)),
  ) as Omit<Row, (typeof ownColumns)[number]>;

/**
 * Adds further dates of a product, each a product of its own with all its words, pictures and as many seats, in one
 * series with it; once for each key of a request. Returns how many. Throws `not_found`, `idempotency_mismatch`, and
 * `invalid` where the series has a date.
 */
export const addDates = (
  ctx: AppContext,
  { seatsSold }: Sales,
  actorId: string,
  id: string,
  { dates }: NewDates,
  request?: IdempotentRequest,
): Promise<number> =>
  retryOnTakenSlug(() =>
    mutateOnce(ctx, actorId, request, async (mutation) => {
      const { tx, now } = mutation;
      const series_id = (await readProduct(tx, id)).products.series_id ?? id;
      // A sale or an offer between the readings would count its seats twice. The lock of the series' first product
      // keeps two admins from adding one date from two products of it.
      await lockSeatProducts(tx, [id, series_id]);
      const { products: row } = await readProduct(tx, id);
      const common = copyCommon(row);
      await refuseTakenDates(tx, series_id, dates);
      const offered = (await countWaiting(tx, [id])).get(id)?.seats_offered ?? 0;
      const stock = row.stock + offered + ((await seatsSold(tx, [id])).get(id) ?? 0);
      await tx.update(products).set({ series_id }).where(eq(products.id, id));
      for (const { date, time } of dates) {
        const slug = await findFreeSlug(tx, row.title);
        const own = { series_id, stock, slug, date, time, starts_at: startsAt(date, time) };
        const values = { ...common, ...own, created_at: now, updated_at: now };
        const [added] = await tx.insert(products).values(values).returning();
        if (!added) continue;
        await takeAddress(tx, added);
        await mutation.audit({ action: 'add', entity: 'product', entityId: added.id, after: auditSnapshot(added) });
      }
      await mutation.contentChanged('catalog', id);
      return dates.length;
    }),
  );

/** Throws `invalid` for a day and hour that comes twice, or that the series has, but for one called off or deleted. */
async function refuseTakenDates(tx: Database, seriesId: string, dates: NewDates['dates']): Promise<void> {
  const isStanding = and(isNull(products.deleted_at), isNull(products.cancelled_at));
  const rows = await tx
    .select({ date: products.date, time: products.time })
    .from(products)
    .where(and(or(eq(products.series_id, seriesId), eq(products.id, seriesId)), isStanding));
  const taken = new Set(rows.map(({ date, time }) => `${date} ${time}`));
  for (const { date, time } of dates) {
    const moment = `${date} ${time}`;
    if (taken.has(moment)) throw invalid({ dates: catalogTexts.dateTaken(formatStart({ date, time })) });
    taken.add(moment);
  }
}
