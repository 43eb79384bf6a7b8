import { z } from 'zod';
import { optionalLine, singleLine, text } from '../shared/text.ts';
import { commentTexts } from './comments.texts.ts';
import { defineEndpoints, formSigns, id, idInBody, idParams, message, timestamp } from './endpoint.ts';

/** An approved comment; never with an e-mail or IP address. */
const comment = z.object({
  id,
  blog_id: id,
  name_surname: z.string(),
  description: z.string(),
  created_at: timestamp,
  /** What the practice answered. */
  answer: z.string().nullable(),
  answered_at: timestamp.nullable(),
});
export type Comment = z.output<typeof comment>;

const adminComment = comment.extend({
  approved: z.boolean(),
  blogs: z.object({ title: z.string(), slug: z.string() }),
});
export type AdminComment = z.output<typeof adminComment>;

const newComment = z.object({
  blog_id: idInBody(commentTexts.noBlog),
  name_surname: singleLine(100, commentTexts.blank),
  description: text(2000, commentTexts.blank).refine((value) => [...value].length >= 2, commentTexts.short),
  ...formSigns,
});
export type NewComment = z.output<typeof newComment>;

const commentAnswer = z.object({
  answer: text(2000, 'Lütfen yanıtınızı yazın.', 0),
  /** The answer that it replaces, blank for none. */
  before: z.string().max(4000).optional(),
});
export type CommentAnswer = z.output<typeof commentAnswer>;

const commentFilter = z.object({
  status: z.enum(['pending', 'approved']).optional().catch(undefined),
  search: optionalLine(200),
});
export type CommentFilter = z.output<typeof commentFilter>;

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
    query: commentFilter,
    reply: z.array(adminComment),
  },
  'PATCH /api/admin/comments/:id/approve': {
    access: 'admin',
    summary: 'Approves a comment',
    params: idParams,
    reply: adminComment.extend(message.shape),
  },
  'PUT /api/admin/comments/:id/answer': {
    access: 'admin',
    summary: 'Answers an approved comment in public; a blank answer removes it',
    params: idParams,
    body: commentAnswer,
    reply: adminComment.extend(message.shape),
    errors: ['conflict', 'edit_conflict'],
  },
  'DELETE /api/admin/comments/:id': { access: 'admin', summary: 'Deletes a comment', params: idParams, reply: message },
});
