import { asc, eq, gt } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import { sha256 } from '../hash.ts';
import { detailsOf, type SealedDetails, toLink } from './documents.service.ts';
import { documentChain, documentDetails, documentFrames, documentPdfs, documents } from './documents.tables.ts';
import { pdfData } from './reading.service.ts';
import { fillFrame } from './render.ts';

const batchSize = 200;

export interface DocumentReport {
  count: number;
  /** One sentence for each, for the owner. */
  problems: string[];
}

type Chain = { number: number; link: string };

/**
 * Looks for documents that are not what they were: a changed byte of one, a row that is missing, out of order or was
 * added elsewhere. Names each by number and code.
 */
export async function findChangedDocuments(
  ctx: AppContext,
  onBatch: () => Promise<void> = async () => {},
): Promise<DocumentReport> {
  const problems: string[] = [];
  let before: Chain = { number: 0, link: '' };
  for (;;) {
    const rows = await readRows(ctx, before.number);
    for (const row of rows) {
      problems.push(...findGap(row, before), ...findChanges(ctx, row));
      before = row.document;
    }
    await onBatch();
    if (rows.length < batchSize) break;
  }
  const [end] = await ctx.db.select().from(documentChain);
  const isEnd = (end?.number ?? 0) === before.number && (end?.link ?? '') === before.link;
  return { count: before.number, problems: isEnd ? problems : [...problems, 'the newest documents are missing'] };
}

const readRows = ({ db }: AppContext, after: number) =>
  db
    .select({
      document: documents,
      frame: documentFrames.html,
      details: documentDetails.sealed,
      pdf: documentPdfs.sealed,
    })
    .from(documents)
    .leftJoin(documentFrames, eq(documents.frame_sha256, documentFrames.sha256))
    .leftJoin(documentDetails, eq(documents.code, documentDetails.code))
    .leftJoin(documentPdfs, eq(documents.id, documentPdfs.document_id))
    .where(gt(documents.number, after))
    .orderBy(asc(documents.number))
    .limit(batchSize);

type Row = Awaited<ReturnType<typeof readRows>>[number];

const nameOf = ({ document: { number, code } }: Row) => `document ${number} of order ${code}`;

function findGap(row: Row, before: Chain): string[] {
  const { number, link } = row.document;
  if (number !== before.number + 1) return [`documents ${before.number + 1} to ${number - 1} are missing`];
  return toLink(before.link, row.document) === link ? [] : [`${nameOf(row)} does not follow the one before`];
}

/** What of a stored document was changed. The order in it can be checked only until its details are deleted. */
function findChanges({ encryption }: AppContext, row: Row): string[] {
  const { document, frame, details, pdf } = row;
  const problems: string[] = [];
  if (sha256(frame ?? '') !== document.frame_sha256) problems.push(`the text of ${nameOf(row)} was changed`);
  const isWhole = (check: () => boolean) => {
    try {
      return check();
    } catch {
      return false;
    }
  };
  const isDocument = (sealed: Buffer) => {
    const { order } = encryption.decrypt(sealed, detailsOf(document.code)) as SealedDetails;
    return sha256(fillFrame(frame ?? '', order)) === document.sha256;
  };
  if (!details && document.token_hash) problems.push(`what ${nameOf(row)} says is missing`);
  if (details && !isWhole(() => isDocument(details)))
    problems.push(`${nameOf(row)} was changed, or its key is missing`);
  if (pdf && !isWhole(() => Boolean(encryption.decrypt(pdf, pdfData(document.id)))))
    problems.push(`the PDF of ${nameOf(row)} was changed, or its key is missing`);
  return problems;
}
