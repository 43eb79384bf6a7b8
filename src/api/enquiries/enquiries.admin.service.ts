import { desc, eq, lt } from 'drizzle-orm';
import type { Enquiry, FormType } from '../../contract/enquiries.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { notFound } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { type Paged, type PageRange, selectPage } from '../paging.ts';
import { decryptEnquiry } from './enquiries.service.ts';
import { enquiries } from './enquiries.tables.ts';

/** Lists the enquiries of one form, newest first. Every reading is audited: who, when, how many, never whose. */
export const listEnquiries = (
  ctx: AppContext,
  actorId: string,
  form_type: FormType,
  page?: PageRange,
): Promise<Paged<Enquiry>> =>
  mutate(ctx, actorId, async ({ tx, audit }) => {
    const ofForm = eq(enquiries.form_type, form_type);
    const query = tx.select().from(enquiries).where(ofForm).orderBy(desc(enquiries.created_at), desc(enquiries.id));
    const { rows, total } = await selectPage(query.$dynamic(), page, () => tx.$count(enquiries, ofForm));
    const after = { form_type, count: rows.length, newest: rows[0]?.created_at, oldest: rows.at(-1)?.created_at };
    await audit({ action: 'open', entity: 'enquiry', after });
    return { rows: rows.map((row) => decryptEnquiry(ctx, row)), total };
  });

/** Counts the unread enquiries of both forms. */
export const countUnread = (db: Database): Promise<number> => db.$count(enquiries, eq(enquiries.is_read, false));

/** Marks an enquiry as read, any number of times. Throws `not_found`. */
export const markRead = (ctx: AppContext, actorId: string, id: string): Promise<Enquiry> =>
  mutate(ctx, actorId, async ({ tx, audit }) => {
    const [row] = await tx.update(enquiries).set({ is_read: true }).where(eq(enquiries.id, id)).returning();
    if (!row) throw notFound();
    await audit({ action: 'read', entity: 'enquiry', entityId: id });
    return decryptEnquiry(ctx, row);
  });

/** Deletes an enquiry for good. Throws `not_found`. */
export const deleteEnquiry = (ctx: AppContext, actorId: string, id: string): Promise<void> =>
  mutate(ctx, actorId, async ({ tx, audit }) => {
    const rows = await tx.delete(enquiries).where(eq(enquiries.id, id)).returning({ id: enquiries.id });
    if (!rows.length) throw notFound();
    await audit({ action: 'delete', entity: 'enquiry', entityId: id });
  });

/** Deletes enquiries older than ENQUIRY_RETENTION_DAYS and returns how many there were. */
export const deleteExpiredEnquiries = (ctx: AppContext): Promise<number> =>
  mutate(ctx, null, async ({ tx, now, audit }) => {
    const end = new Date(now.getTime() - ctx.env.enquiryRetentionDays * 86_400_000);
    const { length: count } = await tx
      .delete(enquiries)
      .where(lt(enquiries.created_at, end))
      .returning({ id: enquiries.id });
    if (count) await audit({ action: 'purge', entity: 'enquiry', after: { count } });
    return count;
  });
