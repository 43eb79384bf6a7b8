import type { SQL } from 'drizzle-orm';
import type { CalendarEntry } from '../../shared/calendar.ts';
import type { Database } from '../db/connection.ts';
import { insertRowsSql } from '../db/sql.ts';
import type { Consent } from './consent.ts';
import type { MailParts } from './layout.ts';
import { mails } from './mail.tables.ts';

/** Tickets of a mail. */
export interface MailTickets {
  /**
   * `handed_on` is what the seat was when the mail was queued: one handed on since, or to another address again, is not
   * its reader's any more.
   * `isNamed` where its reader typed the name: anybody can type any address.
   */
  seats: { order_id: string; position: number; handed_on: boolean; isNamed: boolean }[];
  /** Attached as a PDF, too, with the names: only to whoever typed them all. */
  hasPdf: boolean;
  /** Its reader has not seen them before: a sentence says what they are for, or why there are none any more. */
  isNew: boolean;
}

/** What every mail has. The practice's name and address are added when it is sent. */
interface MailContent {
  /** Name of the template, for logs: `activation`, `reset_code`… */
  kind: string;
  /** Recipient; the practice itself if missing. */
  to?: string;
  /** Instead of `to` where the address itself tells something about the person: encrypted, in base64. */
  sealedTo?: string;
  subject: string;
  parts: MailParts;
  /** What it says instead where it is sent from this moment on. */
  later?: { from: string; parts: MailParts };
  /** Attached as an .ics file. */
  calendar?: CalendarEntry[];
  /** Code of the order whose documents are attached. */
  documentsOf?: string;
  /** Tickets whose links are added when it is sent, so that the outbox holds no code. */
  tickets?: MailTickets;
  /** Not sent once none of these seats is its reader's, or their event is hidden. */
  onlyFor?: MailTickets['seats'];
  /** Sent by day only (`isQuietHour`), and not at all after a moment: a notice that comes too late is none. */
  daytime?: { until: string };
  /** Not sent from this moment on: the code, link or seat it speaks of is gone then. */
  until?: string;
}

/** About what its reader bought, asked for or runs. It praises and sells nothing, and names no other event. */
export type TransactionalMail = MailContent & { type: 'transactional' };

/** Whatever praises or sells. Law (6563) asks for its reader's consent first, so it cannot be made without one. */
export type CommercialMail = MailContent & { type: 'commercial'; to: string; consent: Consent };

/** A mail as a template makes it. */
export type Mail = TransactionalMail | CommercialMail;

/** Kinds whose reader waits for them at a screen: they go out at once, however many others are queued. */
export const awaitedKinds = ['activation', 'reset_code'];

/** What wakes the sender of a mail. */
export const topicOf = ({ kind }: Mail) => (awaitedKinds.includes(kind) ? 'awaited-mail' : 'mail');

/**
 * Writes mails into the outbox; they are sent if the transaction commits, never otherwise. Emit `topicOf` each after
 * the commit to wake the sender, which otherwise looks every ten seconds.
 */
export async function queueMail(db: Database, ...queued: Mail[]): Promise<void> {
  if (queued.length) await db.execute(queueMailsSql(queued));
}

/** `queueMail` as a part of a larger statement. */
export const queueMailsSql = (queued: Mail[]): SQL =>
  insertRowsSql(
    mails,
    // Always due: the column's default is the database's clock, which may be ahead of ours.
    queued.map(({ kind, ...content }) => ({ kind, content, next_attempt_at: new Date(0) })),
  );

/** Writes an outbox row without a mail, so that timing does not reveal that none is sent. */
export async function queueNothing(db: Database, kind: string): Promise<void> {
  await db.insert(mails).values({ kind, content: null });
}
