import { sealedColumn } from '../reseal/sealedRows.ts';
import { detailsOf } from './documents.service.ts';
import { documentDetails, documentPdfs } from './documents.tables.ts';
import { pdfData } from './reading.service.ts';

export const sealedDocuments = sealedColumn('documents of orders', documentDetails, documentDetails.code, ({ code }) =>
  detailsOf(code),
);

export const sealedPdfs = sealedColumn('PDFs of orders', documentPdfs, documentPdfs.document_id, ({ document_id }) =>
  pdfData(document_id),
);
