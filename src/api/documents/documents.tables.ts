import { index, integer, text, uuid } from 'drizzle-orm/pg-core';
import { app, bytes, createdAt, id } from '../db/columns.ts';

/** The part of a document that many orders share: text and identity as they were, with a mark where the order goes. */
export const documentFrames = app.table('document_frames', { sha256: text().primaryKey(), html: text().notNull() });

/** What the documents of one order say about it, encrypted. Deleted when they need not be kept any more. */
export const documentDetails = app.table(
  'document_details',
  {
    code: text().primaryKey(),
    /** A `SealedDetails` (documents.service.ts). */
    sealed: bytes().notNull(),
    created_at: createdAt(),
  },
  (table) => [index('document_details_created').on(table.created_at)],
);

/** Documents of orders. Each names the hash of its bytes and is linked to the one before. Rows are never deleted. */
export const documents = app.table(
  'documents',
  {
    id: id(),
    /** From 1, without gaps. */
    number: integer().notNull().unique(),
    code: text().notNull(),
    kind: text({ enum: ['pre_information', 'contract'] }).notNull(),
    title: text().notNull(),
    /** Version of the legal text. */
    version: text().notNull(),
    frame_sha256: text()
      .notNull()
      .references(() => documentFrames.sha256),
    /** SHA-256 of the whole HTML, the order's details filled in. */
    sha256: text().notNull(),
    /** Hash over the link before and this row. */
    link: text().notNull(),
    /** Hash of the token in the public address; null once the document is public no more. */
    token_hash: text().unique(),
    created_at: createdAt(),
  },
  (table) => [index('documents_code').on(table.code)],
);

/** The newest link, one row, locked while documents are added. */
export const documentChain = app.table('document_chain', {
  id: integer().primaryKey().default(1),
  number: integer().notNull(),
  link: text().notNull(),
});

/** PDFs as they were first made, encrypted. */
export const documentPdfs = app.table('document_pdfs', {
  document_id: uuid()
    .primaryKey()
    .references(() => documents.id),
  sealed: bytes().notNull(),
});
