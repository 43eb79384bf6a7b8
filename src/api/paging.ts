import type { PgSelect } from 'drizzle-orm/pg-core';

/** Which part of a list is asked for. */
export interface PageRange {
  limit: number;
  offset: number;
}

/** Rows of one page, and how many there are in all. */
export interface Paged<Row> {
  rows: Row[];
  total: number;
}

const defaultPageSize = 50;
const maxPageSize = 200;
/** Past the end of every list. */
const maxPage = 1e9;

/** Reads `page` (from 1) and `size` of a query string; undefined where neither is given, for the whole list. */
export function readPageRange({ page, size }: Record<string, string | undefined>): PageRange | undefined {
  if (page === undefined && size === undefined) return undefined;
  const wholeNumber = (value: string | undefined, fallback: number, max: number) =>
    /^[1-9]\d*$/.test(value ?? '') ? Math.min(Number(value), max) : fallback;
  const limit = wholeNumber(size, defaultPageSize, maxPageSize);
  return { limit, offset: (wholeNumber(page, 1, maxPage) - 1) * limit };
}

/** Runs a `$dynamic()` select for one page, or whole without one; `count` is asked only where a page is. */
export async function selectPage<Query extends PgSelect>(
  query: Query,
  page: PageRange | undefined,
  count: () => Promise<number>,
): Promise<Paged<Awaited<Query>[number]>> {
  if (!page) {
    const rows = await query;
    return { rows, total: rows.length };
  }
  return { rows: await query.limit(page.limit).offset(page.offset), total: await count() };
}

/** One page of a list that is in memory. */
export function slicePage<Row>(rows: Row[], page: PageRange | undefined): Paged<Row> {
  return { rows: page ? rows.slice(page.offset, page.offset + page.limit) : rows, total: rows.length };
}
