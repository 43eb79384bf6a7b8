import { z } from 'zod';
import { optionalLine, singleLine, text } from '../shared/text.ts';
import { blogTexts } from './blog.texts.ts';
import { defineEndpoints, focus, id, idParams, image, message, timestamp } from './endpoint.ts';

/** A published post; `content` is sanitised HTML. */
const blog = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  content: z.string(),
  image_url: image.nullable(),
  created_at: timestamp,
});
export type Blog = z.output<typeof blog>;

/** A published post without its content, for lists, feeds, previous/next links and the sitemap. */
const postCard = blog.omit({ content: true }).extend({
  updated_at: timestamp,
  /** Changes when its approved comments do; empty without any. */
  comments_key: z.string(),
});
export type PostCard = z.output<typeof postCard>;

/** `scheduled`: published, but its `publish_at` is in the future. */
const blogStatus = z.enum(['draft', 'scheduled', 'published']);

export const adminBlog = blog.extend({
  status: blogStatus,
  /** When it became or becomes public; for a draft the moment that was set before, if any. */
  publish_at: timestamp.nullable(),
  preview_token: z.string(),
  updated_at: timestamp,
});
export type AdminBlog = z.output<typeof adminBlog>;

/** What a post was before an edit. */
const blogVersion = blog.pick({ id: true, title: true, description: true, content: true, image_url: true }).extend({
  /** When it was saved, and by whom; null after the account is gone, and for posts older than this record. */
  saved_at: timestamp,
  saved_by: z.string().nullable(),
});
export type BlogVersion = z.output<typeof blogVersion>;

const versionParams = z.object({ id, version: id });

const newBlog = z.object({
  title: singleLine(200, blogTexts.title),
  description: text(1000, blogTexts.description),
  /** If missing, a new post has none and an edited one keeps its own. */
  content: z.string('İçerik metin olmalıdır.').max(400_000, 'İçerik çok uzun.').optional(),
  /** If missing, a new post is published and an edited one keeps its status. */
  status: z.enum(['draft', 'published'], 'Geçersiz durum.').optional(),
  /** The visible point of its picture; if missing, a stored picture keeps its own. */
  focus: focus.optional(),
  /** When it becomes public; empty means now. */
  publish_at: z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z.iso.datetime({ offset: true, error: 'Geçersiz tarih.' }).regex(/^20/, 'Geçersiz tarih.').optional(),
  ),
});
export type NewBlog = z.output<typeof newBlog>;

const blogEdit = newBlog.extend({
  /** The stored address, or empty to remove the picture. */
  image_url: z.string().nullish(),
  /** `updated_at` of the post as the form opened it; answers 409 `edit_conflict` if it changed since. */
  updated_at: z.string().optional(),
});
export type BlogEdit = z.output<typeof blogEdit>;

const blogFilter = z.object({ search: optionalLine(200), status: blogStatus.optional().catch(undefined) });
export type BlogFilter = z.output<typeof blogFilter>;

export const blogApi = defineEndpoints({
  'GET /api/blogs': {
    access: 'public',
    summary: 'Published posts, newest first',
    list: true,
    cacheable: true,
    reply: z.array(blog),
  },
  'GET /api/blogs/:slug': {
    access: 'public',
    summary: 'One published post',
    params: z.object({ slug: z.string().regex(/^[a-z0-9_-]{1,200}$/) }),
    cacheable: true,
    reply: blog,
  },
  'GET /api/site/posts': {
    access: 'public',
    summary: 'All published posts without their texts, newest first, for building the site',
    cacheable: true,
    reply: z.array(postCard),
  },
  'GET /api/blogs/preview/:token': {
    access: 'public',
    summary: 'A post by its secret preview link, whatever its state',
    params: z.object({ token: z.string().regex(/^[\w-]{20,64}$/) }),
    reply: adminBlog,
  },
  'GET /api/admin/blogs': {
    access: 'admin',
    summary: 'All posts, drafts and scheduled ones included, newest first',
    list: true,
    query: blogFilter,
    reply: z.array(adminBlog),
  },
  'GET /api/admin/blogs/:id': { access: 'admin', summary: 'One post to edit', params: idParams, reply: adminBlog },
  'GET /api/admin/blogs/:id/versions': {
    access: 'admin',
    summary: 'What a post was before, newest first, without the texts',
    params: idParams,
    list: true,
    reply: z.array(blogVersion.omit({ content: true })),
  },
  'GET /api/admin/blogs/:id/versions/:version': {
    access: 'admin',
    summary: 'One version of a post with its text',
    params: versionParams,
    reply: blogVersion,
  },
  'POST /api/admin/blogs/:id/versions/:version/restore': {
    access: 'admin',
    summary: 'Goes back to the words and picture of a version, which makes a new version of the present',
    params: versionParams,
    body: z.object({ updated_at: z.string().optional() }),
    reply: adminBlog.extend(message.shape),
    errors: ['edit_conflict'],
  },
  'POST /api/blogs/add': {
    access: 'admin',
    summary: 'Adds a post, once for each Idempotency-Key',
    body: newBlog,
    files: { image: 1 },
    alsoAcceptsJson: true,
    status: 201,
    reply: adminBlog.extend(message.shape),
    errors: ['bad_image', 'too_large', 'idempotency_mismatch'],
  },
  'PUT /api/blogs/:id': {
    access: 'admin',
    summary:
      'Edits a post; its slug stays, and state and `content` where none is sent. `image_url` blank removes the picture',
    params: idParams,
    body: blogEdit,
    files: { image: 1 },
    alsoAcceptsJson: true,
    reply: adminBlog.extend(message.shape),
    errors: ['bad_image', 'too_large', 'edit_conflict'],
  },
  'DELETE /api/blogs/:id': { access: 'admin', summary: 'Deletes a post', params: idParams, reply: message },
});
