import { and, eq, inArray, isNotNull, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Site } from '../../contract/site.ts';
import { hourMs } from '../../shared/time.ts';
import type { AppContext } from '../context.ts';
import { readAttachments } from '../documents/reading.service.ts';
import { waitUntilIdle } from '../jobs/idle.ts';
import { withTimeout } from '../promises.ts';
import { readSite } from '../site/site.service.ts';
import { hasSeats, readMailTickets } from '../tickets/mailTickets.service.ts';
import { mails } from './mail.tables.ts';
import { type MailMessage, toMessage } from './message.ts';
import { awaitedKinds, type Mail } from './outbox.service.ts';
import { isQuietHour, quietUntil } from './quietHours.ts';
import { recipientOf } from './recipient.ts';
import { batchSize, type MailTransport } from './transport.ts';

type Row = typeof mails.$inferSelect;

/** How long a claim lasts, longer than any attempt: the mail of a process that died is free again after it. */
const leaseMs = 120_000;
const sendTimeoutMs = 90_000;
/** Delays before the second, third … attempt; the last one repeats. */
const retryDelaysSeconds = [5, 15, 30, 60, 120, 300, 900, 1800, 3600];
const giveUpAfterMs = 24 * hourMs;
/** How long the rows of finished mails are kept, without their content, to look things up in. */
const retentionMs = 30 * 24 * hourMs;

/** Sends every mail that is due. Stops early when the mail server does not answer or `signal` aborts. */
export async function sendDueMails(ctx: AppContext, transport: MailTransport, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await sendBatch(ctx, transport))) await waitUntilIdle(signal);
}

/** As `sendDueMails`, those of `awaitedKinds` only, without a pause. */
export async function sendAwaitedMails(ctx: AppContext, transport: MailTransport, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await sendBatch(ctx, transport, inArray(mails.kind, awaitedKinds))));
}

/**
 * Sends the next mails that are due; false when there are none, or the server answers to none. One statement claims
 * them and skips those that another one is claiming, so that each is sent once.
 */
async function sendBatch(ctx: AppContext, transport: MailTransport, which?: SQL): Promise<boolean> {
  const claimed = await claimDueMails(ctx, which);
  if (!claimed.length) return false;
  const site = await readSite(ctx.db);
  const answers: Promise<boolean>[] = [];
  // Made one after the other: that takes processor time, which checkouts need in between. Answers are awaited together.
  for (const row of claimed) {
    const message = await makeMessage(ctx, row, site).catch((error: Error) => error);
    const answer = message ? deliver(ctx, transport, row, message) : Promise.resolve(true);
    // One that fails while the next mail is made is reported below.
    answer.catch(() => {});
    answers.push(answer);
  }
  return (await Promise.all(answers)).includes(true);
}

async function claimDueMails({ db, clock }: AppContext, which: SQL | undefined): Promise<Row[]> {
  const now = clock();
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isNotNull(mails.content), lte(mails.next_attempt_at, now), which))
    .orderBy(mails.next_attempt_at, mails.created_at)
    .limit(batchSize)
    .for('update', { skipLocked: true });
  const claimed = await db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, next_attempt_at: new Date(now.getTime() + leaseMs) })
    .where(sql`${mails.id} in ${due}`)
    .returning();
  // An update returns its rows in any order.
  return claimed.toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
}

/** Renders a claimed mail with its attachments; undefined where it is put off or given up instead. */
async function makeMessage(ctx: AppContext, row: Row, site: Site): Promise<MailMessage | undefined> {
  const { db, log, env } = ctx;
  const { id, kind, created_at: createdAt } = row;
  const stored = row.content as Mail;
  if (await holdBack(ctx, row, stored)) return undefined;
  const mail = { ...stored, to: recipientOf(stored, ctx.encryption) };
  const documents = mail.documentsOf ? await readAttachments(ctx, mail.documentsOf) : [];
  const tickets = mail.tickets && (await readMailTickets(ctx, mail.tickets, mail.to));
  // Reminders that an earlier version queued name the seats of their tickets only.
  const seats = mail.onlyFor ?? (mail.daytime && mail.tickets?.seats);
  if (seats?.length && !(await hasSeats(db, seats, mail.to))) {
    await db.update(mails).set({ content: null, last_error: 'seats are gone' }).where(eq(mails.id, id));
    log.info({ mail: id, kind }, 'mail given up: its seats are gone');
    return undefined;
  }
  const said = mail.later && new Date(mail.later.from) <= ctx.clock() ? mail.later.parts : mail.parts;
  const parts = { ...said, ...(tickets && { tickets: tickets.paragraphs }) };
  const files = [...(tickets?.attachments ?? []), ...documents];
  return toMessage({ ...mail, parts }, env, site, createdAt, files);
}

