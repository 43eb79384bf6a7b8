import { and, type Column, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import { dayMs } from '../../shared/time.ts';
import { productsStartedBefore, readSeatProducts } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import type { Encryption } from '../encryption/encryption.ts';
import type { DatedWrite } from '../mutation.ts';
import { sentNotices } from './notices.tables.ts';

type NoticeKind = (typeof sentNotices.$inferSelect)['kind'];

/** How many days after an event the recipients of its notices are kept. */
const retentionDays = 30;

const ofAddress = (email: string) => `notice ${email}`;

/** Reads which notices went out for some subjects. */
export async function readSent(db: Database, encryption: Encryption, subjects: string[]) {
  const rows = subjects.length ? await db.select().from(sentNotices).where(inArray(sentNotices.subject, subjects)) : [];
  const sent = new Set(rows.map(({ kind, subject, recipient }) => `${kind} ${subject} ${recipient}`));
  return (subject: string) => (kind: NoticeKind, email?: string) =>
    (email ? encryption.fingerprints(ofAddress(email)) : ['']).some((mark) => sent.has(`${kind} ${subject} ${mark}`));
}

/** A notice to an address, or to whom its subject alone says. */
interface Notice {
  kind: NoticeKind;
  subject: string;
  email?: string | undefined;
}

/** Records notices before they are mailed; returns how many of them did not go out already. */
export async function recordNotices({ tx, now }: DatedWrite, encryption: Encryption, made: Notice[]): Promise<number> {
  const rows = made.map(({ email, ...notice }) => ({
    ...notice,
    recipient: email ? encryption.fingerprint(ofAddress(email)) : '',
    created_at: now,
  }));
  if (!rows.length) return 0;
  const recorded = await tx.insert(sentNotices).values(rows).onConflictDoNothing().returning();
  return recorded.length;
}

/** Records one notice before it is mailed; false where it went out already. */
export const claimNotice = async (mutation: DatedWrite, encryption: Encryption, notice: Notice): Promise<boolean> =>
  (await recordNotices(mutation, encryption, [notice])) === 1;

/** True for rows whose subject had no notice of a kind. */
export const hadNoNotice = (kind: NoticeKind, subject: Column): SQL =>
  sql`not exists (select from ${sentNotices} where ${sentNotices.kind} = ${kind} and ${sentNotices.subject} = ${subject})`;

/** Counts the notices that went out since a moment. */
export const countSent = (db: Database, since: Date): Promise<number> =>
  db.$count(sentNotices, gt(sentNotices.created_at, since));

/** Lists the notices that went to an address, with their event. */
export async function exportNotices(
  db: Database,
  encryption: Encryption,
  email: string,
): Promise<Record<string, unknown>[]> {
  const rows = await db
    .select()
    .from(sentNotices)
    .where(inArray(sentNotices.recipient, encryption.fingerprints(ofAddress(email))))
    .orderBy(sentNotices.created_at);
  const subjects = rows.map(({ subject }) => subject);
  const events = await readSeatProducts(db, subjects);
  return rows.map(({ kind, subject, created_at }) => ({
    ...{ kind, event_title: events.get(subject)?.title },
    created_at: created_at.toISOString(),
  }));
}

/** Forgets which notices went to an address. */
export async function eraseNotices(tx: Database, encryption: Encryption, email: string): Promise<void> {
  await tx.delete(sentNotices).where(inArray(sentNotices.recipient, encryption.fingerprints(ofAddress(email))));
}

/** Forgets that buyers of these checkouts were warned: once they are erased, whoever took a seat over is. */
export async function forgetWarnings(tx: Database, codes: string[]): Promise<void> {
  await tx.delete(sentNotices).where(and(eq(sentNotices.kind, 'payment_warning'), inArray(sentNotices.subject, codes)));
}

/** Deletes the recipients of notices 30 days after their event. */
export async function deleteOldNotices({ db, clock }: AppContext): Promise<void> {
  const end = new Date(clock().getTime() - retentionDays * dayMs);
  const old = sql`(select id::text from ${productsStartedBefore(db, end).as('old')})`;
  await db.delete(sentNotices).where(and(sql`${sentNotices.subject} in ${old}`, sql`${sentNotices.recipient} <> ''`));
}
