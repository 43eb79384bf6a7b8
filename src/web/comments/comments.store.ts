import { atom } from 'nanostores';
import type { Comment } from '../../contract/comments.ts';
import { CallError, call, callPage } from '../http.ts';
import type { Outcome, Values } from '../ui/form.ts';
import { waitMinimumFormTime } from '../ui/formTime.ts';

/** The newest comments of the page's post, and the number of all. */
export interface CommentList {
  rows: Comment[];
  total: number;
}

/** Undefined while the page shows the comments it was built with. */
export const $comments = atom<CommentList | undefined>();

/** Most rows that the API answers at once. */
const maxPageSize = 200;

let lastRequest = 0;

/** Loads the newest `count` comments. Throws CallError. */
export async function loadComments(blogId: string, count: number): Promise<void> {
  lastRequest += 1;
  const request = lastRequest;
  const rows: Comment[] = [];
  const size = Math.min(count, maxPageSize);
  let total = 0;
  for (let page = 1; rows.length < count && (page === 1 || rows.length < total); page += 1) {
    const answer = await callPage('GET /api/comments/blog/:blogId', { params: { blogId }, query: { page, size } });
    rows.push(...answer.rows);
    total = answer.total;
    if (!answer.rows.length) break;
  }
  // A later request may have asked for more; this answer must not replace its rows.
  if (request === lastRequest) $comments.set({ rows: rows.slice(0, count), total });
}

/** Sends a comment. `startedAt` is when the visitor began to type. */
export async function sendComment(blogId: string, values: Values, startedAt: number): Promise<Outcome> {
  const { name_surname = '', description = '', website } = values;
  try {
    const { message } = await call('POST /api/comments/create', {
      body: { blog_id: blogId, name_surname, description, website, elapsed: await waitMinimumFormTime(startedAt) },
    });
    return { done: message };
  } catch (error) {
    const { message, fields } = error instanceof CallError ? error : { message: '', fields: {} };
    return { fields, message: message || 'Yorumunuz gönderilirken bir hata oluştu. Yazdıklarınız burada duruyor.' };
  }
}
