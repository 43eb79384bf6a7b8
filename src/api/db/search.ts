import { and, type Column, gte, lt, or, type SQL, sql } from 'drizzle-orm';
import { compare } from '../../shared/collation.ts';
import { fold } from '../../shared/fold.ts';
import { dayMs, dayStart } from '../../shared/time.ts';
import type { PageRange } from '../paging.ts';

/** Condition that a column contains a text as it is. */
export const contains = (column: Column | SQL, part: string): SQL =>
  sql`${column} like ${`%${part.replace(/[\\%_]/g, '\\$&')}%`}`;

/**
 * Condition that a folded column contains every word of the search, or that `orElse` holds for those it does not
 * contain; undefined, so no condition, without words.
 */
export function containsWords(
  column: Column | SQL,
  search: string | null | undefined,
  orElse?: (word: string) => SQL | undefined,
): SQL | undefined {
  const words = fold(search ?? '')
    .split(/\s+/)
    .filter(Boolean);
  return and(...words.map((word) => or(contains(column, word), orElse?.(word))));
}

/** Condition that a moment is on the days from `from` to `to`, both included, in Istanbul; either may be left out. */
export const withinDays = (column: Column, from: string | undefined, to: string | undefined): SQL | undefined =>
  and(
    from ? gte(column, dayStart(from)) : undefined,
    to ? lt(column, new Date(dayStart(to).getTime() + dayMs)) : undefined,
  );

/**
 * Ids of one page in the order of the Turkish alphabet. The embedded database has no Turkish collation, so callers read
 * ids and texts of all rows (thousands take milliseconds), sort them here, and then read the rows of the page.
 */
export function pageByText(rows: { id: string; text: string }[], descending: boolean, page?: PageRange): string[] {
  const sorted = rows.toSorted((a, b) => compare(a.text, b.text) || (a.id < b.id ? -1 : 1));
  if (descending) sorted.reverse();
  const { offset, limit } = page ?? { offset: 0, limit: sorted.length };
  return sorted.slice(offset, offset + limit).map(({ id }) => id);
}
