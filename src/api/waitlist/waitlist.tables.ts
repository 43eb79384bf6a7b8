import { sql } from 'drizzle-orm';
import { check, index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { ofAccount } from '../account/account.tables.ts';
import { products } from '../catalog/catalog.tables.ts';
import { app, createdAt, id, moment } from '../db/columns.ts';

/** Places in the lines of products. Rows change under the lock of their product only. */
export const waitlist = app.table(
  'waitlist',
  {
    id: id(),
    product_id: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    user_id: ofAccount(),
    /** Seats wanted, together or not at all. */
    quantity: integer().notNull(),
    state: text({ enum: ['waiting', 'offered', 'taken', 'declined', 'lapsed', 'left'] })
      .notNull()
      .default('waiting'),
    /** Higher ones come first. */
    priority: integer().notNull().default(0),
    /** How often an entry behind it got an offer. */
    passed: integer().notNull().default(0),
    /** Until when seats that become free wait for it; set once. */
    hold_until: moment(),
    offered_at: moment(),
    /** Until when the offered seats are held. */
    offer_until: moment(),
    joined_at: createdAt(),
  },
  (table) => [
    check('waitlist_quantity', sql`${table.quantity} between 1 and 10`),
    check('waitlist_state', sql`${table.state} in ('waiting', 'offered', 'taken', 'declined', 'lapsed', 'left')`),
    uniqueIndex('waitlist_once')
      .on(table.product_id, table.user_id)
      .where(sql`${table.state} in ('waiting', 'offered')`),
    index('waitlist_user').on(table.user_id),
    index('waitlist_live').on(table.state, table.product_id),
  ],
);
