import { inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { deleteRows } from '../db/sql.ts';
import type { Encryption } from '../encryption/encryption.ts';
import { readSite } from '../site/site.service.ts';
import { renderText } from './layout.ts';
import { mails } from './mail.tables.ts';
import type { Mail } from './outbox.service.ts';
import { recipientOf } from './recipient.ts';

/** Kinds whose words an export may show. A kind that carries a code or a link with a token never belongs here. */
const readableKinds = new Set([
  'order_confirmation',
  'event_moved',
  'event_cancelled',
  'seats_cancelled',
  'seat_cancelled',
  'seat_restored',
  'seat_taken_over',
  'seat_handed_on',
  'waitlist_offer',
  'waitlist_lapsed',
  'waitlist_open',
  'waitlist_closed',
]);

const to = (email: string) => sql`${mails.content} ->> 'to' = ${email}`;

function opensTo(mail: Mail, encryption: Encryption, email: string): boolean {
  try {
    return recipientOf(mail, encryption) === email;
  } catch {
    // Without its key nobody can open the mail, or send it.
    return false;
  }
}

/** The mails that wait to be sent to an address, sealed or not. */
async function isTo(db: Database, encryption: Encryption, email: string): Promise<SQL | undefined> {
  const rows = await db.select().from(mails).where(sql`${mails.content} ? 'sealedTo'`);
  const sealed = rows.filter(({ content }) => opensTo(content as Mail, encryption, email));
  const ids = sealed.map(({ id }) => id);
  return ids.length ? or(to(email), inArray(mails.id, ids)) : to(email);
}

/** Returns the mails that wait to be sent to an address: all of them by kind and time, the readable ones in words. */
export async function exportMails(
  db: Database,
  encryption: Encryption,
  email: string,
): Promise<Record<string, unknown>[]> {
  const rows = await db
    .select()
    .from(mails)
    .where(await isTo(db, encryption, email))
    .orderBy(mails.created_at);
  const site = await readSite(db);
  return rows.map(({ kind, content, created_at }) => {
    const { subject, parts } = content as Mail;
    const words = readableKinds.has(kind) ? { subject, text: renderText(parts, site) } : {};
    return { kind, ...words, created_at: created_at.toISOString() };
  });
}

/** Deletes the mails that wait to be sent to an address and returns how many there were. */
export const eraseMails = async (tx: Database, encryption: Encryption, email: string): Promise<number> =>
  deleteRows(tx, mails, await isTo(tx, encryption, email));
