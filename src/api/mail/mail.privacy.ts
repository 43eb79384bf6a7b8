import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { readSite } from '../site/site.service.ts';
import { renderMail } from './layout.ts';
import { mails } from './mail.tables.ts';
import type { Mail } from './outbox.service.ts';

/** Kinds whose words an export may show. A kind that carries a code or a link with a token never belongs here. */
const readableKinds = new Set(['order_confirmation', 'event_moved']);

const to = (email: string) => sql`${mails.content} ->> 'to' = ${email}`;

/** Returns the mails that wait to be sent to an address: all of them by kind and time, the readable ones in words. */
export async function exportMails(db: Database, email: string): Promise<Record<string, unknown>[]> {
  const rows = await db.select().from(mails).where(to(email)).orderBy(mails.created_at);
  const site = await readSite(db);
  return rows.map(({ kind, content, created_at }) => {
    const { subject, parts } = content as Mail;
    const words = readableKinds.has(kind) ? { subject, text: renderMail(parts, site).text } : {};
    return { kind, ...words, created_at: created_at.toISOString() };
  });
}

/** Deletes the mails that wait to be sent to an address and returns how many there were. */
export async function eraseMails(tx: Database, email: string): Promise<number> {
  return (await tx.delete(mails).where(to(email)).returning({ id: mails.id })).length;
}
