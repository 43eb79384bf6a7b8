import { and, count, desc, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import type { Enquiry, EnquiryCounts, EnquiryFilter, EnquiryStatus } from '../../contract/enquiries.ts';
import { fold } from '../../shared/fold.ts';
import { toE164 } from '../../shared/phone.ts';
import { dayMs } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { deleteRows } from '../db/sql.ts';
import { ApiError, notFound } from '../errors.ts';
import { type ActorId, mutate } from '../mutation.ts';
import { type Paged, type PageRange, selectPage, slicePage } from '../paging.ts';
import { lockRow, moveToTrash } from '../trash/trashRoom.ts';
import { decryptEnquiry, noteData } from './enquiries.service.ts';
import { enquiries } from './enquiries.tables.ts';

const notTrashed = isNull(enquiries.deleted_at);
const isThere = (id: string) => and(eq(enquiries.id, id), notTrashed);

/** Lists the enquiries that match, newest first. Each reading is audited: who, when, how many, never whose. */
export const listEnquiries = (
  ctx: AppContext,
  actorId: string,
  { form_type, status, search }: EnquiryFilter,
  page?: PageRange,
): Promise<Paged<Enquiry>> =>
  mutate(ctx, actorId, async ({ tx, audit }) => {
    const ofForm = form_type === 'all' ? undefined : eq(enquiries.form_type, form_type);
    const where = and(notTrashed, ofForm, status && ofStatus[status]);
    const query = tx.select().from(enquiries).where(where).orderBy(desc(enquiries.created_at), desc(enquiries.id));
    const matches = matcherOf(search);
    // The words are encrypted: a search opens all rows.
    const found = await selectPage(query.$dynamic(), matches ? undefined : page, () => tx.$count(enquiries, where));
    const opened = found.rows.map((row) => decryptEnquiry(ctx, row));
    const { rows, total } = matches ? slicePage(opened.filter(matches), page) : { rows: opened, total: found.total };
    const after = { form_type, count: rows.length, newest: rows[0]?.created_at, oldest: rows.at(-1)?.created_at };
    await audit({ action: 'open', entity: 'enquiry', after });
    return { rows, total };
  });

const ofStatus: Record<EnquiryStatus, SQL | undefined> = {
  new: and(isNull(enquiries.answered_at), eq(enquiries.is_read, false)),
  read: and(isNull(enquiries.answered_at), eq(enquiries.is_read, true)),
  answered: isNotNull(enquiries.answered_at),
};

/** Whether an enquiry has every word of a search; undefined without words. A whole phone number is one word. */
function matcherOf(search: string | null | undefined): ((enquiry: Enquiry) => boolean) | undefined {
  const words = fold(toE164(search ?? '') ?? search ?? '')
    .split(/\s+/)
    .filter(Boolean);
  if (!words.length) return undefined;
  return ({ full_name, email, phone_number, selected_service_name, message, note }) => {
    const text = fold([full_name, email, phone_number, selected_service_name, message, note].join(' '));
    return words.every((word) => text.includes(word));
  };
}

/** Counts the unread enquiries of both forms. */
export const countUnread = (db: Database): Promise<number> =>
  db.$count(enquiries, and(notTrashed, eq(enquiries.is_read, false)));

export async function countEnquiries(db: Database): Promise<EnquiryCounts> {
  const rows = await db
    .select({
      form_type: enquiries.form_type,
      total: count(),
      unread: sql<number>`count(*) filter (where not ${enquiries.is_read})::int`,
    })
    .from(enquiries)
    .where(notTrashed)
    .groupBy(enquiries.form_type);
  const of = (formType: string) => {
    const row = rows.find(({ form_type }) => form_type === formType);
    return { total: row?.total ?? 0, unread: row?.unread ?? 0 };
  };
  const [consulting, coaching] = [of('consulting'), of('coaching')];
  const all = { total: consulting.total + coaching.total, unread: consulting.unread + coaching.unread };
  return { all, consulting, coaching };
}

/** Marks an enquiry new, read or answered. Throws `not_found`. */
export const saveStatus = (ctx: AppContext, actorId: string, id: string, status: EnquiryStatus): Promise<Enquiry> =>
  mutate(ctx, actorId, async ({ tx, now, audit }) => {
    const [row] = await tx
      .update(enquiries)
      .set({ is_read: status !== 'new', answered_at: status === 'answered' ? now : null })
      .where(isThere(id))
      .returning();
    if (!row) throw notFound();
    await audit({ action: 'update', entity: 'enquiry', entityId: id, after: { status } });
    return decryptEnquiry(ctx, row);
  });

/**
 * Encrypts and stores a private note; a blank one removes it. The audit log never has its words. Throws `not_found`,
 * and `edit_conflict` where somebody else wrote one since `before` was read.
 */
export const saveNote = (
  ctx: AppContext,
  actorId: ActorId,
  id: string,
  { note, before }: { note: string; before?: string | undefined },
): Promise<Enquiry> =>
  mutate(ctx, actorId, async ({ tx, audit }) => {
    const found = await lockRow(tx, enquiries, id);
    const current = decryptEnquiry(ctx, found);
    if (before !== undefined && before !== current.note) throw new ApiError('edit_conflict', { current });
    const sealed = note ? ctx.encryption.encrypt(note, noteData({ id })) : null;
    await tx.update(enquiries).set({ note: sealed }).where(isThere(id));
    await audit({ action: note ? 'note' : 'remove_note', entity: 'enquiry', entityId: id });
    return { ...current, note };
  });

/** Marks an enquiry as read, any number of times. Throws `not_found`. */
export const markRead = (ctx: AppContext, actorId: string, id: string): Promise<Enquiry> =>
  mutate(ctx, actorId, async ({ tx, audit }) => {
    const [row] = await tx.update(enquiries).set({ is_read: true }).where(isThere(id)).returning();
    if (!row) throw notFound();
    await audit({ action: 'read', entity: 'enquiry', entityId: id });
    return decryptEnquiry(ctx, row);
  });

/** Moves an enquiry to the trash. Throws `not_found`. */
export const deleteEnquiry = (ctx: AppContext, actorId: string, id: string): Promise<void> =>
  mutate(ctx, actorId, async (mutation) => {
    await moveToTrash(mutation, enquiries, id);
    await mutation.audit({ action: 'delete', entity: 'enquiry', entityId: id });
  });

/** Deletes enquiries older than ENQUIRY_RETENTION_DAYS and returns how many there were. */
export const deleteExpiredEnquiries = (ctx: AppContext): Promise<number> =>
  mutate(ctx, null, async ({ tx, now, audit }) => {
    const end = new Date(now.getTime() - ctx.env.enquiryRetentionDays * dayMs);
    const count = await deleteRows(tx, enquiries, lt(enquiries.created_at, end));
    if (count) await audit({ action: 'purge', entity: 'enquiry', after: { count } });
    return count;
  });
