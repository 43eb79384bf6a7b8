import { and, eq, gt } from 'drizzle-orm';
import { isSealedBy, resealValue, rowsPerBatch, type SealedRows } from '../reseal/sealedRows.ts';
import { detailsOf } from './documents.service.ts';
import { documentDetails } from './documents.tables.ts';

export const sealedDocuments: SealedRows = {
  name: 'documents of orders',
  count: ({ db, encryption }, age) => db.$count(documentDetails, isSealedBy(age, encryption, documentDetails.sealed)),
  resealBatch: ({ db, encryption }, after) =>
    db.transaction(async (tx) => {
      const older = isSealedBy('older', encryption, documentDetails.sealed);
      const rows = await tx
        .select()
        .from(documentDetails)
        .where(and(older, after ? gt(documentDetails.code, after) : undefined))
        .orderBy(documentDetails.code)
        .limit(rowsPerBatch)
        .for('update', { skipLocked: true });
      let moved = 0;
      for (const { code, sealed } of rows) {
        const resealed = resealValue(encryption, sealed, detailsOf(code));
        if (!resealed) continue;
        await tx.update(documentDetails).set({ sealed: resealed }).where(eq(documentDetails.code, code));
        moved += 1;
      }
      const last = rows.at(-1)?.code;
      return last ? { moved, last } : undefined;
    }),
};
