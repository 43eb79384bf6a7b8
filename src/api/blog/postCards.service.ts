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
    const rows = await db
      .select({ id: blogs.id, version })
      .from(blogs)
      .where(isPublic(clock()))
      .orderBy(desc(blogs.publish_at), desc(blogs.id));
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
