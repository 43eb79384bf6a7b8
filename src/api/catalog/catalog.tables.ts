import { sql } from 'drizzle-orm';
import { check, date, index, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import { app, createdAt, id, moment } from '../db/columns.ts';

export const categories = app.table('categories', {
  id: id(),
  name: text().notNull(),
  /** The name in lower case: names are unique regardless of Turkish case. */
  name_key: text().notNull().unique(),
  /** The name, folded for searching. */
  folded: text().notNull(),
  created_at: createdAt(),
});

export const products = app.table(
  'products',
  {
    id: id(),
    slug: text().notNull().unique(),
    title: text().notNull(),
    price_kurus: integer().notNull(),
    description: text().notNull(),
    /** Seats left, those kept back included. */
    stock: integer().notNull(),
    /** Of `stock`, seats that wait for somebody in the waiting list; they are not on sale. */
    held_seats: integer().notNull().default(0),
    date: date({ mode: 'string' }).notNull(),
    /** HH:MM. */
    time: text().notNull(),
    /** `date` and `time` in Europe/Istanbul as a point in time. */
    starts_at: moment().notNull(),
    location: text().notNull(),
    category_id: uuid()
      .notNull()
      .references(() => categories.id),
    /** Addresses of stored pictures. */
    image1: text().notNull(),
    image2: text().notNull(),
    /** `leisure`: no right of withdrawal; `days_14`: 14 days. */
    withdrawal: text({ enum: ['leisure', 'days_14'] })
      .notNull()
      .default('leisure'),
    /** Whole per cent, contained in the price. */
    vat_rate: integer().notNull().default(20),
    /** A draft is not public and cannot be bought. */
    status: text({ enum: ['draft', 'published'] })
      .notNull()
      .default('published'),
    /** The same for all products of a series. */
    series_id: uuid(),
    /** Asked for each participant; blank where nothing is asked. */
    question: text().notNull().default(''),
    question_kind: text({ enum: ['optional', 'required', 'health'] })
      .notNull()
      .default('optional'),
    duration_minutes: integer().notNull().default(120),
    /** Below so many sold seats it may not take place. */
    min_participants: integer().notNull().default(0),
    /** How long before the start the practice decides that. */
    decide_hours: integer().notNull().default(96),
    /** When the practice decided that it takes place though too few seats are sold. */
    run_decided_at: moment(),
    /** Notices that were due before are not sent: it is older than they are. */
    notices_from: moment(),
    /** Mailed to participants, never public; blank where it does not take place online. */
    online_url: text().notNull().default(''),
    /** What participants should bring; blank where nothing. */
    bring: text().notNull().default(''),
    /** Who leads it; blank where the practice does not say. */
    leader: text().notNull().default(''),
    /** Years of age of those it is for, both included; null where there is no bound. */
    age_from: integer(),
    age_to: integer(),
    /** Title and location, folded for searching; the category's name is folded in its own row. */
    search: text().notNull().default(''),
    created_at: createdAt(),
    updated_at: createdAt(),
    /** When it was hidden from the public; the row stays for its orders. */
    deleted_at: moment(),
    /** When it was called off, and why. It cannot come back. */
    cancelled_at: moment(),
    cancel_reason: text(),
    /** Rises with each change that calendars must follow. */
    sequence: integer().notNull().default(0),
    /**
     * The last change of day, hour, place or leader that nobody was told of yet. `announced` is what people know, but
     * for those who ordered `since`, the first such change.
     */
    changed_at: moment(),
    announced: jsonb().$type<{ date: string; time: string; location: string; leader?: string; since?: string }>(),
    /** The `sequence` that participants were last mailed a notice of. */
    announced_sequence: integer(),
    /** Day and hour before the last move that people were told of. */
    moved_from: jsonb().$type<{ date: string; time: string }>(),
    /** Until when those who ordered before `choice_before` may cancel, because it moved. */
    decide_until: moment(),
    choice_before: moment(),
  },
  (table) => [
    check('products_stock', sql`${table.stock} >= 0`),
    check('products_held_seats', sql`${table.held_seats} between 0 and ${table.stock}`),
    check('products_price', sql`${table.price_kurus} >= 0`),
    check('products_vat_rate', sql`${table.vat_rate} between 0 and 100`),
    check('products_withdrawal', sql`${table.withdrawal} in ('leisure', 'days_14')`),
    check('products_status', sql`${table.status} in ('draft', 'published')`),
    check('products_question_kind', sql`${table.question_kind} in ('optional', 'required', 'health')`),
    check('products_duration', sql`${table.duration_minutes} between 5 and 1440`),
    check('products_min_participants', sql`${table.min_participants} >= 0`),
    check('products_decide_hours', sql`${table.decide_hours} between 0 and 720`),
    check(
      'products_ages',
      sql`${table.age_from} between 0 and 120 and ${table.age_to} between 0 and 120 and ${table.age_from} <= ${table.age_to}`,
    ),
    check('products_time', sql`${table.time} ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`),
    index('products_starts').on(table.starts_at),
    index('products_category').on(table.category_id),
  ],
);
