import { and, eq, inArray, isNotNull, type SQL } from 'drizzle-orm';
import type { Checkout } from '../../contract/checkouts.ts';
import { toSlug } from '../../shared/slug.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { isDatabaseDown } from '../db/pgErrors.ts';
import { notFound } from '../errors.ts';
import { sha256 } from '../hash.ts';
import { countUnknown } from '../limits/unknownCodes.ts';
import { detailsOf, type SealedDetails } from './documents.service.ts';
import { documentDetails, documentFrames, documentPdfs, documents } from './documents.tables.ts';
import { makePdf } from './pdfThread.ts';
import { fillFrame } from './render.ts';

/** Reads the documents of checkouts by code; those that are public no more, or do not open, are left out. */
export async function readDocuments(
  ctx: Pick<AppContext, 'encryption' | 'env'>,
  db: Database,
  codes: string[],
): Promise<(code: string) => Checkout['documents']> {
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
    const details = ctx.encryption.tryDecrypt(first.sealed, detailsOf(code)) as SealedDetails | undefined;
    if (!details) return [];
    const { tokens } = details;
    return (byCode.get(code) ?? []).flatMap(({ document: { kind, title, sha256, token_hash, created_at } }) => {
      const url = `${ctx.env.publicApiUrl ?? ctx.env.siteUrl}/api/documents/${tokens[kind]}`;
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

/** Reads documents that are public and open, with their bytes. */
async function readPublic({ db, encryption }: AppContext, where?: SQL): Promise<ReadableDocument[]> {
  const rows = await db
    .select({ document: documents, frame: documentFrames.html, sealed: documentDetails.sealed })
    .from(documents)
    .innerJoin(documentFrames, eq(documents.frame_sha256, documentFrames.sha256))
    .innerJoin(documentDetails, eq(documents.code, documentDetails.code))
    .where(and(isNotNull(documents.token_hash), where))
    .orderBy(documents.number);
  return rows.flatMap(({ document: { id, code, title, created_at }, frame, sealed }) => {
    const details = encryption.tryDecrypt(sealed, detailsOf(code)) as SealedDetails | undefined;
    return details ? { id, title, created_at, html: fillFrame(frame, details.order) } : [];
  });
}

const hasToken = (token: string) => eq(documents.token_hash, sha256(token));

/** Finds a document by its public token. Throws `not_found`, and `too_many_requests` for who tries unknown ones. */
async function findByToken(ctx: AppContext, token: string, ip: string): Promise<ReadableDocument> {
  const [document] = await readPublic(ctx, hasToken(token));
  if (document) return document;
  // A document whose key is lost cannot be read, but its token is no guess.
  if (!(await ctx.db.$count(documents, hasToken(token)))) await countUnknown(ctx, ip);
  throw notFound();
}

/** The HTML of a document. Throws as `findByToken`. */
export const readHtml = async (ctx: AppContext, token: string, ip: string): Promise<string> =>
  (await findByToken(ctx, token, ip)).html;

/** The PDF of a document with a name for the file. Throws as `findByToken`. */
export async function readPdf(ctx: AppContext, token: string, ip: string) {
  const document = await findByToken(ctx, token, ip);
  return { filename: `${toSlug(document.title)}.pdf`, content: new Uint8Array(await pdfOf(ctx, document)) };
}

/** A file that a mail carries. */
export interface Attachment {
  filename: string;
  content: Buffer | string;
  contentType: string;
}

/**
 * The PDFs of an order's documents, as mails attach them; none once they are public no more. Where a PDF cannot be made
 * the HTML stands in for it: the confirmation must arrive. Throws while the database is down: the mail waits for it.
 */
export async function readAttachments(ctx: AppContext, code: string): Promise<Attachment[]> {
  const attachments: Attachment[] = [];
  for (const document of await readPublic(ctx, eq(documents.code, code))) {
    const name = toSlug(document.title);
    try {
      const content = await pdfOf(ctx, document);
      attachments.push({ filename: `${name}.pdf`, content, contentType: 'application/pdf' });
    } catch (error) {
      if (isDatabaseDown(error)) throw error;
      ctx.log.error({ err: error, document: document.id }, 'PDF could not be made');
      attachments.push({ filename: `${name}.html`, content: document.html, contentType: 'text/html; charset=utf-8' });
    }
  }
  return attachments;
}

/** What encrypts a PDF, so that it opens in its own row only. */
export const pdfData = (id: string) => `document pdf ${id}`;

/** The PDF as it was first made: now, if nobody asked before or it does not open. Of two made at once one stays. */
async function pdfOf(ctx: AppContext, { id, title, created_at, html }: ReadableDocument): Promise<Buffer> {
  const read = async () => {
    const [row] = await ctx.db.select().from(documentPdfs).where(eq(documentPdfs.document_id, id));
    const pdf = row && (ctx.encryption.tryDecrypt(row.sealed, pdfData(id)) as string | undefined);
    return pdf === undefined ? undefined : Buffer.from(pdf, 'base64');
  };
  const kept = await read();
  if (kept) return kept;
  const made = await makePdf({ html }, title, created_at);
  const sealed = ctx.encryption.encrypt(made.toString('base64'), pdfData(id));
  const row = { document_id: id, sealed };
  const added = await ctx.db
    .insert(documentPdfs)
    .values(row)
    .onConflictDoNothing()
    .returning({ id: documentPdfs.document_id });
  return added.length ? made : ((await read()) ?? made);
}

/** What the export of a person says of the documents of their orders. */
export async function exportDocuments(ctx: AppContext, codes: string[]): Promise<Record<string, unknown>[]> {
  const rows = codes.length ? await readPublic(ctx, inArray(documents.code, codes)) : [];
  return rows.map(({ title, html, created_at }) => ({ title, html, created_at: created_at.toISOString() }));
}
