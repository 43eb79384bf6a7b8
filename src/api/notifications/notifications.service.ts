import { and, eq, lte, sql } from 'drizzle-orm';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import type { Job } from '../jobs/jobs.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { titledMail } from '../mail/titledMail.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { notifications } from './notifications.tables.ts';

/** A mail that asks the practice to look into the admin area. It never says who wrote what: mail is not private. */
export interface PracticeNotification {
  /** Also the mail's kind. */
  name: string;
  /** At most one mail in this time. */
  minIntervalSeconds: number;
  title: string;
  paragraphs: string[];
  button: string;
  /** Page of the admin area. */
  path: string;
}

/** Mails the practice now, or once the interval since the last mail has passed (`delayedNotificationJob`). */
export async function notifyPractice(
  { tx, now, sendMail }: Mutation,
  { env }: Pick<AppContext, 'env'>,
  notification: PracticeNotification,
): Promise<void> {
  const due = lte(notifications.told_at, intervalStart(now, notification));
  const [row] = await tx
    .insert(notifications)
    .values({ name: notification.name, told_at: now })
    .onConflictDoUpdate({
      target: notifications.name,
      set: {
        told_at: sql`case when ${due} then excluded.told_at else ${notifications.told_at} end`,
        waiting: sql`not (${due})`,
      },
    })
    .returning({ waiting: notifications.waiting });
  if (!row?.waiting) await sendMail(toNotificationMail(notification, env.siteUrl));
}

/** Sends a delayed notification, unless `hasUnseen` answers that nothing is left to look at. */
export const delayedNotificationJob = (
  ctx: AppContext,
  notification: PracticeNotification,
  hasUnseen: (tx: Database) => Promise<boolean>,
): Job => ({
  name: `notification: ${notification.name}`,
  everySeconds: 60,
  run: () =>
    mutate(ctx, null, async ({ tx, now, sendMail }) => {
      const ofName = eq(notifications.name, notification.name);
      const isDue = lte(notifications.told_at, intervalStart(now, notification));
      const [due] = await tx
        .update(notifications)
        .set({ waiting: false })
        .where(and(ofName, eq(notifications.waiting, true), isDue))
        .returning();
      if (!due || !(await hasUnseen(tx))) return;
      await tx.update(notifications).set({ told_at: now }).where(ofName);
      await sendMail(toNotificationMail(notification, ctx.env.siteUrl));
    }),
});

const intervalStart = (now: Date, { minIntervalSeconds }: PracticeNotification) =>
  new Date(now.getTime() - minIntervalSeconds * 1000);

export const toNotificationMail = (
  { name, title, paragraphs, button, path }: PracticeNotification,
  siteUrl: string,
): Mail => titledMail(undefined, name, { title, paragraphs, button: { label: button, url: `${siteUrl}${path}` } });
