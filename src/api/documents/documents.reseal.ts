import { and, eq, gt } from 'drizzle-orm';
import { isSealedBy, resealEach, resealValue, rowsPerBatch, type SealedRows } from '../reseal/sealedRows.ts';
import { detailsOf } from './documents.service.ts';
import { documentDetails, documentPdfs } from './documents.tables.ts';
import { pdfData } from './reading.service.ts';

export const sealedDocuments: SealedRows = {
  name: 'documents of orders',
  count: ({ db, encryption }, age) => db.$count(documentDetails, isSealedBy(age, encryption, documentDetails.sealed)),
  resealBatch: resealEach(
    (tx, encryption, after) =>
      tx
        .select()
        .from(documentDetails)
        .where(
          and(
            isSealedBy('older', encryption, documentDetails.sealed),
            after ? gt(documentDetails.code, after) : undefined,
          ),
        )
        .orderBy(documentDetails.code)
        .limit(rowsPerBatch)
        .for('update', { skipLocked: true }),
    ({ code }) => code,
    async (tx, encryption, { code, sealed: old }) => {
      const sealed = resealValue(encryption, old, detailsOf(code));
      if (sealed) await tx.update(documentDetails).set({ sealed }).where(eq(documentDetails.code, code));
      return sealed !== undefined;
    },
  ),
};

export const sealedPdfs: SealedRows = {
  name: 'PDFs of orders',
  count: ({ db, encryption }, age) => db.$count(documentPdfs, isSealedBy(age, encryption, documentPdfs.sealed)),
  resealBatch: resealEach(
    (tx, encryption, after) =>
      tx
        .select()
        .from(documentPdfs)
        .where(
          and(
            isSealedBy('older', encryption, documentPdfs.sealed),
            after ? gt(documentPdfs.document_id, after) : undefined,
          ),
        )
        .orderBy(documentPdfs.document_id)
        .limit(rowsPerBatch)
        .for('update', { skipLocked: true }),
    ({ document_id }) => document_id,
    async (tx, encryption, { document_id, sealed: old }) => {
      const sealed = resealValue(encryption, old, pdfData(document_id));
      if (sealed) await tx.update(documentPdfs).set({ sealed }).where(eq(documentPdfs.document_id, document_id));
      return sealed !== undefined;
    },
  ),
};
