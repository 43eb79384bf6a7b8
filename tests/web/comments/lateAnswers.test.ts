import { expect, test, vi } from 'vitest';
import { endpoints } from '../../../src/contract/endpoints.ts';
import { $comments, loadComments } from '../../../src/web/comments/comments.store.ts';

test('a late response with fewer comments removes none that were loaded after it', async () => {
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    const size = Number(new URL(url, 'http://site.test').searchParams.get('size'));
    const written = { blog_id: crypto.randomUUID(), name_surname: 'Ada Su', description: 'Elinize sağlık.' };
    const unanswered = { answer: null, answered_at: null };
    const comment = () => ({
      ...written,
      ...unanswered,
      id: crypto.randomUUID(),
      created_at: '2026-11-21T10:00:00.000Z',
    });
    const rows = endpoints['GET /api/comments/blog/:blogId'].reply.parse(Array.from({ length: size }, comment));
    return new Promise((resolve) => {
      answers.push(() => resolve(Response.json(rows, { headers: { 'x-total-count': '30' } })));
    });
  });
  const few = loadComments('post', 5);
  const more = loadComments('post', 10);
  answers[1]?.();
  await more;
  answers[0]?.();
  await few;
  expect($comments.get()).toMatchObject({ total: 30, rows: { length: 10 } });
});
