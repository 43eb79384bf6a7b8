import { z } from 'zod';
import { singleLine, text } from '../shared/text.ts';
import { defineEndpoints, id, idInBody, idParams, message, timestamp } from './endpoint.ts';

/** An approved comment; never an e-mail or an address of the network. */
export const comment = z.object({
  id,
  blog_id: id,
  name_surname: z.string(),
  description: z.string(),
  created_at: timestamp,
});
export type Comment = z.output<typeof comment>;

const adminComment = comment.extend({
  approved: z.boolean(),
  blogs: z.object({ title: z.string(), slug: z.string() }),
});
export type AdminComment = z.output<typeof adminComment>;

/** What stands at the form and in the API's answer alike. */
export const commentTexts = {
  blank: 'Lütfen adınızı ve yorumunuzu yazın.',
  noBlog: 'Blog verisi yüklenmedi. Lütfen bekleyin ve tekrar deneyin.',
  short: 'Yorumunuz en az 2 karakter olmalıdır.',
} as const;

const newComment = z.object({
  blog_id: idInBody(commentTexts.noBlog),
  name_surname: singleLine(100, commentTexts.blank),
  description: text(2000, commentTexts.blank).refine((value) => value.length >= 2, commentTexts.short),
  /** Left empty by people: filled in, the comment is dropped without a word. */
  website: z.string().max(2000).optional(),
  /** Milliseconds from seeing the form to sending it. */
  elapsed: z.number().optional(),
});
export type NewComment = z.output<typeof newComment>;

export const commentsApi = defineEndpoints({
  'GET /api/comments/blog/:blogId': {
    access: 'public',
    summary: 'Approved comments of a post, newest first',
    params: z.object({ blogId: id }),
    list: true,
    cacheable: true,
    reply: z.array(comment),
  },
  'POST /api/comments/create': {
    access: 'public',
    summary: 'Leaves a comment that waits for approval',
    body: newComment,
    status: 201,
    reply: message,
  },
  'GET /api/admin/comments/all': {
    access: 'admin',
    summary: 'All comments, newest first',
    list: true,
    query: z.object({
      status: z.enum(['pending', 'approved']).optional().catch(undefined),
      search: z.string().optional(),
    }),
    reply: z.array(adminComment),
  },
  'PATCH /api/admin/comments/:id/approve': {
    access: 'admin',
    summary: 'Approves a comment',
    params: idParams,
    reply: adminComment.extend(message.shape),
  },
  'DELETE /api/admin/comments/:id': { access: 'admin', summary: 'Deletes a comment', params: idParams, reply: message },
});
