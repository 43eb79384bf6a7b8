import { and, eq, inArray, ne } from 'drizzle-orm';
import { audit } from '../audit/audit.service.ts';
import { readSeatProducts } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import { notFound } from '../errors.ts';
import { queueMail } from '../mail/outbox.service.ts';
import { movedMail } from './moved.mail.ts';
import { orders, participants } from './orders.tables.ts';

/** A press too many must not fill people's mailboxes. */
const limit = { name: 'moved-notice', points: 3, seconds: 3600 };

/**
 * Mails today's day, hour and place of an event to everybody who holds a seat in it: buyers and participants, each
 * address once, cancelled orders aside. Answers how many. Throws `not_found` and, past three an hour, `too_many_requests`.
 */
export async function mailParticipants(ctx: AppContext, actorId: string, productId: string): Promise<number> {
  const { db, limits } = ctx;
  const event = (await readSeatProducts(db, [productId])).get(productId);
  if (!event || event.deleted_at) throw notFound();
  await limits.consume(limit, productId);
  const count = await db.transaction(async (tx) => {
    const standing = and(eq(orders.product_id, productId), ne(orders.status, 'cancelled'));
    const sold = await tx.select({ id: orders.id, email: orders.buyer_email }).from(orders).where(standing);
    const ids = sold.map((order) => order.id);
    const people = ids.length
      ? await tx
          .select({ id: participants.order_id, email: participants.email })
          .from(participants)
          .where(inArray(participants.order_id, ids))
      : [];
    // The order's id is the entry's in the calendar they got with it: the new file moves that entry.
    const orderOf = new Map([...people, ...sold].flatMap(({ id, email }) => (email ? [[email, id] as const] : [])));
    for (const [email, orderId] of orderOf) await queueMail(tx, movedMail(event, orderId, email));
    const after = { recipients: orderOf.size };
    await audit(tx, { actorId, action: 'notice', entity: 'product', entityId: productId, after });
    return orderOf.size;
  });
  ctx.events.emit('mail');
  return count;
}
