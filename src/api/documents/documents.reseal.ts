import { and, eq, gt } from 'drizzle-orm';
import { isSealedBy, resealValue, rowsPerBatch, type SealedRows } from '../reseal/sealedRows.ts';
import { detailsOf, pdfData } from './documents.service.ts';
import { documentDetails, documentPdfs } from './documents.tables.ts';

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

export const sealedPdfs: SealedRows = {
  name: 'PDFs of orders',
  count: ({ db, encryption }, age) => db.$count(documentPdfs, isSealedBy(age, encryption, documentPdfs.sealed)),
  resealBatch: ({ db, encryption }, after) =>
    db.transaction(async (tx) => {
      const older = isSealedBy('older', encryption, documentPdfs.sealed);
      const rows = await tx
        .select()
        .from(documentPdfs)
        .where(and(older, after ? gt(documentPdfs.document_id, after) : undefined))
        .orderBy(documentPdfs.document_id)
        .limit(rowsPerBatch)
        .for('update', { skipLocked: true });
      let moved = 0;
      for (const { document_id, sealed } of rows) {
        const resealed = resealValue(encryption, sealed, pdfData(document_id));
        if (!resealed) continue;
        await tx.update(documentPdfs).set({ sealed: resealed }).where(eq(documentPdfs.document_id, document_id));
        moved += 1;
      }
      const last = rows.at(-1)?.document_id;
      return last ? { moved, last } : undefined;
    }),
};
