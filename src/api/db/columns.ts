import { customType, pgSchema, timestamp, uuid } from 'drizzle-orm/pg-core';

/** All tables live in a schema of their own, so that a shared database's `public` stays untouched. */
export const app = pgSchema('app');

/** Random id: tells nobody how many there are. */
export const id = () => uuid().primaryKey().defaultRandom();

export const moment = () => timestamp({ withTimezone: true, mode: 'date' });

export const createdAt = () => moment().notNull().defaultNow();

export const bytes = customType<{ data: Buffer; driverData: Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
});
