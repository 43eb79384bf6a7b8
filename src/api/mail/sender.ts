import { and, eq, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm';
import type { Site } from '../../contract/site.ts';
import type { AppContext } from '../context.ts';
import { readSite } from '../site/site.service.ts';
import { toMessage } from './letter.ts';
import { mails } from './mail.tables.ts';
import type { Mail } from './outbox.service.ts';
import type { MailTransport } from './post.ts';

type Row = typeof mails.$inferSelect;

const second = 1000;
const hour = 3600 * second;
/** Longer than any try can take: whoever claimed a mail and died loses it after this. */
const lease = 120 * second;
/** No try lasts longer, whatever a server does. */
const patience = 90 * second;
const atOnce = 5;
/** Between two rounds, once nobody has queued a mail for so long: in a rush those who are still pressing come first. */
const breath = 40;
/** Though never longer than this: a rush may last. */
const longestBreath = 500;
/** Seconds until the next try; the last one repeats. */
const pauses = [5, 15, 30, 60, 120, 300, 900, 1800, 3600];
const giveUpAfter = 24 * hour;
/** Rows of mails sent or given up hold no words any more; they are kept this long for the logs. */
const remembered = 30 * 24 * hour;

/**
 * Sends every mail that is due, each once: a mail is claimed before it is sent, by one statement that skips what another
 * process claims. Stops early when the server answers nobody, and when `signal` ends.
 */
export async function sendDue(ctx: AppContext, post: MailTransport, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted) {
    const claimed = await claim(ctx);
    if (!claimed.length) return;
    const site = await readSite(ctx.db);
    const results = await Promise.all(claimed.map((row) => sendOne(ctx, post, row, site)));
    if (!results.includes('answered')) return;
    await lull(ctx);
  }
}

/** Resolves at the next good moment to take time from everybody else. */
async function lull({ events }: AppContext): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const quiet = setTimeout(resolve, breath);
  const latest = setTimeout(resolve, longestBreath);
  const unsubscribe = events.on((topic) => {
    if (topic === 'mail') quiet.refresh();
  });
  await promise;
  unsubscribe();
  clearTimeout(quiet);
  clearTimeout(latest);
}

async function claim({ db, clock }: AppContext): Promise<Row[]> {
  const now = clock();
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(isNotNull(mails.content), lte(mails.next_attempt_at, now)))
    .orderBy(mails.next_attempt_at, mails.created_at)
    .limit(atOnce)
    .for('update', { skipLocked: true });
  return db
    .update(mails)
    .set({ attempts: sql`${mails.attempts} + 1`, next_attempt_at: new Date(now.getTime() + lease) })
    .where(sql`${mails.id} in ${due}`)
    .returning();
}

async function sendOne(ctx: AppContext, post: MailTransport, row: Row, site: Site): Promise<'answered' | 'silent'> {
  const { db, clock, log, env } = ctx;
  const { id, kind, created_at: createdAt, attempts } = row;
  try {
    const content = toMessage(row.content as Mail, env, site, createdAt);
    await inTime(post.send({ id, kind, createdAt, content }));
  } catch (error) {
    const reason = reasonOf(error);
    const late = clock().getTime() - createdAt.getTime() >= giveUpAfter;
    const given = late || isFinal(error);
    const pause = pauses[Math.min(attempts, pauses.length) - 1] as number;
    await db
      .update(mails)
      .set({
        last_error: reason,
        next_attempt_at: new Date(clock().getTime() + pause * second),
        ...(given ? { content: null } : {}),
      })
      .where(eq(mails.id, id));
    // The server's own words may carry the address; its code says enough.
    log.warn(
      { mail: id, kind, attempts, reason, given },
      given ? 'mail given up' : 'mail not sent, will be tried again',
    );
    return answered(error) ? 'answered' : 'silent';
  }
  await db.update(mails).set({ content: null, sent_at: clock(), last_error: null }).where(eq(mails.id, id));
  log.info({ mail: id, kind, attempts }, 'mail sent');
  return 'answered';
}

/** What nodemailer throws. */
type Failure = { code?: string; responseCode?: number; command?: string };

const answered = (error: unknown) => Boolean((error as Failure).responseCode);

/** The server refuses this recipient or these words for good; anything else may pass. */
function isFinal(error: unknown): boolean {
  const { responseCode = 0, command = '' } = error as Failure;
  return responseCode >= 500 && (command === 'RCPT TO' || command === 'DATA');
}

function reasonOf(error: unknown): string {
  const { code = 'unknown', responseCode, command } = error as Failure;
  return [code, command, responseCode].filter(Boolean).join(' ');
}

async function inTime(sending: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((_, reject) => {
    timer = setTimeout(() => reject(Object.assign(new Error('too slow'), { code: 'ETIMEDOUT' })), patience);
  });
  try {
    await Promise.race([sending, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Deletes rows of mails that were sent or given up long ago, and those that never held one. */
export async function forgetMails({ db, clock }: AppContext): Promise<void> {
  const before = new Date(clock().getTime() - remembered);
  const empty = and(isNull(mails.sent_at), isNull(mails.last_error), lt(mails.created_at, clock()));
  await db.delete(mails).where(and(isNull(mails.content), or(lt(mails.created_at, before), empty)));
}
