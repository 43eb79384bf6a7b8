import type { SQL } from 'drizzle-orm';
import type { CalendarEntry } from '../../shared/calendar.ts';
import type { Database } from '../db/connection.ts';
import { insertRows } from '../db/rows.ts';
import type { MailParts } from './layout.ts';
import { mails } from './mail.tables.ts';

/** A mail as its template made it; who the practice is gets into it when it is sent. */
export interface Mail {
  /** Which template, for logs: `activation`, `reset_code`… */
  kind: string;
  /** The practice itself where missing. */
  to?: string;
  subject: string;
  parts: MailParts;
  /** Days for the reader's own calendar: a file that is made when the mail is sent. */
  calendar?: CalendarEntry[];
}

/**
 * Writes mails into the outbox, in the transaction of what causes them: sent if that commits, never otherwise.
 * After the commit `events.emit('mail')` wakes the sender at once; without it they wait a few seconds.
 */
export async function queueMail(db: Database, ...queued: [Mail, ...Mail[]]): Promise<void> {
  await db.execute(queueMailsSql(queued));
}

/** As `queueMail`, as one step of a statement. */
export const queueMailsSql = (queued: Mail[]): SQL =>
  insertRows(
    mails,
    // Due whatever the database's clock says: it may be ahead of ours.
    queued.map(({ kind, ...content }) => ({ kind, content, next_attempt_at: new Date(0) })),
  );

/** Leaves an outbox row with nothing to send: the same work as a mail, where nobody may see that none was due. */
export async function queueNothing(db: Database, kind: string): Promise<void> {
  await db.insert(mails).values({ kind, content: null });
}
