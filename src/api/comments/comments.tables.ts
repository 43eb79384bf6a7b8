import { index, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../account/account.tables.ts';
import { blogs } from '../blog/blog.tables.ts';
import { app, createdAt, id, moment } from '../db/columns.ts';

export const comments = app.table(
  'comments',
  {
    id: id(),
    blog_id: uuid()
      .notNull()
      .references(() => blogs.id, { onDelete: 'cascade' }),
    /** Who wrote it, where they were signed in. */
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    name_surname: text().notNull(),
    description: text().notNull(),
    created_at: createdAt(),
    approved_at: moment(),
    /** What the practice answered, and when that last changed: not null from the first answer on, also once removed. */
    answer: text(),
    answered_at: moment(),
    /** When it was moved to the trash. */
    deleted_at: moment(),
    /** Name and text, folded for searching. */
    search: text().notNull().default(''),
  },
  (table) => [
    index('comments_blog').on(table.blog_id, table.approved_at),
    index('comments_user').on(table.user_id),
    index('comments_created').on(table.created_at),
  ],
);
