import { isNotNull } from 'drizzle-orm';
import { index, integer, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { app, bytes } from '../db/columns.ts';
import { orders } from '../orders/orders.tables.ts';

/**
 * The codes of seats. Only hashes and an encrypted copy are stored, so that the database alone opens no door. A code
 * ends when its seat is handed on; its hash stays, so that it is known as cancelled.
 */
export const tickets = app.table(
  'tickets',
  {
    /** SHA-256 of the code in hex. */
    code_hash: text().primaryKey(),
    /** SHA-256 of the number of the seat's certificate in hex. */
    number_hash: text().notNull().unique(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
    /** Code and number, encrypted; null once the code has ended. */
    sealed: bytes(),
  },
  (table) => [
    uniqueIndex('tickets_seat').on(table.order_id, table.position).where(isNotNull(table.sealed)),
    index('tickets_order').on(table.order_id),
  ],
);