/** Hands a mail over and records the result. Returns whether the server answered at all. */
async function deliver(
  ctx: AppContext,
  transport: MailTransport,
  row: Row,
  message: MailMessage | Error,
): Promise<boolean> {
  const { db, clock, log } = ctx;
  const { id, kind, created_at: createdAt, attempts } = row;
  try {
    if (message instanceof Error) throw message;
    const tooSlow = Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' });
    await withTimeout(transport.send({ id, kind, createdAt, content: message }), sendTimeoutMs, tooSlow);
  } catch (error) {
    await recordFailure(ctx, row, error);
    return Boolean((error as SendError).responseCode);
  }
  await db.update(mails).set({ content: null, sent_at: clock(), last_error: null }).where(eq(mails.id, id));
  log.info({ mail: id, kind, attempts }, 'mail sent');
  return true;
}

/** Says why a mail was not sent, and when it is tried again, if it is. */
async function recordFailure({ db, clock, log }: AppContext, row: Row, error: unknown): Promise<void> {
  const { id, kind, created_at: createdAt, attempts } = row;
  const reason = describeError(error);
  // After a standstill of days a mail has its short delays, too: the network may not be up yet.
  const isTried = attempts >= retryDelaysSeconds.length;
  const isOverdue = clock().getTime() - createdAt.getTime() >= giveUpAfterMs;
  const givenUp = (isTried && isOverdue) || isPermanent(error);
  const delaySeconds = retryDelaysSeconds[Math.min(attempts, retryDelaysSeconds.length) - 1] as number;
  await db
    .update(mails)
    .set({
      last_error: reason,
      next_attempt_at: new Date(clock().getTime() + delaySeconds * 1000),
      ...(givenUp ? { content: null } : {}),
    })
    .where(eq(mails.id, id));
  // The server's text may contain the recipient's address, so only its code is logged.
  log.warn(
    { mail: id, kind, attempts, reason, givenUp },
    givenUp ? 'mail given up' : 'mail not sent, will be tried again',
  );
}

/** Puts a mail that must not go out in quiet hours off until they end, or gives one up that is too late. */
async function holdBack({ db, clock, log }: AppContext, { id, kind }: Row, { daytime, until }: Mail) {
  const now = clock();
  const end = daytime?.until ?? until;
  const isLate = end !== undefined && new Date(end) <= now;
  if (!isLate && !(daytime && isQuietHour(now))) return false;
  await db
    .update(mails)
    .set(isLate ? { content: null, last_error: 'too late' } : { next_attempt_at: quietUntil(now) })
    .where(eq(mails.id, id));
  log.info({ mail: id, kind }, isLate ? 'mail came too late' : 'mail held back until morning');
  return true;
}

/** What nodemailer adds to its errors. */
type SendError = { code?: string; responseCode?: number; command?: string };

/** Whether the server refuses this recipient or content for good; any other failure may be temporary. */
function isPermanent(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as SendError;
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}

function describeError(error: unknown): string {
  const { code = 'unknown', responseCode, command } = error as SendError;
  return [code, command, responseCode].filter(Boolean).join(' ');
}

/** Deletes rows of mails that were sent or given up long ago, and rows that `queueNothing` left. */
export async function deleteExpiredMails({ db, clock }: AppContext): Promise<void> {
  const oldest = new Date(clock().getTime() - retentionMs);
  const neverFilled = and(isNull(mails.sent_at), isNull(mails.last_error), lt(mails.created_at, clock()));
  await db.delete(mails).where(and(isNull(mails.content), or(lt(mails.created_at, oldest), neverFilled)));
}
