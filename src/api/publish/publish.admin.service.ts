import { join } from 'node:path';
import { and, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm';
import type { PublishState, Release } from '../../contract/publish.ts';
import type { WordsSnapshot } from '../content/content.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, notFound } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { readFormerIbans } from '../payments/paymentSettings.service.ts';
import { readPublishRequest, readPublishState } from './publish.service.ts';
import { contentChanges, publishing, releases } from './publish.tables.ts';
import { pageFiles, readManifest, releasesFolder } from './release.ts';
import { markLive } from './releases.service.ts';
import { findForbidden } from './renderer/checkRelease.ts';

const maxListed = 100;

/** Lists releases and failed attempts, newest first. */
export async function listReleases({ db }: AppContext): Promise<Release[]> {
  const rows = await db
    .select()
    .from(releases)
    .where(ne(releases.state, 'building'))
    .orderBy(desc(releases.created_at), desc(releases.id))
    .limit(maxListed);
  const counts = await countChanges(db);
  return rows.map((row) => ({
    ...row,
    changes: counts.filter(({ id }) => id === row.id).map(({ room, count }) => ({ room, count })),
    state: row.state as Release['state'],
    revisions: (row.content as WordsSnapshot | null)?.revisions ?? {},
    restorable: row.state === 'old' && row.code !== null,
    created_at: row.created_at.toISOString(),
  }));
}

/** Counts by release and room the content changes that the one served before it did not show. */
async function countChanges(db: Database) {
  const { id, change_id, created_at, state } = releases;
  const before = sql<number>`lag(${change_id}) over (order by ${created_at}, ${id})`.as('before');
  const served = db
    .select({ id, change_id, before })
    .from(releases)
    .where(inArray(state, ['live', 'old']))
    .as('served');
  const isNew = and(gt(contentChanges.id, served.before), lte(contentChanges.id, served.change_id));
  return db
    .select({ id: served.id, room: contentChanges.room, count: sql<number>`count(*)::int` })
    .from(served)
    .innerJoin(contentChanges, isNew)
    .groupBy(served.id, contentChanges.room)
    .orderBy(contentChanges.room);
}

/** Switches publishing after a quiet minute on or off. */
export async function setAutomatic(ctx: AppContext, actorId: string, automatic: boolean): Promise<PublishState> {
  await mutate(ctx, actorId, async ({ tx, audit, emit }) => {
    const before = await readPublishRequest(tx);
    if (before.automatic === automatic) return;
    await tx.insert(publishing).values({ automatic }).onConflictDoUpdate({ target: publishing.id, set: { automatic } });
    await audit({ action: 'update', entity: 'publishing', before: { automatic: !automatic }, after: { automatic } });
    emit('publish');
  });
  return readPublishState(ctx);
}

/**
 * Throws `conflict` if a page of a release shows an IBAN that buyers paid to before. Only IBANs that the release was
 * not checked for are looked for, which takes 3 s in 11,000 pages; other requests are answered meanwhile.
 */
async function refuseFormerIbans({ db, env }: AppContext, name: string): Promise<void> {
  const ibans = await readFormerIbans(db);
  if (!ibans.length) return;
  const folder = releasesFolder(env);
  const manifest = await readManifest(folder, name);
  const unchecked = ibans.filter((iban) => !manifest?.forbidden?.includes(iban));
  const forbidden = manifest
    ? await findForbidden(join(folder, name), pageFiles(manifest), unchecked)
    : 'Sürümün dosyaları bu sunucuda yok; eski hesap numarası aranamadı.';
  if (forbidden) throw new ApiError('conflict', { message: `Bu sürüme dönülemiyor: ${forbidden}` });
}

/**
 * Serves an earlier release again, in every process. Automatic publishing goes off, or it would undo this at once.
 * Throws `not_found`, or `conflict` if the release was never live, shows an earlier IBAN, or another one is being made,
 * which would replace it.
 */
export async function restoreRelease(ctx: AppContext, actorId: string, id: string): Promise<PublishState> {
  const [release] = await ctx.db.select().from(releases).where(eq(releases.id, id));
  if (release?.state === 'old' && release.code !== null) await refuseFormerIbans(ctx, release.name);
  await mutate(ctx, actorId, async ({ tx, now, audit, emit }) => {
    const [row] = await tx.select().from(releases).where(eq(releases.id, id));
    if (!row) throw notFound();
    if (row.state === 'live') return;
    if (row.state !== 'old' || row.code === null) throw new ApiError('conflict');
    if (await tx.$count(releases, inArray(releases.state, ['building', 'checking'])))
      throw new ApiError('conflict', {
        message: 'Şu anda yeni bir sürüm hazırlanıyor. Bitince bu sürüme dönebilirsiniz.',
      });
    await markLive(tx, id, now);
    const values = { requested_at: null, automatic: false, restored_at: now };
    await tx.insert(publishing).values(values).onConflictDoUpdate({ target: publishing.id, set: values });
    await audit({ action: 'restore', entity: 'release', entityId: id });
    emit('publish');
  });
  return readPublishState(ctx);
}
