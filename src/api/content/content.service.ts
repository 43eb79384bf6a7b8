import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import type { AllContent, LegalVersion, PublicContent } from '../../contract/content.ts';
import { type ContentName, contentNames, isLegal, legalNames, legalSlugOf } from '../../contract/contentDocuments.ts';
import { openWords, schemaVersion } from '../../contract/contentVersions.ts';
import { isSameJson } from '../../shared/json.ts';
import type { Database } from '../db/connection.ts';
import { notFound } from '../errors.ts';
import { readSite } from '../site/site.service.ts';
import { content, contentLive, legalVersions } from './content.tables.ts';
import { nextVersion, type PublishedVersions, readPublishedVersions } from './legalVersions.service.ts';
import { type SeedKind, seedOf } from './seeds.ts';

/** One revision, its words opened in the present schema. */
export interface Revision {
  name: ContentName;
  revision: number;
  data: Record<string, unknown>;
  author: string | null;
  note: string | null;
  ask_again: boolean;
  at: Date;
}

/** A published revision; of a legal text with the version it is published as. */
interface LiveRevision extends Revision {
  version: string | null;
}

/** Which words a release shows: revisions by document, versions by legal text. */
export interface WordsSnapshot {
  revisions: Partial<Record<ContentName, number>>;
  versions: Partial<Record<ContentName, string>>;
}

function toRevision({ schema_version, created_at, ...row }: typeof content.$inferSelect): Revision {
  const name = row.name as ContentName;
  return { ...row, name, data: openWords(name, row.data, schema_version), at: created_at };
}

/** Which of its own words the product starts with on this site. */
const seedKind = async (db: Database): Promise<SeedKind> => ((await readSite(db)).sample_words ? 'sample' : 'neutral');

/** The newest revision of each document. One that was never stored is revision 1 with the product's own words. */
export async function readNewest(db: Database, names: readonly ContentName[] = contentNames): Promise<Revision[]> {
  const rows = await db
    .selectDistinctOn([content.name])
    .from(content)
    .where(inArray(content.name, [...names]))
    .orderBy(content.name, desc(content.revision));
  const stored = new Map(rows.map((row) => [row.name, toRevision(row)]));
  const kind = stored.size < names.length ? await seedKind(db) : 'sample';
  return names.map(
    (name) =>
      stored.get(name) ?? {
        ...{ name, revision: 1, data: seedOf(kind, name) },
        ...{ author: null, note: kind, ask_again: false, at: new Date(0) },
      },
  );
}

export const readNewestOf = async (db: Database, name: ContentName): Promise<Revision> =>
  (await readNewest(db, [name]))[0] as Revision;

/** One revision. Throws `not_found`. */
export async function readRevision(db: Database, name: ContentName, revision: number): Promise<Revision> {
  const isIt = and(eq(content.name, name), eq(content.revision, revision));
  const [row] = await db.select().from(content).where(isIt);
  if (row) return toRevision(row);
  const newest = await readNewestOf(db, name);
  if (newest.revision !== revision) throw notFound();
  return newest;
}

/** Adds a revision. Only under `lockWords`, or two would get the same number. */
export async function addRevision(
  tx: Database,
  { at, ...row }: Omit<Revision, 'revision' | 'ask_again'> & { revision?: number; ask_again?: boolean },
): Promise<number> {
  const revision = row.revision ?? (await readNewestOf(tx, row.name)).revision + 1;
  await tx.insert(content).values({ ...row, revision, schema_version: schemaVersion(row.name), created_at: at });
  return revision;
}

/** Number of the advisory lock that everything which adds revisions shares; any will do. */
const lockKey = 5_020_463;

export const lockWords = (tx: Database) => tx.execute(sql`select pg_advisory_xact_lock(${lockKey})`);

/**
 * Stores the product's own words as the first revisions, and as further ones where an update of the product changed
 * words that nobody edited. Only under `lockWords`.
 */
export async function storeSeeds(tx: Database, now: Date): Promise<void> {
  const known = new Set((await tx.selectDistinct({ name: content.name }).from(content)).map(({ name }) => name));
  for (const newest of await readNewest(tx)) {
    const { name, author, note } = newest;
    if (!known.has(name)) {
      await addRevision(tx, { ...newest, at: now });
      continue;
    }
    if (author !== null || (note !== 'sample' && note !== 'neutral')) continue;
    const data = seedOf(note, name);
    if (!isSameJson(newest.data, data)) await addRevision(tx, { name, data, author, note, at: now });
  }
}

