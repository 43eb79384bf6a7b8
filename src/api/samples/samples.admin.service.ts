import { and, eq, inArray, min, sql } from 'drizzle-orm';
import type { SamplesState } from '../../contract/samples.ts';
import { dayMs } from '../../shared/time.ts';
import { hasAuditEntry } from '../audit/audit.service.ts';
import { categoriesWithProducts } from '../catalog/catalog.admin.service.ts';
import { postsWithComments } from '../comments/comments.admin.service.ts';
import { replaceProductWords } from '../content/sampleWords.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { productsWithOrders } from '../orders/orders.admin.service.ts';
import { readSite, setSampleWords } from '../site/site.service.ts';
import type { SampleRoom } from './sampleRoom.ts';
import {
  copyDays,
  isPresent,
  isRemoved,
  keepCopies,
  markedIds,
  type SampleEntity,
  sampleRooms,
} from './samples.service.ts';
import { samples } from './samples.tables.ts';

/** Number of the advisory lock that removing and bringing back share; any will do. */
const lockKey = 5_020_462;

/** The marked rows of a room by what happens to them; those the owner deleted are in none. */
interface Plan {
  removable: string[];
  /** Edited by somebody: the owner's own now. */
  edited: string[];
  /** Products with orders, posts with comments of others, categories with other products. */
  used: string[];
}

async function planRoom(db: Database, entity: SampleEntity, room: SampleRoom, lock = false): Promise<Plan> {
  const isMarked = and(eq(samples.entity, entity), isPresent);
  const marks = await db.select().from(samples).where(isMarked);
  const fingerprints = new Map(marks.map(({ entity_id, fingerprint }) => [entity_id, fingerprint]));
  const rows = await room.read(db, [...fingerprints.keys()], lock);
  const edited = rows.filter(({ id, fingerprint }) => fingerprints.get(id) !== fingerprint).map(({ id }) => id);
  const unchanged = rows.map(({ id }) => id).filter((id) => !edited.includes(id));
  const used = unchanged.length ? await findUsed(db, entity, unchanged) : [];
  return { removable: unchanged.filter((id) => !used.includes(id)), edited, used };
}

async function findUsed(db: Database, entity: SampleEntity, ids: string[]): Promise<string[]> {
  if (entity === 'product') return productsWithOrders(db, ids);
  if (entity === 'post') return postsWithComments(db, ids, await markedIds(db, 'comment'));
  if (entity === 'category') return categoriesWithProducts(db, ids);
  return [];
}

/** Returns what removing the samples would take and leave, and what can be brought back. */
export async function readSamples(db: Database): Promise<SamplesState> {
  const { sample_words } = await readSite(db);
  const groups: SamplesState['groups'] = [];
  for (const [entity, room] of sampleRooms) {
    // Categories are not listed: they go and come back with their products.
    if (entity === 'category') continue;
    const plan = await planRoom(db, entity, room);
    const group = {
      entity,
      removable: plan.removable.length,
      edited: plan.edited.length,
      used: plan.used.length,
      removed: (await markedIds(db, entity, isRemoved)).length,
    };
    if (group.removable + group.edited + group.used + group.removed > 0) groups.push(group);
  }
  const removed_at = min(samples.removed_at);
  const [first] = await db.select({ removed_at }).from(samples).where(isRemoved);
  const removedAt = first?.removed_at;
  const until = removedAt ? new Date(removedAt.getTime() + copyDays * dayMs).toISOString() : null;
  return { words: sample_words, groups: groups.reverse(), restorable_until: until };
}

/**
 * Removes all samples that nobody edited or uses, and shows neutral words. One transaction: a process that dies leaves
 * everything as it was. Copies stay for `copyDays`.
 */
export async function removeSamples(ctx: AppContext, actorId: string): Promise<SamplesState> {
  await mutate(ctx, actorId, async (mutation) => {
    const { tx, now, audit, contentChanged, emit } = mutation;
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
    const counts: Record<string, number> = {};
    for (const [entity, room] of sampleRooms) {
      const { removable } = await planRoom(tx, entity, room, true);
      const taken = await room.take(tx, removable);
      if (!taken.length) continue;
      await keepCopies(tx, entity, taken, now);
      counts[entity] = taken.length;
      await contentChanged(room.content);
      if (entity === 'comment') emit('comments');
    }
    const { sample_words } = await readSite(tx);
    await replaceProductWords(mutation, 'sample', 'neutral');
    await setSampleWords(tx, false);
    if (sample_words) await contentChanged('site');
    const change = { before: { words: sample_words }, after: { ...counts, words: false } };
    await audit({ action: 'remove', entity: 'samples', ...change });
  });
  return readSamples(ctx.db);
}

/**
 * Brings removed samples and their words back, except rows whose place something else took. Throws `conflict` where
 * nothing was removed.
 */
export async function restoreSamples(ctx: AppContext, actorId: string): Promise<SamplesState> {
  await mutate(ctx, actorId, async (mutation) => {
    const { tx, audit, contentChanged, emit } = mutation;
    await tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);
    if (!(await hasAuditEntry(tx, 'remove', 'samples', { words: false }))) throw new ApiError('conflict');
    const counts: Record<string, number> = {};
    for (const [entity, room] of sampleRooms.toReversed()) {
      const ofEntity = eq(samples.entity, entity);
      const rows = await tx.select().from(samples).where(and(ofEntity, isRemoved));
      if (!rows.length) continue;
      const copies = rows.map(({ copy }) => copy);
      const ids = await room.putBack(tx, copies);
      const isBack = and(ofEntity, inArray(samples.entity_id, ids));
      await tx.update(samples).set({ copy: null, removed_at: null }).where(isBack);
      await tx.delete(samples).where(and(ofEntity, isRemoved));
      counts[entity] = ids.length;
      await contentChanged(room.content);
      if (entity === 'comment') emit('comments');
    }
    await replaceProductWords(mutation, 'neutral', 'sample');
    await setSampleWords(tx, true);
    await contentChanged('site');
    await audit({ action: 'restore', entity: 'samples', after: { ...counts, words: true } });
  });
  return readSamples(ctx.db);
}

export async function countRemovableSamples(db: Database): Promise<number> {
  let count = 0;
  for (const [entity, room] of sampleRooms)
    if (entity !== 'category') count += (await planRoom(db, entity, room)).removable.length;
  return count;
}
