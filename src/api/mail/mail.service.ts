import { sql } from 'drizzle-orm';
import type { Database } from '../db/connection.ts';
import { readSite } from '../site/site.service.ts';
import { renderMail } from './layout.ts';
import { mails } from './mail.tables.ts';
import type { Mail } from './outbox.service.ts';

const to = (email: string) => sql`${mails.content} ->> 'to' = ${email}`;

/** What is still waiting to be sent to an address, for the copy of its owner's data. */
export async function mailsHeldAbout(db: Database, email: string): Promise<Record<string, unknown>[]> {
  const rows = await db.select().from(mails).where(to(email)).orderBy(mails.created_at);
  const site = await readSite(db);
  return rows.map(({ kind, content, created_at }) => {
    const { subject, parts } = content as Mail;
    const { text } = renderMail(parts, site);
    return { kind, subject, text, created_at: created_at.toISOString() };
  });
}

/** Deletes what is still waiting for an address, as when its owner asked to be erased; answers how many mails. */
export async function dropMailsTo(tx: Database, email: string): Promise<number> {
  return (await tx.delete(mails).where(to(email)).returning({ id: mails.id })).length;
}
