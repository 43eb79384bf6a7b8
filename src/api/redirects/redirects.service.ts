import { eq, not, sql } from 'drizzle-orm';
import { isDraftPath } from '../catalog/draftPaths.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { redirects } from './redirects.tables.ts';

/** Lists the addresses that have moved, and where each leads now; none that leads to a draft, whose title it tells. */
export async function listRedirects({ db }: AppContext): Promise<{ from_path: string; to_path: string }[]> {
  return db
    .select({ from_path: redirects.from_path, to_path: redirects.to_path })
    .from(redirects)
    .where(not(isDraftPath(redirects.to_path)))
    .orderBy(redirects.from_path);
}

/**
 * Redirects an address, in the transaction that moves its page. Redirects to the old address lead to the new one and
 * the new address itself leads nowhere, so there are neither chains nor circles.
 */
export async function addRedirect(tx: Database, from: string, to: string): Promise<void> {
  if (from === to) return;
  await tx.update(redirects).set({ to_path: to }).where(eq(redirects.to_path, from));
  await dropRedirect(tx, to);
  await tx
    .insert(redirects)
    .values({ from_path: from, to_path: to })
    .onConflictDoUpdate({ target: redirects.from_path, set: { to_path: sql`excluded.to_path` } });
}

/** Removes the redirect of an address that has a page again. */
export async function dropRedirect(tx: Database, from: string): Promise<void> {
  await tx.delete(redirects).where(eq(redirects.from_path, from));
}

/** How long redirects are kept where no message tells of a change, as while the connection for messages was lost. */
const maxAgeMs = 60_000;

/** Returns where an address leads. All redirects are in memory until content changes: unknown ones cost no query. */
export function createRedirects(ctx: AppContext): (path: string) => Promise<string | undefined> {
  let known: Promise<Map<string, string>> | undefined;
  let readAt = 0;
  ctx.events.on((topic) => {
    if (['blog', 'catalog', 'consulting', 'site'].includes(topic)) known = undefined;
  });
  return async (path) => {
    const now = ctx.clock().getTime();
    if (now - readAt > maxAgeMs) known = undefined;
    if (!known) readAt = now;
    known ??= listRedirects(ctx).then((rows) => new Map(rows.map((row) => [row.from_path, row.to_path])));
    const map = await known.catch(() => {
      known = undefined;
      return undefined;
    });
    return map?.get(path);
  };
}
