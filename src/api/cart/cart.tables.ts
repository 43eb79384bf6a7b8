import { sql } from 'drizzle-orm';
import { check, integer, primaryKey, uuid } from 'drizzle-orm/pg-core';
import { ofAccount } from '../account/account.tables.ts';
import { products } from '../catalog/catalog.tables.ts';
import { app, createdAt } from '../db/columns.ts';

export const cartItems = app.table(
  'cart_items',
  {
    user_id: ofAccount(),
    product_id: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    quantity: integer().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.product_id] }),
    check('cart_items_quantity', sql`${table.quantity} between 1 and 10`),
  ],
);
