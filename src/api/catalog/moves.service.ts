import { eq } from 'drizzle-orm';
import { dayMs } from '../../shared/time.ts';
import { notFound } from '../errors.ts';
import type { Mutation } from '../mutation.ts';
import { products } from './catalog.tables.ts';

/** How long people may decide after they were told of a move. */
const decideMs = 7 * dayMs;

/** What participants know of a product until they are told of a change. */
export type KnownFacts = Pick<typeof products.$inferSelect, 'date' | 'time' | 'location' | 'leader'>;

/**
 * Records that participants are told of a product, and returns what they know of it; undefined where they were told
 * already. After a change of day, hour, place or leader whoever ordered before it may cancel in full for seven days,
 * until the start at most. Throws `not_found`.
 */
export async function claimAnnouncement(
  { tx, now, contentChanged }: Mutation,
  id: string,
): Promise<KnownFacts | undefined> {
  const [row] = await tx.select().from(products).where(eq(products.id, id)).for('update');
  if (!row) throw notFound();
  if (row.announced_sequence === row.sequence) return undefined;
  const known = { ...row, ...row.announced };
  const { date, time } = known;
  const isMoved = date !== row.date || time !== row.time;
  await tx
    .update(products)
    .set({
      announced_sequence: row.sequence,
      ...(row.announced && {
        announced: null,
        changed_at: null,
        choice_before: row.changed_at,
        decide_until: new Date(Math.min(now.getTime() + decideMs, row.starts_at.getTime())),
      }),
      ...(isMoved && { moved_from: { date, time } }),
    })
    .where(eq(products.id, id));
  if (isMoved) await contentChanged('catalog', id);
  return known;
}

/** Marks a locked product as taking place though too few seats may be sold. */
export async function markRun({ tx, now }: Mutation, id: string): Promise<void> {
  await tx.update(products).set({ run_decided_at: now }).where(eq(products.id, id));
}

/** Marks a locked product as called off: it cannot be bought any more, and nothing brings it back. */
export async function markCancelled({ tx, now, contentChanged }: Mutation, id: string, reason: string): Promise<void> {
  const [row] = await tx.select({ sequence: products.sequence }).from(products).where(eq(products.id, id));
  await tx
    .update(products)
    .set({ cancelled_at: now, cancel_reason: reason, sequence: (row?.sequence ?? 0) + 1, updated_at: now })
    .where(eq(products.id, id));
  await contentChanged('catalog', id);
}
