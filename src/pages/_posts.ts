import type { Blog, PostCard } from '../contract/blog.ts';
import { call, callPage } from '../web/http.ts';

/** Where a process that publishes again and again keeps the posts it knows, beyond the modules of one build. */
interface Known {
  upto: number;
  posts: Map<string, PostCard>;
}
const keeper = globalThis as { knownPosts?: Known };

let posts: Promise<PostCard[]> | undefined;

/** All published posts without their texts, newest first, asked for once a build: all of them, or what is new. */
export function getPosts(): Promise<PostCard[]> {
  if (!posts || import.meta.env.DEV) posts = fetchPosts();
  return posts;
}

async function fetchPosts(): Promise<PostCard[]> {
  const answer = await call('GET /api/site/posts', { query: { since: keeper.knownPosts?.upto } });
  const known = answer.whole ? new Map<string, PostCard>() : (keeper.knownPosts?.posts ?? new Map());
  for (const id of answer.gone) known.delete(id);
  for (const post of answer.posts) known.set(post.id, post);
  keeper.knownPosts = { upto: answer.upto, posts: known };
  return [...known.values()].sort(newestFirst);
}

const newestFirst = (a: PostCard, b: PostCard) =>
  a.created_at < b.created_at || (a.created_at === b.created_at && a.id < b.id) ? 1 : -1;

/** Fingerprint of the data a page shows, for its route's `cacheKey`: while it stays, so does the page. */
export const keyOf = (...shown: (PostCard | undefined)[]): string =>
  shown.map((post) => post && `${post.slug} ${post.updated_at} ${post.image_url}`).join('\n');

/** Posts that are asked for one after another come in packs of this many. */
const pack = 100;
const packs = new Map<number, Promise<Blog[]>>();
let places: Promise<Map<string, number>> | undefined;
let lastIndex = -100;

/** A post with its text. Whoever reads one after the other, as a whole build does, asks for many at once. */
export async function getPost(slug: string): Promise<Blog> {
  places ??= getPosts().then((all) => new Map(all.map((post, index) => [post.slug, index])));
  const index = (await places).get(slug) ?? -10;
  const near = Math.abs(index - lastIndex) <= 8;
  lastIndex = index;
  if (near) {
    const found = (await readPack(Math.floor(index / pack))).find((post) => post.slug === slug);
    if (found) return found;
  }
  return call('GET /api/blogs/:slug', { params: { slug } });
}

/** Posts from `start` to before `end`, newest first, with their texts. */
export async function getTexts(start: number, end: number): Promise<Blog[]> {
  const shown = (await getPosts()).slice(start, end);
  const read: Blog[] = [];
  for (let number = Math.floor(start / pack); number * pack < end; number++) read.push(...(await readPack(number)));
  const texts = new Map(read.map((post) => [post.slug, post]));
  // A post that came or went meanwhile moves the others over the edge of their pack.
  return Promise.all(shown.map((post) => texts.get(post.slug) ?? getPost(post.slug)));
}

function readPack(number: number): Promise<Blog[]> {
  let found = packs.get(number);
  if (!found) {
    if (packs.size > 2) packs.clear();
    found = callPage('GET /api/blogs', { query: { page: number + 1, size: pack } }).then(({ rows }) => rows);
    packs.set(number, found);
  }
  return found;
}
