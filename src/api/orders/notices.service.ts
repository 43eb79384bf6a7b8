import { and, eq } from 'drizzle-orm';
import { readSeatProducts, type SeatProduct } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { notFound } from '../errors.ts';
import type { Limit } from '../limits/limits.service.ts';
import type { Mail } from '../mail/outbox.service.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { productChangedMail, productHiddenMail, productMessageMail, productRestoredMail } from './orders.mails.ts';
import { isNotCancelled, orders, participants } from './orders.tables.ts';

/** Limits how often the participants of one product are mailed. */
const noticeLimit: Limit = { name: 'moved-notice', points: 3, seconds: 3600 };
const messageLimit: Limit = { name: 'participants-message', points: 5, seconds: 3600 };

/** Makes a mail of a product for one address. `orderId` is the id of the calendar entry in the confirmation mail. */
type ProductMail = (product: SeatProduct, orderId: string, to: string) => Mail;

/** Reads who has a seat: buyers and participants with an address, each with an order. Cancelled orders do not count. */
async function readRecipients(db: Database, productId: string): Promise<Map<string, string>> {
  const where = and(eq(orders.product_id, productId), isNotCancelled);
  const buyers = await db.select({ id: orders.id, email: orders.buyer_email }).from(orders).where(where);
  const people = await db
    .select({ id: orders.id, email: participants.email })
    .from(participants)
    .innerJoin(orders, eq(participants.order_id, orders.id))
    .where(where);
  return new Map([...people, ...buyers].flatMap(({ id, email }) => (email ? [[email, id] as const] : [])));
}

/** Counts the addresses that a mail about a product goes to. Throws `not_found`; hidden products count. */
export async function countRecipients({ db }: AppContext, productId: string): Promise<number> {
  if (!(await readSeatProducts(db, [productId])).has(productId)) throw notFound();
  return (await readRecipients(db, productId)).size;
}

/** Mails everybody with a seat once per address, and returns how many. */
async function mailRecipients({ tx, sendMail }: Mutation, productId: string, toMail: ProductMail): Promise<number> {
  const product = (await readSeatProducts(tx, [productId])).get(productId) as SeatProduct;
  const recipients = await readRecipients(tx, productId);
  const [first, ...others] = [...recipients].map(([email, orderId]) => toMail(product, orderId, email));
  if (first) await sendMail(first, ...others);
  return recipients.size;
}

/**
 * Mails a product's current day, time and place to everybody with a seat. Returns the number of mails. Throws
 * `not_found`, and `too_many_requests` after three an hour.
 */
export async function mailProductChanged(ctx: AppContext, actorId: string, productId: string): Promise<number> {
  const product = (await readSeatProducts(ctx.db, [productId])).get(productId);
  if (!product || product.deleted_at) throw notFound();
  await ctx.limits.consume(noticeLimit, productId);
  return mutate(ctx, actorId, async (mutation) => {
    const recipients = await mailRecipients(mutation, productId, productChangedMail);
    await mutation.audit({ action: 'notice', entity: 'product', entityId: productId, after: { recipients } });
    return recipients;
  });
}

/**
 * Mails words of the practice to everybody with a seat, also of a hidden product. Returns the number of mails. Throws
 * `not_found`, and `too_many_requests` after five an hour.
 */
export async function mailParticipants(
  ctx: AppContext,
  actorId: string,
  productId: string,
  message: { subject: string; text: string },
): Promise<number> {
  if (!(await readSeatProducts(ctx.db, [productId])).has(productId)) throw notFound();
  await ctx.limits.consume(messageLimit, productId);
  return mutate(ctx, actorId, async (mutation) => {
    const recipients = await mailRecipients(mutation, productId, (product, _, to) =>
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
