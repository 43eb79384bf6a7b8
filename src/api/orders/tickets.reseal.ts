import { and, eq, gt, isNotNull } from 'drizzle-orm';
import { isSealedBy, resealEach, resealValue, rowsPerBatch, type SealedRows } from '../reseal/sealedRows.ts';
import { tickets } from './tickets.tables.ts';
import { ticketData } from './tickets.ts';

export const sealedTickets: SealedRows = {
  name: 'tickets',
  count: ({ db, encryption }, age) =>
    db.$count(tickets, and(isNotNull(tickets.sealed), isSealedBy(age, encryption, tickets.sealed))),
  resealBatch: resealEach(
    (tx, encryption, after) =>
      tx
        .select()
        .from(tickets)
        .where(
          and(
            isNotNull(tickets.sealed),
            isSealedBy('older', encryption, tickets.sealed),
            after ? gt(tickets.code_hash, after) : undefined,
          ),
        )
        .orderBy(tickets.code_hash)
        .limit(rowsPerBatch)
        .for('update', { skipLocked: true }),
    ({ code_hash }) => code_hash,
    async (tx, encryption, row) => {
      const sealed = row.sealed && resealValue(encryption, row.sealed, ticketData(row));
      if (!sealed) return false;
      await tx.update(tickets).set({ sealed }).where(eq(tickets.code_hash, row.code_hash));
      return true;
    },
  ),
};
