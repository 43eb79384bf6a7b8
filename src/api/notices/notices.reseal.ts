import { and, ne } from 'drizzle-orm';
import { isMarkedBy, type SealedRows } from '../reseal/sealedRows.ts';
import { sentNotices } from './notices.tables.ts';

/**
 * Keyed hashes of addresses: without their key notices would go out again. They cannot be moved to a newer key, and are
 * deleted 30 days after their event.
 */
export const markedNotices: SealedRows = {
  name: 'sent notices',
  table: sentNotices,
  count: ({ db, encryption }, age) =>
    db.$count(sentNotices, and(ne(sentNotices.recipient, ''), isMarkedBy(age, encryption, sentNotices.recipient))),
};
