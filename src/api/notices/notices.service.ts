import { and, eq, lte, sql } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import type { Job } from '../jobs/jobs.ts';
import { queueMail } from '../mail/outbox.service.ts';
import { notices } from './notices.tables.ts';

/** A mail that tells the practice to look into the admin area: never who wrote what (mail is an open postcard). */
export interface Notice {
  /** Also the mail's kind. */
  name: string;
  /** At most one mail in this time. */
  everySeconds: number;
  title: string;
  paragraphs: string[];
  button: string;
  /** Page of the admin area. */
  path: string;
}

/**
 * Tells the practice, in the transaction of what happened: at once, or, where it was told a short while ago, when that
 * while is over (`noticeJob`). After the commit tell `mail`.
 */
export async function tellPractice(tx: Database, ctx: AppContext, notice: Notice): Promise<void> {
  const now = ctx.clock();
  const due = lte(notices.told_at, since(now, notice));
  const [row] = await tx
    .insert(notices)
    .values({ name: notice.name, told_at: now })
    .onConflictDoUpdate({
      target: notices.name,
      set: {
        told_at: sql`case when ${due} then excluded.told_at else ${notices.told_at} end`,
        waiting: sql`not (${due})`,
      },
    })
    .returning({ waiting: notices.waiting });
  if (!row?.waiting) await queueNotice(tx, ctx, notice);
}

/** Sends the mail that had to wait, unless by then nothing is left to look at. */
export function noticeJob(ctx: AppContext, notice: Notice, isAnythingLeft: (tx: Database) => Promise<boolean>): Job {
  return {
    name: `notice: ${notice.name}`,
    everySeconds: 60,
    async run() {
      const now = ctx.clock();
      const sent = await ctx.db.transaction(async (tx) => {
        const mine = eq(notices.name, notice.name);
        const [due] = await tx
          .update(notices)
          .set({ waiting: false })
          .where(and(mine, eq(notices.waiting, true), lte(notices.told_at, since(now, notice))))
          .returning();
        if (!due || !(await isAnythingLeft(tx))) return false;
        await tx.update(notices).set({ told_at: now }).where(mine);
        await queueNotice(tx, ctx, notice);
        return true;
      });
      if (sent) ctx.events.emit('mail');
    },
  };
}

const since = (now: Date, { everySeconds }: Notice) => new Date(now.getTime() - everySeconds * 1000);

async function queueNotice(tx: Database, { env }: AppContext, notice: Notice): Promise<void> {
  const { name, title, paragraphs, button, path } = notice;
  await queueMail(tx, {
    kind: name,
    subject: title,
    parts: { title, paragraphs, button: { label: button, url: `${env.siteUrl}${path}` } },
  });
}
