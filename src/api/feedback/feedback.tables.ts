import { sql } from 'drizzle-orm';
import { check, index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { products } from '../catalog/catalog.tables.ts';
import { app, bytes, id } from '../db/columns.ts';

/**
 * What participants thought of an event, without a trace of who and when. All answers of an event are rewritten, in
 * random order and with new ids, whenever one comes: neither rows nor their places tell which one is new.
 */
export const feedbackAnswers = app.table(
  'feedback_answers',
  {
    id: id(),
    product_id: uuid()
      .notNull()
      .references(() => products.id),
    content: integer().notNull(),
    pace: integer().notNull(),
    place: integer().notNull(),
    again: integer().notNull(),
    /** The words, encrypted; null where there are none. */
    sealed: bytes(),
  },
  (table) => [
    ...[table.content, table.pace, table.place, table.again].map((score) =>
      check(`feedback_answers_${score.name}`, sql`${score} between 1 and 5`),
    ),
    index('feedback_answers_product').on(table.product_id),
  ],
);

/** Links that were used, apart from the answers. Which person had a link is stored nowhere. */
export const usedFeedbackLinks = app.table('used_feedback_links', {
  token_hash: text().primaryKey(),
  product_id: uuid()
    .notNull()
    .references(() => products.id),
});
