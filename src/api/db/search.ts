import { and, like, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { fold } from '../../contract/text.ts';

/** True where every word of a search stands somewhere in a folded column; undefined, so no condition, without words. */
export function containsWords(column: PgColumn, search: string | undefined): SQL | undefined {
  const words = fold(search ?? '')
    .split(/\s+/)
    .filter(Boolean);
  return and(...words.map((word) => like(column, `%${word.replace(/[\\%_]/g, '\\$&')}%`)));
}
