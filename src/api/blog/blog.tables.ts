import { sql } from 'drizzle-orm';
import { boolean, check, index, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { users } from '../account/account.tables.ts';
import { app, createdAt, id, moment } from '../db/columns.ts';

export const blogs = app.table(
  'blogs',
  {
    id: id(),
    /** Unique outside the trash. */
    slug: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    /** Sanitised HTML. */
    content: text().notNull(),
    image_url: text(),
    status: text({ enum: ['draft', 'published'] })
      .notNull()
      .default('published'),
    /** When a published post becomes public; in the future it is scheduled. */
    publish_at: moment(),
    /** Whether its becoming public was recorded as a content change. False for posts that never were public. */
    released: boolean().notNull().default(true),
    /** Secret that preview links are signed with (previewToken.ts). */
    preview_token: text().notNull().unique(),
    search: text().notNull().default(''),
    created_at: createdAt(),
    updated_at: createdAt(),
    /** Who saved it last. */
    updated_by: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** When it was moved to the trash. */
    deleted_at: moment(),
  },
  (table) => [
    check('blogs_status', sql`${table.status} in ('draft', 'published')`),
    check('blogs_published_has_moment', sql`${table.status} = 'draft' or ${table.publish_at} is not null`),
    uniqueIndex('blogs_slug').on(table.slug).where(sql`${table.deleted_at} is null`),
    index('blogs_publish').on(table.status, table.publish_at),
  ],
);

/** What posts were before their edits. */
export const blogVersions = app.table(
  'blog_versions',
  {
    id: id(),
    blog_id: uuid()
      .notNull()
      .references(() => blogs.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text().notNull(),
    content: text().notNull(),
    image_url: text(),
    /** When this version was saved, and by whom. */
    saved_at: moment().notNull(),
    saved_by: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [index('blog_versions_blog').on(table.blog_id, table.saved_at)],
);
