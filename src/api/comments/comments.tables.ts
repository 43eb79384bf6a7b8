import { index, text, uuid } from 'drizzle-orm/pg-core';
import { blogs } from '../blog/blog.tables.ts';
import { app, createdAt, id, moment } from '../db/columns.ts';

export const comments = app.table(
  'comments',
  {
    id: id(),
    blog_id: uuid()
      .notNull()
      .references(() => blogs.id, { onDelete: 'cascade' }),
    name_surname: text().notNull(),
    description: text().notNull(),
    created_at: createdAt(),
    approved_at: moment(),
    /** When it was moved to the trash. */
    deleted_at: moment(),
    /** Name and text, folded for searching. */
    search: text().notNull().default(''),
  },
  (table) => [
    index('comments_blog').on(table.blog_id, table.approved_at),
    index('comments_created').on(table.created_at),
  ],
);
