import { eq, sql } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { redirects } from './publish.tables.ts';

/** Every old address and where it leads now. */
export async function listRedirects({ db }: AppContext): Promise<{ from_path: string; to_path: string }[]> {
  return db
    .select({ from_path: redirects.from_path, to_path: redirects.to_path })
    .from(redirects)
    .orderBy(redirects.from_path);
}

/**
 * Remembers that a page moved, in the transaction that moves it. Chains are cut short, so that nobody is sent round
 * in circles: what led to the old address leads to the new one, and the new one leads nowhere.
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

/** A page stands at this address now: what led away from it is forgotten. */
export async function dropRedirect(tx: Database, from: string): Promise<void> {
  await tx.delete(redirects).where(eq(redirects.from_path, from));
}

/** Looks addresses up in memory; read anew when content changes, so that a storm of unknown addresses reads nothing. */
export function createRedirects(ctx: AppContext): (path: string) => Promise<string | undefined> {
  let known: Promise<Map<string, string>> | undefined;
  ctx.events.on((topic) => {
    if (topic === 'blog' || topic === 'catalog' || topic === 'site') known = undefined;
  });
  return async (path) => {
    known ??= listRedirects(ctx).then((rows) => new Map(rows.map((row) => [row.from_path, row.to_path])));
    const map = await known.catch(() => {
      known = undefined;
      return undefined;
    });
    return map?.get(path);
  };
}
