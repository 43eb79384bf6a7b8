import { and, asc, eq, gt, gte, isNotNull, isNull, or } from 'drizzle-orm';
import { type CalendarEntry, calendarFile } from '../../shared/calendar.ts';
import { dayInIstanbul, dayMs } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { readSite } from '../site/site.service.ts';
import { products } from './catalog.tables.ts';

type Row = typeof products.$inferSelect;

/** How long a calendar that subscribes is told that an event is cancelled, so that it takes the entry out. */
const cancelledDays = 30;

function toEntry(row: Row, siteUrl: string): CalendarEntry {
  const { id, title, date, time, duration_minutes, location, sequence, deleted_at, cancelled_at, updated_at } = row;
  const isCancelled = deleted_at !== null || cancelled_at !== null;
  const changes = [updated_at, deleted_at, cancelled_at].flatMap((moment) => moment?.getTime() ?? []);
  return {
    uid: `atolye-${id}@${new URL(siteUrl).hostname}`,
    ...{ title, date, time, duration_minutes, location, sequence, isCancelled },
    // The page of a hidden one is gone.
    ...(!deleted_at && { url: `${siteUrl}/products/${row.slug}` }),
    changed: new Date(Math.max(...changes)),
  };
}

/**
 * The calendar of all events on sale, to subscribe to. Those called off or hidden stay as cancelled until 30 days after
 * their day. It is the same text as long as no event changes.
 */
export async function readCalendar({ db, clock, env }: AppContext): Promise<string> {
  const now = clock();
  const oldest = dayInIstanbul(new Date(now.getTime() - cancelledDays * dayMs));
  const isGone = or(isNotNull(products.deleted_at), isNotNull(products.cancelled_at));
  const isOnSale = and(isNull(products.deleted_at), isNull(products.cancelled_at), gt(products.starts_at, now));
  const rows = await db
    .select()
    .from(products)
    .where(and(eq(products.status, 'published'), or(isOnSale, and(isGone, gte(products.date, oldest)))))
    .orderBy(asc(products.starts_at), asc(products.id));
  const { name } = await readSite(db);
  const entries = rows.map((row) => toEntry(row, env.siteUrl));
  return calendarFile(entries, now, `${name}, atölyeler`);
}
