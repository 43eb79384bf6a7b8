import { desc, inArray, sql } from 'drizzle-orm';
import type { PostCard } from '../../contract/blog.ts';
import { commentKeys } from '../comments/comments.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { isPublic } from './blog.service.ts';
import { blogs } from './blog.tables.ts';

/** A card of a row as its last writer left it. */
type KeptCard = Omit<PostCard, 'comments_key'> & { version: string };

/** Rows are read by their ids up to so many. */
const maxIds = 500;

/**
 * Lists all public posts without their content, newest first. Each release asks for them after a few of them changed:
 * the database names the version of each row, and only those that are new to this process are read.
 */
export function createPostCardList({ db, clock }: AppContext): () => Promise<PostCard[]> {
  let kept = new Map<string, KeptCard>();
  return async () => {
    const rows = await listVersions(db, clock());
    const unknown = rows.filter((row) => kept.get(row.id)?.version !== row.version).map((row) => row.id);
    const read = new Map((await readCards(db, unknown)).map((card) => [card.id, card]));
    const cards = rows.flatMap(({ id }) => read.get(id) ?? kept.get(id) ?? []);
    kept = new Map(cards.map((card) => [card.id, card]));
    const comments = await commentKeys(db);
    return cards.map((card) => ({ ...card, comments_key: comments.get(card.id) ?? '' }));
  };
}

/** The transaction that wrote a row last. */
const version = sql<string>`${blogs}.xmin::text`;

/** Lists the versions of all public posts, newest first: as one text, as 10,000 rows take the driver far longer. */
async function listVersions(db: Database, now: Date): Promise<{ id: string; version: string }[]> {
  const lines = db
    .select({ line: sql`${blogs.id} || ' ' || ${version}`.as('line') })
    .from(blogs)
    .where(isPublic(now))
    .orderBy(desc(blogs.publish_at), desc(blogs.id))
    .as('lines');
  const [row] = await db.select({ text: sql<string | null>`string_agg(${lines.line}, ',')` }).from(lines);
  return (row?.text?.split(',') ?? []).map((line) => ({ id: line.slice(0, 36), version: line.slice(37) }));
}

async function readCards(db: Database, ids: string[]): Promise<KeptCard[]> {
  if (!ids.length) return [];
  const { id, slug, title, description, image_url, publish_at, created_at, updated_at } = blogs;
  const rows = await db
    .select({ version, id, slug, title, description, image_url, publish_at, created_at, updated_at })
    .from(blogs)
    .where(ids.length > maxIds ? undefined : inArray(id, ids));
  return rows.map(({ publish_at: publishedAt, ...row }) => ({
    ...row,
    created_at: (publishedAt ?? row.created_at).toISOString(),
    updated_at: row.updated_at.toISOString(),
  }));
}
