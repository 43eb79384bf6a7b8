import { claimAnnouncement } from '../catalog/moves.service.ts';
import { readSeatProducts, type SeatProduct } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, notFound } from '../errors.ts';
import { mutateOnce } from '../idempotency/idempotency.service.ts';
import type { IdempotentRequest } from '../idempotency/request.ts';
import type { Limit } from '../limits/limits.service.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { warnHoldersAgain } from '../payments/warnings.service.ts';
import { isBuyerGone, lockCheckoutsOf } from './checkouts.service.ts';
import { extendToChoice } from './movedDueDates.service.ts';
import { choiceUntil, type OrderRow, readParticipants, readStandingLines, sequenceOf } from './orders.service.ts';
import {
  productChangedMail,
  productHiddenMail,
  productMessageMail,
  productRestoredMail,
  type Recipient,
} from './productMessages.mails.ts';
import { calendarUid } from './seatHolders.service.ts';

/** Limits how often the participants of one product are mailed. */
const noticeLimit: Limit = { name: 'moved-notice', points: 3, seconds: 3600 };
const messageLimit: Limit = { name: 'participants-message', points: 5, seconds: 3600 };

/** Makes a mail of a product for one address. */
type ProductMail = (product: SeatProduct, to: string, recipient: Recipient) => Mail;

/** Reads who has a seat, by address: buyers, and participants with an address. Cancelled orders do not count. */
async function readRecipients(db: Database, product: SeatProduct): Promise<Map<string, Recipient>> {
  const lines = await readStandingLines(db, product.id);
  const ids = lines.map(({ id }) => id);
  const people = await readParticipants(db, ids);
  const recipients = new Map<string, Recipient>();
  const add = (email: string, uid: string, line: OrderRow, bought?: Omit<Recipient, 'entries' | 'isBuyer'>) => {
    const known = recipients.get(email);
    const entries = known?.entries ?? [];
    const isKnown = entries.some((entry) => entry.uid === uid);
    recipients.set(email, {
      entries: isKnown ? entries : [...entries, { uid, sequence: sequenceOf(line, product) }],
      choiceUntil: bought?.choiceUntil ?? known?.choiceUntil,
      hasAccount: (known?.hasAccount || bought?.hasAccount) ?? false,
      isBuyer: bought !== undefined || (known?.isBuyer ?? false),
    });
  };
  for (const line of lines)
    for (const person of people.get(line.id) ?? []) if (person.email) add(person.email, calendarUid(person), line);
  for (const line of lines)
    if (line.buyer_email)
      add(line.buyer_email, line.id, line, {
        choiceUntil: choiceUntil(line, product),
        hasAccount: line.user_id !== null,
      });
  return recipients;
}

/** Counts the addresses that a mail about a product goes to. Throws `not_found`; hidden products count. */
export async function countRecipients({ db }: AppContext, productId: string): Promise<number> {
  const product = (await readSeatProducts(db, [productId])).get(productId);
  if (!product) throw notFound();
  return (await readRecipients(db, product)).size;
}

/** Mails everybody with a seat once per address, and returns how many. */
async function mailRecipients({ tx, sendMail }: Mutation, productId: string, toMail: ProductMail): Promise<number> {
  const product = (await readSeatProducts(tx, [productId])).get(productId) as SeatProduct;
  const recipients = await readRecipients(tx, product);
  await sendMail(...[...recipients].map(([email, recipient]) => toMail(product, email, recipient)));
  return recipients.size;
}

/**
 * Mails a product's current day, time, place and leader to everybody with a seat, once until they change; after a
 * change of them whoever ordered before it may cancel in full, and need not pay before that choice ends. Throws
 * `not_found`, `conflict` for one that was called off, and `too_many_requests` after three an hour.
 */
export async function mailProductChanged(
  ctx: AppContext,
  actorId: string,
  productId: string,
): Promise<{ recipients: number; isNew: boolean }> {
  const product = (await readSeatProducts(ctx.db, [productId])).get(productId);
  if (!product || product.deleted_at) throw notFound();
  if (product.cancelled_at) throw new ApiError('conflict', { message: 'Bu atölye iptal edildi.' });
  await ctx.limits.consume(noticeLimit, productId);
  return mutate(ctx, actorId, async (mutation) => {
    const { tx } = mutation;
    const { whole, assertComplete } = await lockCheckoutsOf(tx, productId);
    const known = await claimAnnouncement(mutation, productId);
    if (!known) return { recipients: (await readRecipients(tx, product)).size, isNew: false };
    await assertComplete();
    const unpaid = await extendToChoice(mutation, whole);
    const open = Map.groupBy(unpaid, ({ lines }) => lines[0]?.buyer_email);
    const recipients = await mailRecipients(mutation, productId, (product, to, recipient) =>
      productChangedMail(
        product,
        to,
        { ...recipient, known, unpaid: (open.get(to) ?? []).map(({ row }) => row), now: mutation.now },
        ctx.env.siteUrl,
      ),
    );
    for (const checkout of unpaid.filter(isBuyerGone)) await warnHoldersAgain(mutation, checkout);
    await mutation.audit({ action: 'notice', entity: 'product', entityId: productId, after: { recipients } });
    return { recipients, isNew: true };
  });
}

/**
 * Mails words of the practice to everybody with a seat, also of a hidden product; once for each key of a request.
 * Returns the number of mails. Throws `not_found`, `idempotency_mismatch`, and `too_many_requests` after five an hour.
 */
export async function mailParticipants(
  ctx: AppContext,
  actorId: string,
  productId: string,
  message: { subject: string; text: string },
  request?: IdempotentRequest,
): Promise<number> {
  if (!(await readSeatProducts(ctx.db, [productId])).has(productId)) throw notFound();
  await ctx.limits.consume(messageLimit, productId);
  return mutateOnce(ctx, actorId, request, async (mutation) => {
    const recipients = await mailRecipients(mutation, productId, (product, to) =>
      productMessageMail(product, message, to),
    );
    await mutation.audit({ action: 'message', entity: 'product', entityId: productId, after: { recipients } });
    return recipients;
  });
}

/** Tells everybody with a seat that a product was hidden; returns how many. */
export const mailProductHidden = (mutation: Mutation, productId: string): Promise<number> =>
  mailRecipients(mutation, productId, productHiddenMail);

/** Tells everybody with a seat that a hidden product is back; returns how many. */
export const mailProductRestored = (mutation: Mutation, productId: string): Promise<number> =>
  mailRecipients(mutation, productId, productRestoredMail);
