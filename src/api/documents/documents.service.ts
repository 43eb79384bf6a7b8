import { inArray, lt, sql } from 'drizzle-orm';
import type { DocumentKind } from '../../contract/documents.ts';
import { yearsBefore } from '../../shared/time.ts';
import type { AppContext, Keys } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { bytesInJson, insertRowsSql, queryRows } from '../db/sql.ts';
import type { Encryption } from '../encryption/encryption.ts';
import { sha256 } from '../hash.ts';
import { mutate } from '../mutation.ts';
import { randomBytes } from '../randomBytes.ts';
import { documentChain, documentDetails, documentFrames, documentPdfs, documents } from './documents.tables.ts';
import { type Frame, hashFilled, type OrderDetails, renderOrder } from './render.ts';

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
  details: OrderDetails;
}

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

/** The documents of an order, but for their place in the chain. */
function makeDocumentsOf({ code, frames, details }: FrozenOrder, encryption: Encryption, created_at: Date) {
  const order = renderOrder(details);
  const tokens: SealedDetails['tokens'] = {};
  const rows = frames.map((frame) => {
    const { kind, title, version, sha256: frame_sha256 } = frame;
    const token = newDocumentToken();
    tokens[kind] = token;
    const hashes = { frame_sha256, sha256: hashFilled(frame, order), token_hash: sha256(token) };
    return { id: crypto.randomUUID(), code, kind, title, version, ...hashes, created_at };
  });
  const sealed = encryption.encrypt({ order, tokens } satisfies SealedDetails, detailsOf(code));
  return { frames, rows, details: { code, sealed: bytesInJson(sealed), created_at } };
}

type ChainEnd = Pick<typeof documentChain.$inferSelect, 'number' | 'link'>;

/** Renders, hashes and encrypts the documents of orders, and stores them behind the end of the chain (`lockChain`). */
export async function storeDocuments(
  tx: Database,
  { encryption }: Keys,
  orders: FrozenOrder[],
  now: Date,
  end: Promise<ChainEnd>,
): Promise<void> {
  const made = orders.map((order) => makeDocumentsOf(order, encryption, now));
  let { number, link } = await end;
  const rows = made
    .flatMap((one) => one.rows)
    .map((row) => {
      number += 1;
      link = toLink(link, { ...row, number });
      return { ...row, number, link };
    });
  const frames = new Map(made.flatMap((one) => one.frames.map((frame) => [frame.sha256, frame.html])));
  const frameRows = [...frames]
    .map(([hash, html]) => ({ sha256: hash, html }))
    .toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
  const detailRows = made.map(({ details }) => details);
  await tx.execute(sql`
    with frames as (${insertRowsSql(documentFrames, frameRows)} on conflict (sha256) do nothing),
      details as (${insertRowsSql(documentDetails, detailRows)}),
      new_documents as (${insertRowsSql(documents, rows)})
    update ${documentChain} set number = ${number}, link = ${link}`);
}

/** The end of the chain, locked until the transaction ends: other processes wait from here on: lock all else before. */
export async function lockChain(tx: Database): Promise<ChainEnd> {
  const [end] = await queryRows<ChainEnd>(tx, sql`select number, link from ${documentChain} for update`);
  if (end) return end;
  // Two processes that add the first documents wait for each other here.
  await tx.insert(documentChain).values({ number: 0, link: '' }).onConflictDoNothing();
  return lockChain(tx);
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
    const isExpired = lt(documentDetails.created_at, yearsBefore(now, retentionYears));
    const expired = await tx.delete(documentDetails).where(isExpired).returning();
    const codes = expired.map(({ code }) => code);
    if (!codes.length) return;
    const ids = tx.select({ id: documents.id }).from(documents).where(inArray(documents.code, codes));
    await tx.delete(documentPdfs).where(inArray(documentPdfs.document_id, ids));
    await hideDocuments(tx, codes);
  });
