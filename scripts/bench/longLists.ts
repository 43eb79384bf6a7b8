// Fills the sample practice with lists that are longer than any page shows at once.

import { setTimeout as sleep } from 'node:timers/promises';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import { searchOf } from '../../src/api/comments/comments.service.ts';
import { comments } from '../../src/api/comments/comments.tables.ts';
import type { AppContext } from '../../src/api/context.ts';
import { startsAt } from '../../src/shared/time.ts';
import { buildPaths } from '../../src/web/buildPaths.ts';
import { paths } from '../../src/web/paths.ts';
import { longestWords, namesOfPages } from '../../tests/load/longestWords.ts';
import { send } from '../../tests/load/send.ts';

/** Copies the sample's events up to 200 and comments on one post up to 300; returns the slug of that post. */
export async function fillLongLists({ db, clock }: AppContext): Promise<string> {
  const events = await db.select().from(products);
  const missing = Array.from({ length: 200 - events.length }, (_, index) => {
    const event = events[index % events.length] as (typeof events)[number];
    const date = new Date(Date.UTC(2199, 0, 1 + index)).toISOString().slice(0, 10);
    const { title, slug, time } = event;
    return {
      ...{ ...event, id: crypto.randomUUID(), date, starts_at: startsAt(date, time) },
      ...{ title: `${title} ${index + 2}`, slug: `${slug}-${index + 2}` },
    };
  });
  await db.insert(products).values(missing);
  const [post] = await db.select({ id: blogs.id, slug: blogs.slug }).from(blogs);
  if (!post) throw new Error('The sample has no post.');
  await db.insert(comments).values(
    Array.from({ length: 300 }, (_, index) => {
      const comment = { name_surname: `Deniz ${index}`, description: 'Sınavdan önceki gece için çok işimize yaradı.' };
      const created_at = new Date(clock().getTime() - index * 3_600_000);
      return { blog_id: post.id, ...comment, created_at, approved_at: created_at, search: searchOf(comment) };
    }),
  );
  return post.slug;
}

/** Address of the page of all questions. */
export const manyQuestions = buildPaths.questions(paths.counselling);

/** As many questions as the form takes. */
const maxQuestions = 20;

/** Writes long questions into the counselling page, which get a page of their own, and publishes them. */
export async function publishManyQuestions(origin: string, token: string): Promise<void> {
  const answer = 'Bu soruya verilen uzun yanıt, okuyanın yarım kalmaması için birkaç cümle sürer. '.repeat(7);
  const items = Array.from({ length: maxQuestions }, (_, index) => ({
    id: `soru-${index}`,
    question: `${index + 1}. kez sorulan bir soru nasıl görünür?`,
    answer,
  }));
  await publishWords(origin, token, { 'faq-counselling': { items } });
}

/** The pages of words; of the longest ones also those that hold what the others have no room for. */
export const wordsRoutes = [
  ...['/', paths.counselling, paths.coaching, manyQuestions],
  ...[buildPaths.questions(paths.coaching), paths.programme('lgs')],
];

/** Writes the longest words that the forms take into the pages, and publishes them. */
export const publishLongestWords = (origin: string, token: string): Promise<void> =>
  publishWords(origin, token, Object.fromEntries(namesOfPages.map((name) => [name, longestWords(name)])));

async function publishWords(origin: string, token: string, words: Record<string, object>): Promise<void> {
  const documents = Object.fromEntries(
    Object.entries(words).map(([name, data]) => [name, { schema_version: 1, data }]),
  );
  const reply = await send(origin, 'PUT /api/admin/content.json', token, { kind: 'words', documents });
  if (!reply.ok) throw new Error(`The words were refused: ${await reply.text()}`);
  await send(origin, 'POST /api/admin/publish', token);
  while (!(await fetch(`${origin}${manyQuestions}`)).ok) await sleep(100);
}
