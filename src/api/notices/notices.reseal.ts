import { and, ne } from 'drizzle-orm';
import { isMarkedBy, type SealedRows } from '../reseal/sealedRows.ts';
import { sentNotices } from './notices.tables.ts';

/**
 * Addresses whose notices would go out again without their key. Of hashes nothing can be moved; they end 30 days after
 * their event.
 */
export const markedNotices: SealedRows = {
  name: 'sent notices',
  table: sentNotices,
  count: ({ db, encryption }, age) =>
    db.$count(sentNotices, and(ne(sentNotices.recipient, ''), isMarkedBy(age, encryption, sentNotices.recipient))),
};