/** The words that the next release shows: the newest of all, stored. */
export async function snapshotWords(tx: Database, now: Date): Promise<WordsSnapshot> {
  await lockWords(tx);
  await storeSeeds(tx, now);
  const newest = await readNewest(tx);
  const published = await readPublishedVersions(tx);
  const live = await readLiveWords(tx, legalNames);
  return {
    revisions: Object.fromEntries(newest.map(({ name, revision }) => [name, revision])),
    versions: Object.fromEntries(
      newest.flatMap((one) => (isLegal(one.name) ? [[one.name, versionOf(one, live, published, now)]] : [])),
    ),
  };
}

function versionOf(newest: Revision, live: LiveRevision[], published: PublishedVersions, now: Date): string {
  const present = live.find(({ name }) => name === newest.name);
  return nextVersion(newest, present, published, now);
}

/** Makes the words of a release the published ones, in the transaction that makes the release live. */
export async function setLiveWords(tx: Database, { revisions, versions }: WordsSnapshot, now: Date): Promise<void> {
  const rows = Object.entries(revisions).map(([name, revision]) => ({
    ...{ name, revision },
    version: versions[name as ContentName] ?? null,
  }));
  if (!rows.length) return;
  await tx
    .insert(contentLive)
    .values(rows)
    .onConflictDoUpdate({
      target: contentLive.name,
      set: { revision: sql`excluded.revision`, version: sql`excluded.version` },
    });
  const legal = rows.flatMap(({ name, revision, version }) =>
    version === null ? [] : [{ name, revision, version, published_at: now }],
  );
  if (legal.length) await tx.insert(legalVersions).values(legal).onConflictDoNothing();
}

/** The published revisions of those documents that were ever published. */
export async function readLiveWords(db: Database, names: readonly ContentName[]): Promise<LiveRevision[]> {
  const rows = await db
    .select({ row: content, version: contentLive.version })
    .from(contentLive)
    .innerJoin(content, and(eq(content.name, contentLive.name), eq(content.revision, contentLive.revision)))
    .where(inArray(contentLive.name, [...names]));
  return rows.map(({ row, version }) => ({ ...toRevision(row), version }));
}

/** The number of each document's published revision. */
export async function readLiveNumbers(db: Database): Promise<Map<string, number>> {
  const rows = await db.select().from(contentLive);
  return new Map(rows.map(({ name, revision }) => [name, revision]));
}

/** The newest words of a document, as they are published or will be next. */
export const readPublicContent = async (db: Database, name: ContentName, now: Date): Promise<PublicContent> =>
  (await readPublicContents(db, [name], now))[0] as PublicContent;

/** `readPublicContent` of several documents. */
export async function readPublicContents(
  db: Database,
  names: readonly ContentName[],
  now: Date,
): Promise<PublicContent[]> {
  const newest = await readNewest(db, names);
  const legal = names.filter(isLegal);
  const live = legal.length ? await readLiveWords(db, legal) : [];
  const published: PublishedVersions = legal.length ? await readPublishedVersions(db) : new Map();
  return newest.map((one) => {
    const { name, revision, data } = one;
    return isLegal(name)
      ? { name, revision, data, version: versionOf(one, live, published, now) }
      : { name, revision, data };
  });
}

/** Words of a snapshot, or the newest ones (some not saved yet), with every published version of the legal texts. */
export async function readAllContent(
  db: Database,
  now: Date,
  { snapshot, unsaved }: { snapshot?: WordsSnapshot | undefined; unsaved?: Pick<Revision, 'name' | 'data'> },
): Promise<AllContent> {
  const newest = (await readNewest(db)).map((one) =>
    one.name === unsaved?.name ? { ...one, data: unsaved.data, revision: one.revision + 1 } : one,
  );
  const shown = await Promise.all(
    newest.map((one) => {
      const revision = snapshot?.revisions[one.name] ?? one.revision;
      return revision === one.revision ? one : readRevision(db, one.name, revision);
    }),
  );
  const live = await readLiveWords(db, legalNames);
  const published = await readPublishedVersions(db);
  const documents = shown.map((one): PublicContent => {
    const { name, revision, data } = one;
    if (!isLegal(name)) return { name, revision, data };
    return { name, revision, data, version: snapshot?.versions[name] ?? versionOf(one, live, published, now) };
  });
  const rows = await db
    .select({ row: content, version: legalVersions.version })
    .from(legalVersions)
    .innerJoin(content, and(eq(content.name, legalVersions.name), eq(content.revision, legalVersions.revision)))
    .orderBy(legalVersions.name, legalVersions.published_at, legalVersions.version);
  const legal = rows.map(({ row, version }): LegalVersion => {
    const { name, data } = toRevision(row);
    return { slug: legalSlugOf(name), version, data };
  });
  const next = documents.flatMap(({ name, version = '', data }) => {
    const slug = legalSlugOf(name);
    const isNew = isLegal(name as ContentName) && !legal.some((one) => one.slug === slug && one.version === version);
    return isNew ? [{ slug, version, data }] : [];
  });
  return { documents, legal_versions: [...legal, ...next] };
}
