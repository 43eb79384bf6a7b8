import { ne, sql } from 'drizzle-orm';
import { check, foreignKey, index, integer, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { users } from '../account/account.tables.ts';
import { products } from '../catalog/catalog.tables.ts';
import { app, createdAt, id, moment } from '../db/columns.ts';

/** One line of a checkout. Title and price stay as sold; date, time and place are read from the product. */
export const orders = app.table(
  'orders',
  {
    id: id(),
    /** Shared by the orders of one checkout. */
    code: text().notNull(),
    user_id: uuid().references(() => users.id, { onDelete: 'set null' }),
    /** Null after the buyer asked to be erased. */
    buyer_email: text(),
    buyer_name: text(),
    /** Of somebody without an account, whose order an admin entered; else the account has it. */
    buyer_phone: text(),
    product_id: uuid()
      .notNull()
      .references(() => products.id),
    event_title: text().notNull(),
    unit_price_kurus: integer().notNull(),
    quantity: integer().notNull(),
    status: text({ enum: ['reserved', 'paid', 'cancelled'] })
      .notNull()
      .default('reserved'),
    /** The accepted distance-sale terms: version, and SHA-256 of the text. */
    terms_version: text(),
    terms_hash: text(),
    /** Right of withdrawal and VAT rate as sold. */
    withdrawal: text({ enum: ['leisure', 'days_14'] })
      .notNull()
      .default('leisure'),
    vat_rate: integer().notNull().default(20),
    /** When a cancelled line's seats were taken back because nobody paid. */
    released_at: moment(),
    /** Price of single seats that the buyer gave up and that does not come back. */
    kept_seats_kurus: integer().notNull().default(0),
    /** The same of the whole line, while it is cancelled. */
    kept_line_kurus: integer().notNull().default(0),
    /** Rises whenever seats of the line are cancelled, released or back; calendars see it added to the product's. */
    sequence: integer().notNull().default(0),
    created_at: createdAt(),
    /** Title, buyer, participants and code, folded for searching. */
    search: text().notNull().default(''),
  },
  (table) => [
    check('orders_quantity', sql`${table.quantity} between 1 and 10`),
    check('orders_price', sql`${table.unit_price_kurus} >= 0`),
    check('orders_status', sql`${table.status} in ('reserved', 'paid', 'cancelled')`),
    index('orders_user').on(table.user_id),
    index('orders_product').on(table.product_id),
    index('orders_created').on(table.created_at),
    index('orders_code').on(table.code),
  ],
);

/** The lines of one code as a whole. `state` is derived from lines, payments and refunds, see checkoutState.ts. */
export const checkouts = app.table(
  'checkouts',
  {
    code: text().primaryKey(),
    method: text({ enum: ['transfer', 'onsite', 'card'] })
      .notNull()
      .default('transfer'),
    state: text({ enum: ['open', 'paid', 'released', 'cancelled'] }).notNull(),
    /** As sold, cancelled lines included. */
    total_kurus: integer().notNull(),
    due_at: moment().notNull(),
    created_at: createdAt(),
  },
  (table) => [
    check('checkouts_state', sql`${table.state} in ('open', 'paid', 'released', 'cancelled')`),
    index('checkouts_due').on(table.state, table.due_at),
    index('checkouts_created').on(table.created_at),
  ],
);

export const participants = app.table(
  'participants',
  {
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** From 1, in the order entered; it stays when other seats of the line are cancelled. */
    position: integer().notNull(),
    name: text().notNull(),
    surname: text().notNull(),
    email: text(),
    /** Version of the privacy notice that somebody agreed to who took the seat over, and when. */
    consent_version: text(),
    consent_at: moment(),
  },
  (table) => [primaryKey({ columns: [table.order_id, table.position] })],
);

/** Links that hand a seat on, one per seat; a used one is deleted. */
export const transfers = app.table(
  'transfers',
  {
    order_id: uuid().notNull(),
    position: integer().notNull(),
    token_hash: text().notNull().unique(),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.order_id, table.position] }),
    foreignKey({
      columns: [table.order_id, table.position],
      foreignColumns: [participants.order_id, participants.position],
    }).onDelete('cascade'),
  ],
);

/** True for orders that hold seats. */
export const isNotCancelled = ne(orders.status, 'cancelled');
