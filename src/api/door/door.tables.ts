import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, text, unique, uuid } from 'drizzle-orm/pg-core';
import { users } from '../account/account.tables.ts';
import { products } from '../catalog/catalog.tables.ts';
import { app, id, moment } from '../db/columns.ts';
import { orders } from '../orders/orders.tables.ts';

/** Every scan at a door, also refused ones. Rows are added and never changed. */
export const checkIns = app.table(
  'check_ins',
  {
    id: id(),
    /** Random, made by the browser at the door. */
    device: text().notNull(),
    nonce: text().notNull(),
    /** Null where the event, or the ticket, is none of ours. */
    product_id: uuid().references(() => products.id, { onDelete: 'set null' }),
    order_id: uuid().references(() => orders.id, { onDelete: 'set null' }),
    position: integer(),
    /** SHA-256 of the ticket's code; null for somebody ticked by name. */
    ticket_hash: text(),
    undo: boolean().notNull(),
    /** When it was made by the device's clock, and by ours. */
    scanned_at: moment().notNull(),
    at: moment().notNull(),
    received_at: moment().notNull(),
    result: text({ enum: ['in', 'already', 'wrong_event', 'cancelled', 'unknown', 'out'] }).notNull(),
    /** Since when the person was in, as the device was answered. */
    first_at: moment(),
    actor_id: uuid().references(() => users.id, { onDelete: 'set null' }),
  },
  (table) => [
    check('check_ins_result', sql`${table.result} in ('in', 'already', 'wrong_event', 'cancelled', 'unknown', 'out')`),
    unique('check_ins_once').on(table.device, table.nonce),
    index('check_ins_seat').on(table.order_id, table.position),
    index('check_ins_product').on(table.product_id),
  ],
);
