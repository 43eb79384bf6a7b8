import { randomBytes } from 'node:crypto';
import { and, eq, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import type { DocumentKind } from '../../contract/documents.ts';
import { toSlug } from '../../shared/slug.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { insertRowsSql } from '../db/sql.ts';
import { notFound } from '../errors.ts';
import { sha256 } from '../hash.ts';
import { mutate } from '../mutation.ts';
import { documentChain, documentDetails, documentFrames, documentPdfs, documents } from './documents.tables.ts';
import { makePdf } from './pdfWorker.ts';
import { type Frame, fillFrame, type OrderDetails, renderOrder } from './render.ts';

/** What is stored encrypted of the documents of one order. */
export interface SealedDetails {
  /** The order as the documents show it, HTML. */
  order: string;
  /** Token of each document's public address. */
  tokens: Partial<Record<DocumentKind, string>>;
}

/** An order whose documents are to be stored. */
export interface FrozenOrder {
  code: string;
  frames: Frame[];
  order: string;
}

export const freezeOrder = (code: string, frames: Frame[], details: OrderDetails): FrozenOrder => ({
  code,
  frames,
  order: renderOrder(details),
});

/** 192 random bits for the public address of a document. */
const newDocumentToken = () => randomBytes(24).toString('base64url');

/** What encrypts the details, so that they open in their own row only. */
export const detailsOf = (code: string) => `document ${code}`;

/** The link of a document: it changes with anything of the row and with every document before it. */
export const toLink = (
  before: string,
  row: { number: number; code: string; kind: string; frame_sha256: string; sha256: string; created_at: Date },
): string =>
  sha256(
    [before, row.number, row.code, row.kind, row.frame_sha256, row.sha256, row.created_at.toISOString()].join('\n'),
  );

/**
 * Stores the documents of orders in the transaction that makes the orders. Locks the end of the chain until the
 * transaction ends, so call it last.
 */
export async function storeDocuments(
  tx: Database,
  { encryption }: Pick<AppContext, 'encryption'>,
  orders: FrozenOrder[],
  now: Date,
): Promise<void> {
  let { number, link } = await lockChain(tx);
  const details = [];
  const rows = [];
  for (const { code, frames, order } of orders) {
    const tokens: SealedDetails['tokens'] = {};
    for (const { kind, title, version, html, sha256: frame_sha256 } of frames) {
      number += 1;
      const token = newDocumentToken();
      tokens[kind] = token;
      const row = { number, code, kind, frame_sha256, sha256: sha256(fillFrame(html, order)), created_at: now };
      link = toLink(link, row);
      rows.push({ ...row, id: crypto.randomUUID(), title, version, link, token_hash: sha256(token) });
    }
    const sealed = encryption.encrypt({ order, tokens } satisfies SealedDetails, detailsOf(code));
    // Bytes travel in JSON as the database writes them.
    details.push({ code, sealed: `\\x${sealed.toString('hex')}` as unknown as Buffer, created_at: now });
  }
  const frames = new Map(orders.flatMap((order) => order.frames.map((frame) => [frame.sha256, frame.html])));
  const frameRows = [...frames]
    .map(([hash, html]) => ({ sha256: hash, html }))
    .toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  await tx.execute(sql`
    with frames as (${insertRowsSql(documentFrames, frameRows)} on conflict (sha256) do nothing),
      details as (${insertRowsSql(documentDetails, details)}),
      new_documents as (${insertRowsSql(documents, rows)})
    update ${documentChain} set number = ${number}, link = ${link}`);
}

/** The end of the chain, locked until the transaction ends. */
async function lockChain(tx: Database): Promise<typeof documentChain.$inferSelect> {
  const [end] = await tx.select().from(documentChain).for('update');
  if (end) return end;
  // Two processes that add the first documents wait for each other here.
  await tx.insert(documentChain).values({ number: 0, link: '' }).onConflictDoNothing();
  return lockChain(tx);
}

/** A document as lists of checkouts show it. */
export interface ListedDocument {
  kind: DocumentKind;
  title: string;
  sha256: string;
  url: string;
  pdf_url: string;
  created_at: string;
}

/** Reads the documents of checkouts by code; those that are public no more are left out. */
export async function readDocuments(
  ctx: Pick<AppContext, 'encryption' | 'env'>,
  db: Database,
  codes: string[],
): Promise<(code: string) => ListedDocument[]> {
  if (!codes.length) return () => [];
  const rows = await db
    .select({ document: documents, sealed: documentDetails.sealed })
    .from(documents)
    .innerJoin(documentDetails, eq(documents.code, documentDetails.code))
    .where(inArray(documents.code, codes))
    .orderBy(documents.number);
  const byCode = Map.groupBy(rows, (row) => row.document.code);
  return (code) => {
    const [first] = byCode.get(code) ?? [];
    if (!first) return [];
    const { tokens } = ctx.encryption.decrypt(first.sealed, detailsOf(code)) as SealedDetails;
    return (byCode.get(code) ?? []).flatMap(({ document: { kind, title, sha256, token_hash, created_at } }) => {
      const url = `${ctx.env.siteUrl}/api/documents/${tokens[kind]}`;
      return token_hash
        ? { kind, title, sha256, url, pdf_url: `${url}.pdf`, created_at: created_at.toISOString() }
        : [];
    });
  };
}

/** A document whose bytes can be read: it is public, and its details are there. */
interface ReadableDocument {
  id: string;
  title: string;
  created_at: Date;
  html: string;
}

/** Reads documents that are public, with their bytes. */
async function readPublic(
  { db, encryption }: Pick<AppContext, 'db' | 'encryption'>,
  where: SQL | undefined,
): Promise<ReadableDocument[]> {
  const rows = await db
    .select({ document: documents, frame: documentFrames.html, sealed: documentDetails.sealed })
    .from(documents)
    .innerJoin(documentFrames, eq(documents.frame_sha256, documentFrames.sha256))
    .innerJoin(documentDetails, eq(documents.code, documentDetails.code))
    .where(and(isNotNull(documents.token_hash), where))
    .orderBy(documents.number);
  return rows.map(({ document: { id, code, title, created_at }, frame, sealed }) => {
    const { order } = encryption.decrypt(sealed, detailsOf(code)) as SealedDetails;
    return { id, title, created_at, html: fillFrame(frame, order) };
  });
}

const hasToken = (token: string) => eq(documents.token_hash, sha256(token));

/** The HTML of a document by its public token. Throws `not_found`. */
export async function readHtml(ctx: AppContext, token: string): Promise<string> {
  const [document] = await readPublic(ctx, hasToken(token));
  if (!document) throw notFound();
  return document.html;
}

/** The PDF of a document by its public token. Throws `not_found`. */
export async function readPdf(ctx: AppContext, token: string): Promise<Buffer> {
  const [document] = await readPublic(ctx, hasToken(token));
  if (!document) throw notFound();
  return pdfOf(ctx, document);
}

/** A file of a mail. */
export interface Attachment {
  filename: string;
  content: Buffer | string;
  contentType: string;
}

/**
 * The PDFs of an order's documents, as mails attach them; none once they are public no more. Where a PDF cannot be made
 * the HTML stands in for it: the confirmation must arrive.
 */
export async function readAttachments(ctx: AppContext, code: string): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const document of await readPublic(ctx, eq(documents.code, code))) {
    const name = toSlug(document.title);
    try {
      const content = await pdfOf(ctx, document);
      attachments.push({ filename: `${name}.pdf`, content, contentType: 'application/pdf' });
    } catch (error) {
      ctx.log.error({ err: error, document: document.id }, 'PDF could not be made');
      attachments.push({ filename: `${name}.html`, content: document.html, contentType: 'text/html; charset=utf-8' });
    }
  }
  return attachments;
}

