import { and, eq, gt, gte, min, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type ContentName, type LegalSlug, legalSlugOf } from '../../contract/contentDocuments.ts';
import { dayInIstanbul } from '../../shared/time.ts';
import type { Database } from '../db/connection.ts';
import { content, contentLive, legalVersions } from './content.tables.ts';
import { seedOf, seedVersions } from './seeds.ts';

/** Versions under which a legal text was published, by its document's name. */
export type PublishedVersions = Map<string, { version: string; revision: number }[]>;

export async function readPublishedVersions(db: Database): Promise<PublishedVersions> {
  const versions: PublishedVersions = new Map();
  const rows = await db.select().from(legalVersions).orderBy(legalVersions.published_at);
  for (const { name, version, revision } of rows)
    versions.set(name, [...(versions.get(name) ?? []), { version, revision }]);
  return versions;
}

interface Text {
  name: ContentName;
  revision: number;
  data: Record<string, unknown>;
}

interface LiveText extends Text {
  version: string | null;
}

/**
 * The version of a legal text that is published now: that of the published words where they are the same, a new one
 * where they changed. It is the day in Istanbul, with a number where that day has one already.
 */
export function nextVersion(newest: Text, live: LiveText | undefined, published: PublishedVersions, now: Date): string {
  const words = JSON.stringify(newest.data);
  if (live?.version && JSON.stringify(live.data) === words) return live.version;
  const versions = published.get(newest.name) ?? [];
  const known = versions.findLast(({ revision }) => revision === newest.revision);
  if (known) return known.version;
  const own = seedVersions.get(legalSlugOf(newest.name) as LegalSlug);
  const taken = new Set(versions.map(({ version }) => version));
  if (own && !taken.has(own) && JSON.stringify(seedOf('sample', newest.name)) === words) return own;
  const day = dayInIstanbul(now);
  let version = day;
  for (let number = 2; taken.has(version); number += 1) version = `${day}-${number}`;
  return version;
}

/** Of each legal text the newest change published after `since` that people are told of, oldest first. */
export async function readChangesToTell(
  db: Database,
  since: Date,
): Promise<{ slug: string; title: string; at: Date }[]> {
  const live = alias(content, 'live');
  // A change is published with the first version that holds it, and counts while the published text still does.
  const at = min(legalVersions.published_at);
  const rows = await db
    .select({ name: content.name, title: sql<string>`${live.data} ->> 'title'`, at })
    .from(content)
    .innerJoin(legalVersions, and(eq(legalVersions.name, content.name), gte(legalVersions.revision, content.revision)))
    .innerJoin(contentLive, and(eq(contentLive.name, content.name), gte(contentLive.revision, content.revision)))
    .innerJoin(live, and(eq(live.name, content.name), eq(live.revision, contentLive.revision)))
    .where(eq(content.ask_again, true))
    .groupBy(content.name, content.revision, live.data)
    .having(gt(at, since))
    .orderBy(at, content.revision);
  const newest = new Map<string, { slug: string; title: string; at: Date }>();
  for (const { name, title, at } of rows) {
    newest.delete(name);
    newest.set(name, { slug: legalSlugOf(name), title, at: at as Date });
  }
  return [...newest.values()];
}
