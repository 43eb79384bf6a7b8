import { customType, pgSchema, timestamp, uuid } from 'drizzle-orm/pg-core';

/** Schema of all tables, so that a shared database's `public` stays untouched. */
export const app = pgSchema('app');

/** Random, so that an id does not reveal how many there are. */
export const id = () => uuid().primaryKey().defaultRandom();

export const moment = () => timestamp({ withTimezone: true, mode: 'date' });

export const createdAt = () => moment().notNull().defaultNow();

export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
});
