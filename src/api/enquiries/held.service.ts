import { asc, inArray } from 'drizzle-orm';
import type { Enquiry } from '../../contract/enquiries.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { enquiries } from './enquiries.tables.ts';
import { openEnquiry } from './sealed.ts';

/** What an address wrote through the forms, with what it agreed to, oldest first. */
export async function enquiriesHeldAbout(
  db: Database,
  ctx: Pick<AppContext, 'vault' | 'log'>,
  email: string,
): Promise<(Enquiry & { consent_version: string; consented_at: string })[]> {
  const rows = await db
    .select()
    .from(enquiries)
    .where(inArray(enquiries.email_mark, ctx.vault.marks(email)))
    .orderBy(asc(enquiries.created_at));
  return rows.map((row) => ({
    ...openEnquiry(ctx, row),
    consent_version: row.consent_version,
    consented_at: row.consented_at.toISOString(),
  }));
}

/** Deletes what an address wrote through the forms; answers how many messages. */
export async function eraseEnquiriesOf(
  tx: Database,
  { vault }: Pick<AppContext, 'vault'>,
  email: string,
): Promise<number> {
  const rows = await tx
    .delete(enquiries)
    .where(inArray(enquiries.email_mark, vault.marks(email)))
    .returning({ id: enquiries.id });
  return rows.length;
}
