import type { Blog, PostCard } from '../contract/blog.ts';
import { CallError, call, callPage } from '../web/http.ts';
import { oncePerBuild } from '../web/oncePerBuild.ts';

/** All published posts without their content, newest first. */
export const getPosts = oncePerBuild((): Promise<PostCard[]> => call('GET /api/site/posts'));

/** Fingerprint of the posts a page shows, for the `cacheKey` of its route. */
export const keyOf = (...shown: (PostCard | undefined)[]): string =>
  shown.map((post) => post && `${post.slug} ${post.updated_at} ${post.image_url}`).join('\n');

/** As many as the API gives at once. */
const batchSize = 200;
/** Batches in memory: pages are rendered in order, a few at the same time. */
const maxBatches = 6;
const getBatches = oncePerBuild(() => new Map<number, Promise<Blog[]>>());
const getPositions = oncePerBuild(async () => new Map((await getPosts()).map((post, index) => [post.slug, index])));
/** Positions of the posts read last: a build reads posts from both ends of the list at the same time. */
let recent: number[] = [];
const maxRecent = 8;
/** Number of posts read in order so far. */
let inOrder = 0;

/** Distance between two posts up to which they count as read in order. */
const maxDistance = 8;
/** Posts read one by one: a changed post and its four neighbours. Whatever reads more builds the whole site. */
const maxSingle = 5;

/**
 * A post with its content; undefined for one that is gone since the build listed it. Posts read in order, as by a full
 * build, are fetched in batches; others one by one.
 */
export async function getPost(slug: string): Promise<Blog | undefined> {
  const position = (await getPositions()).get(slug);
  const follows = position !== undefined && recent.some((last) => Math.abs(position - last) <= maxDistance);
  if (position !== undefined) recent = [...recent.slice(1 - maxRecent), position];
  inOrder = follows ? inOrder + 1 : 0;
  if (follows && inOrder > maxSingle) {
    const batch = Math.floor(position / batchSize);
    // The next batch is there when its posts are rendered. One that fails is reported when it is needed.
    const next = (batch + 1) * batchSize;
    if (position >= next - batchSize / 2 && next < (await getPosts()).length) readBatch(batch + 1).catch(() => {});
    const found = (await readBatch(batch)).find((post) => post.slug === slug);
    if (found) return found;
  }
  return call('GET /api/blogs/:slug', { params: { slug } }).catch((error) => {
    if (error instanceof CallError && error.status === 404) return undefined;
    throw error;
  });
}

/** The posts from `start` to before `end`, newest first, with their content. */
export async function getFullPosts(start: number, end: number): Promise<Blog[]> {
  const shown = (await getPosts()).slice(start, end);
  const batches: Promise<Blog[]>[] = [];
  for (let index = Math.floor(start / batchSize); index * batchSize < end; index++) batches.push(readBatch(index));
  const bySlug = new Map((await Promise.all(batches)).flat().map((post) => [post.slug, post]));
  // A post that was added or removed since moves others into the next batch.
  const found = await Promise.all(shown.map((post) => bySlug.get(post.slug) ?? getPost(post.slug)));
  return found.filter((post) => post !== undefined);
}

function readBatch(index: number): Promise<Blog[]> {
  const batches = getBatches();
  let batch = batches.get(index);
  if (!batch) {
    if (batches.size >= maxBatches) batches.delete(batches.keys().next().value as number);
    batch = callPage('GET /api/blogs', { query: { page: index + 1, size: batchSize } }).then(({ rows }) => rows);
    batches.set(index, batch);
  }
  return batch;
}
