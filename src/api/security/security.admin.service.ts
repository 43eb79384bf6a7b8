import { and, desc, eq } from 'drizzle-orm';
import type { SecurityEventView, SecurityFilter } from '../../contract/security.ts';
import { readUserNames } from '../account/contacts.service.ts';
import type { AppContext } from '../context.ts';
import { withinDays } from '../db/search.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { securityEvents } from './security.tables.ts';

/** Enough of a network's mark to tell networks apart. */
const shownMarkLength = 8;

/** Lists what happened to all accounts, newest first. */
export async function listSecurityEvents(
  { db }: AppContext,
  { account_id, kind, from, to }: SecurityFilter,
  page?: PageRange,
): Promise<Paged<SecurityEventView>> {
  const where = and(
    account_id ? eq(securityEvents.user_id, account_id) : undefined,
    kind ? eq(securityEvents.kind, kind) : undefined,
    withinDays(securityEvents.at, from, to),
  );
  const query = db.select().from(securityEvents).where(where).orderBy(desc(securityEvents.at), desc(securityEvents.id));
  const { rows, total } = await selectPage(query.$dynamic(), page, () => db.$count(securityEvents, where));
  const names = await readUserNames(db, rows, 'user_id');
  return {
    rows: rows.map(({ user_id, at, network_mark, ...row }) => ({
      ...row,
      at: at.toISOString(),
      account_id: user_id,
      account_name: names.get(user_id ?? '') ?? null,
      // The part before the dot names the key.
      network: network_mark.replace(/^.*\./, '').slice(0, shownMarkLength),
    })),
    total,
  };
}
