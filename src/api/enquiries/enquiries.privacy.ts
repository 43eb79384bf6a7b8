import { asc, inArray } from 'drizzle-orm';
import type { Enquiry } from '../../contract/enquiries.ts';
import type { AppContext, Keys } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { deleteRows } from '../db/sql.ts';
import { decryptEnquiry } from './enquiries.service.ts';
import { enquiries } from './enquiries.tables.ts';

/** Returns the enquiries sent from an address, oldest first, with the consent given. */
export async function exportEnquiries(
  db: Database,
  ctx: Pick<AppContext, 'encryption' | 'log'>,
  email: string,
): Promise<(Enquiry & { consent_version: string; consented_at: string })[]> {
  const rows = await db
    .select()
    .from(enquiries)
    .where(inArray(enquiries.email_mark, ctx.encryption.fingerprints(email)))
    .orderBy(asc(enquiries.created_at));
  return rows.map((row) => ({
    ...decryptEnquiry(ctx, row),
    consent_version: row.consent_version,
    consented_at: row.consented_at.toISOString(),
  }));
}

/** Deletes the enquiries sent from an address and returns how many there were. */
export const eraseEnquiries = (tx: Database, { encryption }: Keys, email: string): Promise<number> =>
  deleteRows(tx, enquiries, inArray(enquiries.email_mark, encryption.fingerprints(email)));
