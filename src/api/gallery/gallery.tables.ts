import { sql } from 'drizzle-orm';
import { check, date, index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { app, createdAt, id, moment } from '../db/columns.ts';

export const gallerySets = app.table(
  'gallery_sets',
  {
    id: id(),
    title: text().notNull(),
    description: text().notNull(),
    date: date({ mode: 'string' }).notNull(),
    category: text().notNull(),
    created_at: createdAt(),
    /** When it was moved to the trash. */
    deleted_at: moment(),
  },
  (table) => [
    check('gallery_sets_category', sql`${table.category} in ('Danışmanlık', 'Koçluk', 'Atölyeler')`),
    index('gallery_sets_date').on(table.date),
  ],
);

export const galleryImages = app.table(
  'gallery_images',
  {
    id: id(),
    set_id: uuid()
      .notNull()
      .references(() => gallerySets.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    image_url: text().notNull(),
    alt: text().notNull().default(''),
  },
  (table) => [
    index('gallery_images_set').on(table.set_id),
    check('gallery_images_position', sql`${table.position} between 1 and 7`),
  ],
);