/** What encrypts a PDF, so that it opens in its own row only. */
export const pdfData = (id: string) => `document pdf ${id}`;

/** The PDF as it was first made: made now if nobody asked for it before. Of two makers the first one's stays. */
async function pdfOf(ctx: AppContext, { id, title, created_at, html }: ReadableDocument): Promise<Buffer> {
  const read = async () => {
    const [row] = await ctx.db.select().from(documentPdfs).where(eq(documentPdfs.document_id, id));
    return row && Buffer.from(ctx.encryption.decrypt(row.sealed, pdfData(id)) as string, 'base64');
  };
  const kept = await read();
  if (kept) return kept;
  const made = await makePdf(html, title, created_at);
  const sealed = ctx.encryption.encrypt(made.toString('base64'), pdfData(id));
  await ctx.db.insert(documentPdfs).values({ document_id: id, sealed }).onConflictDoNothing();
  return (await read()) ?? made;
}

/** Makes documents public no more; what they say stays encrypted for as long as the law asks. */
export async function hideDocuments(tx: Database, codes: string[]): Promise<void> {
  if (codes.length) await tx.update(documents).set({ token_hash: null }).where(inArray(documents.code, codes));
}

/** For so many years the law asks for what was agreed. */
const retentionYears = 3;

/** Deletes what documents say of orders, and their PDFs, once they need not be kept any more. Hashes stay. */
export const deleteExpiredDetails = (ctx: AppContext): Promise<void> =>
  mutate(ctx, null, async ({ tx, now }) => {
    const oldest = new Date(now);
    oldest.setUTCFullYear(oldest.getUTCFullYear() - retentionYears);
    const expired = await tx.delete(documentDetails).where(lt(documentDetails.created_at, oldest)).returning();
    const codes = expired.map(({ code }) => code);
    if (!codes.length) return;
    const ids = tx.select({ id: documents.id }).from(documents).where(inArray(documents.code, codes));
    await tx.delete(documentPdfs).where(inArray(documentPdfs.document_id, ids));
    await hideDocuments(tx, codes);
  });

/** What the export of a person says of the documents of their orders. */
export async function exportDocuments(ctx: AppContext, codes: string[]): Promise<Record<string, unknown>[]> {
  const rows = codes.length ? await readPublic(ctx, inArray(documents.code, codes)) : [];
  return rows.map(({ title, html, created_at }) => ({ title, html, created_at: created_at.toISOString() }));
}
