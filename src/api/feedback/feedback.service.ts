import { randomInt } from 'node:crypto';
import { eq, inArray } from 'drizzle-orm';
import type { HandlerInput, Reply } from '../../contract/endpoints.ts';
import type { feedbackApi } from '../../contract/feedback.ts';
import { dayMs } from '../../shared/time.ts';
import {
  lockSeatProducts,
  productsStartedBefore,
  readSeatProducts,
  type SeatProduct,
} from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError } from '../errors.ts';
import { sha256 } from '../hash.ts';
import { countUnknown } from '../limits/unknownCodes.ts';
import { mutate } from '../mutation.ts';
import { feedbackAnswers, usedFeedbackLinks } from './feedback.tables.ts';
import { readFeedbackToken } from './feedbackToken.ts';

type NewFeedback = HandlerInput<(typeof feedbackApi)['POST /api/feedback/:token']>;

/** How long after an event its answers are kept and its links work. */
const retentionMs = 365 * dayMs;

/** Binds sealed words to their event; an answer has no id of its own that stays. */
export const feedbackData = (productId: string): string => `feedback ${productId}`;

const linkExpired = () =>
  new ApiError('link_expired', { message: 'Bu bağlantıyla görüş bildirilmiş ya da süresi dolmuş. Teşekkür ederiz.' });

/** Whether a link can be used: no answer came with it, and its event is not a year past. */
async function isOpen(db: Database, token: string, event: SeatProduct | undefined, now: Date): Promise<boolean> {
  if (!event || event.starts_at.getTime() + retentionMs <= now.getTime()) return false;
  return !(await db.$count(usedFeedbackLinks, eq(usedFeedbackLinks.token_hash, sha256(token))));
}

/** The event's id of a token. Throws `link_expired`, and `too_many_requests` for who tries unknown ones. */
async function findEvent(ctx: AppContext, token: string, ip: string): Promise<string> {
  const id = readFeedbackToken(ctx.encryption, token);
  if (id) return id;
  await countUnknown(ctx, ip);
  throw linkExpired();
}

/** Which event a link is for. Throws as `findEvent`, and `link_expired` once it was used. */
export async function readFeedbackEvent(
  ctx: AppContext,
  token: string,
  ip: string,
): Promise<Reply<(typeof feedbackApi)['GET /api/feedback/:token']>> {
  const id = await findEvent(ctx, token, ip);
  const event = (await readSeatProducts(ctx.db, [id])).get(id);
  if (!event || !(await isOpen(ctx.db, token, event, ctx.clock()))) throw linkExpired();
  return { event_title: event.title, date: event.date };
}

/**
 * Stores an answer, once per link. The event's earlier answers are rewritten with it, shuffled and with new ids:
 * times, order, transaction and place in the table are the same for all of them. Throws as `readFeedbackEvent`.
 */
export async function giveFeedback(ctx: AppContext, token: string, { scores, text }: NewFeedback['body'], ip: string) {
  const product_id = await findEvent(ctx, token, ip);
  await mutate(ctx, null, async ({ tx, now }) => {
    const event = (await lockSeatProducts(tx, [product_id])).get(product_id);
    if (!(await isOpen(tx, token, event, now))) throw linkExpired();
    await tx.insert(usedFeedbackLinks).values({ token_hash: sha256(token), product_id });
    const earlier = await tx.delete(feedbackAnswers).where(eq(feedbackAnswers.product_id, product_id)).returning();
    const sealed = text ? ctx.encryption.encrypt(text, feedbackData(product_id)) : null;
    const answers = [...earlier.map(({ id: _, ...answer }) => answer), { product_id, ...scores, sealed }];
    await tx.insert(feedbackAnswers).values(shuffle(answers));
  });
}

/** A copy in random order (Fisher and Yates). */
export function shuffle<T>(values: readonly T[]): T[] {
  const shuffled = [...values];
  for (let last = shuffled.length - 1; last > 0; last -= 1) {
    const other = randomInt(last + 1);
    [shuffled[last], shuffled[other]] = [shuffled[other] as T, shuffled[last] as T];
  }
  return shuffled;
}

/** Deletes answers and used links of events a year past. */
export const deleteOldFeedback = (ctx: AppContext): Promise<void> =>
  mutate(ctx, null, async ({ tx, now }) => {
    const old = productsStartedBefore(tx, new Date(now.getTime() - retentionMs));
    await tx.delete(feedbackAnswers).where(inArray(feedbackAnswers.product_id, old));
    await tx.delete(usedFeedbackLinks).where(inArray(usedFeedbackLinks.product_id, old));
  });
