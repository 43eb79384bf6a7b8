import { count, desc, eq, lt } from 'drizzle-orm';
import type { Enquiry, FormType } from '../../contract/enquiries.ts';
import { audit } from '../audit/audit.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { notFound } from '../errors.ts';
import type { PageRange } from '../paging.ts';
import { enquiries } from './enquiries.tables.ts';
import { openEnquiry } from './sealed.ts';

/** Enquiries of one form, newest first. Each opening is recorded: who, when, how many, never whose. */
export async function listEnquiries(
  ctx: AppContext,
  actorId: string,
  form_type: FormType,
  page?: PageRange,
): Promise<{ rows: Enquiry[]; total: number }> {
  return ctx.db.transaction(async (tx) => {
    const ofForm = eq(enquiries.form_type, form_type);
    const rows = await tx
      .select()
      .from(enquiries)
      .where(ofForm)
      .orderBy(desc(enquiries.created_at), desc(enquiries.id))
      .limit(page?.limit ?? Number.MAX_SAFE_INTEGER)
      .offset(page?.offset ?? 0);
    const [counted] = page
      ? await tx.select({ total: count() }).from(enquiries).where(ofForm)
      : [{ total: rows.length }];
    const after = { form_type, count: rows.length, newest: rows[0]?.created_at, oldest: rows.at(-1)?.created_at };
    await audit(tx, { actorId, action: 'open', entity: 'enquiry', after });
    return { rows: rows.map((row) => openEnquiry(ctx, row)), total: counted?.total ?? 0 };
  });
}

/** How many enquiries of both forms nobody has read. */
export const countUnread = (db: Database): Promise<number> => db.$count(enquiries, eq(enquiries.is_read, false));

/** Marks an enquiry read; again is as good as once. Throws `not_found`. */
export async function markRead(ctx: AppContext, actorId: string, id: string): Promise<Enquiry> {
  return ctx.db.transaction(async (tx) => {
    const [row] = await tx.update(enquiries).set({ is_read: true }).where(eq(enquiries.id, id)).returning();
    if (!row) throw notFound();
    await audit(tx, { actorId, action: 'read', entity: 'enquiry', entityId: id });
    return openEnquiry(ctx, row);
  });
}

/** Deletes an enquiry for good. Throws `not_found`. */
export async function deleteEnquiry({ db }: AppContext, actorId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const rows = await tx.delete(enquiries).where(eq(enquiries.id, id)).returning({ id: enquiries.id });
    if (!rows.length) throw notFound();
    await audit(tx, { actorId, action: 'delete', entity: 'enquiry', entityId: id });
  });
}

/** Deletes what is older than ENQUIRY_RETENTION_DAYS; answers how many there were. */
export async function purgeEnquiries({ db, env, clock }: AppContext): Promise<number> {
  const end = new Date(clock().getTime() - env.enquiryRetentionDays * 86_400_000);
  return db.transaction(async (tx) => {
    const rows = await tx.delete(enquiries).where(lt(enquiries.created_at, end)).returning({ id: enquiries.id });
    if (rows.length)
      await audit(tx, { actorId: null, action: 'purge', entity: 'enquiry', after: { count: rows.length } });
    return rows.length;
  });
}
