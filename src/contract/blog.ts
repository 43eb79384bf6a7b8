import { z } from 'zod';
import { singleLine, text } from '../shared/text.ts';
import { defineEndpoints, id, idParams, image, message, timestamp } from './endpoint.ts';

/** A published post; `content` is sanitised HTML. */
export const blog = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  content: z.string(),
  image_url: image.nullable(),
  created_at: timestamp,
});
export type Blog = z.output<typeof blog>;

/** A published post without its text: what lists, feeds, neighbours and the sitemap are made of. */
const postCard = z.object({
  id,
  slug: z.string(),
  title: z.string(),
  description: z.string(),
  image_url: image.nullable(),
  created_at: timestamp,
  updated_at: timestamp,
  /** Changes when its approved comments do; blank without any. */
  comments_key: z.string(),
});
export type PostCard = z.output<typeof postCard>;

/** `scheduled`: published, but its `publish_at` lies ahead. */
const blogStatus = z.enum(['draft', 'scheduled', 'published']);

const adminBlog = blog.extend({
  status: blogStatus,
  /** Of a draft: the moment it was or is meant to be public, if there is one. */
  publish_at: timestamp.nullable(),
  preview_token: z.string(),
  updated_at: timestamp,
});
export type AdminBlog = z.output<typeof adminBlog>;

const fields = {
  title: singleLine(200, 'Lütfen başlık girin.'),
  description: text(1000, 'Lütfen açıklama girin.'),
  content: z.string('İçerik metin olmalıdır.').max(400_000, 'İçerik çok uzun.').default(''),
  /** Sent as `draft` it is not public; published if missing, as SPEC.md's form knows no drafts. */
  status: z.enum(['draft', 'published'], 'Geçersiz durum.').optional(),
  /** A moment ahead publishes then. Blank: now. */
  publish_at: z.preprocess(
    (value) => (value === '' || value === null ? undefined : value),
    z.iso.datetime({ offset: true, error: 'Geçersiz tarih.' }).regex(/^20/, 'Geçersiz tarih.').optional(),
  ),
};

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
    summary: 'Published posts without their texts, for building the site: all, or what changed after a known state',
    query: z.object({ since: z.coerce.number().int().min(0).optional().catch(undefined) }),
    reply: z.object({
      /** Ask again with this for what changes from now on. */
      upto: z.number().int(),
      /** `posts` are all there are; what was known before counts no more. */
      whole: z.boolean(),
      posts: z.array(postCard),
      /** Ids that are not, or no more, published. */
      gone: z.array(z.string()),
    }),
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
    query: z.object({ search: z.string().optional(), status: blogStatus.optional().catch(undefined) }),
    reply: z.array(adminBlog),
  },
  'GET /api/admin/blogs/:id': { access: 'admin', summary: 'One post to edit', params: idParams, reply: adminBlog },
  'POST /api/blogs/add': {
    access: 'admin',
    summary: 'Adds a post',
    body: z.object(fields),
    files: { image: 1 },
    alsoAcceptsJson: true,
    status: 201,
    reply: adminBlog.extend(message.shape),
    errors: ['bad_image', 'too_large'],
  },
  'PUT /api/blogs/:id': {
    access: 'admin',
    summary: 'Edits a post; its slug stays, and its state where none is sent. `image_url` blank removes the picture',
    params: idParams,
    body: z.object({ ...fields, image_url: z.string().nullish(), updated_at: z.string().optional() }),
    files: { image: 1 },
    alsoAcceptsJson: true,
    reply: adminBlog.extend(message.shape),
    errors: ['bad_image', 'too_large', 'edit_conflict'],
  },
  'DELETE /api/blogs/:id': { access: 'admin', summary: 'Deletes a post', params: idParams, reply: message },
});
