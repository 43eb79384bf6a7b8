import { randomBytes } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { OrderStatus } from '../../contract/orders.ts';
import type { TransferOffer } from '../../contract/transfers.ts';
import { readSeatProducts, type SeatProduct } from '../catalog/seats.service.ts';
import { readPublishedLegal } from '../content/publishedLegal.service.ts';
import type { AppContext } from '../context.ts';
import { endArrival } from '../door/arrivals.service.ts';
import { ApiError } from '../errors.ts';
import { sha256 } from '../hash.ts';
import type { Limit } from '../limits/limits.service.ts';
import { countUnknown } from '../limits/unknownCodes.ts';
import { mutate } from '../mutation.ts';
import { replaceTicket } from '../tickets/tickets.service.ts';
import { type Seat, seatKey } from '../tickets/tickets.ts';
import { deleteAnswer } from './answers.service.ts';
import { seatCancelledMail } from './cancellations.mails.ts';
import { readDoorLines } from './doorSeats.service.ts';
import { changeSeats, type OrderRow, type ParticipantRow, sequenceOf, transferUntil } from './orders.service.ts';
import { orders, participants, transfers } from './orders.tables.ts';
import { splitName, stands } from './orders.ts';
import { lockLine, lockSeat, refreshSearch } from './participants.service.ts';
import { mailSeatHolders } from './seatHolders.service.ts';
import { handedOnMail, takenOverMail } from './transfers.mails.ts';

/** Whoever uses a link is mailed at the address they type: the buyer may use their own for a stranger's. */
const linkLimit: Limit = { name: 'transfer link', points: 60, seconds: 3600 };

const isSeat = ({ order_id, position }: Seat) =>
  and(eq(transfers.order_id, order_id), eq(transfers.position, position));

/**
 * Makes the link that hands a seat on; the one before it ends. Only its hash is stored. Throws `not_found`, `conflict`,
 * `too_many_requests`, and `too_late` from an hour before the start on.
 */
export async function offerTransfer(
  ctx: AppContext,
  userId: string,
  { order_id, position }: Seat,
): Promise<{ url: string; expires_at: string }> {
  await ctx.limits.consume(linkLimit, userId);
  return mutate(ctx, userId, async ({ tx, now }) => {
    const { product } = await lockSeat(tx, { userId, isAdmin: false }, { order_id, position });
    const expires = transferUntil(product);
    if (expires <= now)
      throw new ApiError('too_late', {
        message: 'Yerinizi atölyeden en geç 1 saat önce devredebilirsiniz; bu süre doldu.',
      });
    const token = randomBytes(24).toString('base64url');
    const values = { token_hash: sha256(token), created_at: now };
    await tx
      .insert(transfers)
      .values({ order_id, position, ...values })
      .onConflictDoUpdate({ target: [transfers.order_id, transfers.position], set: values });
    return { url: `${ctx.env.siteUrl}/devir/${token}`, expires_at: expires.toISOString() };
  });
}

/** Takes the link back, whether there is one or not. Throws as `lockSeat`: the link may have been used. */
export const withdrawTransfer = (ctx: AppContext, userId: string, seat: Seat): Promise<void> =>
  mutate(ctx, userId, async ({ tx }) => {
    await lockSeat(tx, { userId, isAdmin: false }, seat);
    await tx.delete(transfers).where(isSeat(seat));
  });

const expired = () =>
  new ApiError('link_expired', {
    message:
      'Bu devir bağlantısı kullanılmış, geri alınmış ya da süresi dolmuş. Yeri devreden kişiden yeni bir bağlantı isteyin.',
  });

const toOffer = (product: SeatProduct): TransferOffer => ({ ...product, event_title: product.title });

/** Whether a seat can be taken over now. */
const isOpen = (line: { status: OrderStatus }, product: SeatProduct, now: Date) =>
  stands(line) && !product.cancelled_at && transferUntil(product) > now;

/** Finds the seat of a link. Throws `link_expired`, and `too_many_requests` for who tries unknown ones. */
async function findByToken(ctx: AppContext, token: string, ip: string) {
  const [found] = await ctx.db
    .select({ transfer: transfers, order: orders })
    .from(transfers)
    .innerJoin(orders, eq(orders.id, transfers.order_id))
    .where(eq(transfers.token_hash, sha256(token)));
  if (found) return found;
  await countUnknown(ctx, ip);
  throw expired();
}

/** Which event a link is for. Throws as `findByToken`. */
export async function readTransfer(ctx: AppContext, token: string, ip: string): Promise<TransferOffer> {
  const { order } = await findByToken(ctx, token, ip);
  const product = (await readSeatProducts(ctx.db, [order.product_id])).get(order.product_id) as SeatProduct;
  if (!isOpen(order, product, ctx.clock())) throw expired();
  return toOffer(product);
}

/**
 * Makes a seat somebody else's, once, and mails them, the buyer and whoever it was bought for. What was answered for
 * the person before is deleted. Throws as `findByToken`.
 */
export async function takeOver(
  ctx: AppContext,
  token: string,
  { fullName, email }: { fullName: string; email: string },
  ip: string,
): Promise<TransferOffer> {
  const { order } = await findByToken(ctx, token, ip);
  return mutate(ctx, null, async (mutation) => {
    const { tx, now, audit, sendMail } = mutation;
    const { line, product, people } = await lockLine(tx, order.code, order.id);
    // Deleted under the lock: of two that press at once the second one finds nothing.
    const [used] = await tx
      .delete(transfers)
      .where(eq(transfers.token_hash, sha256(token)))
      .returning();
    if (!used || !isOpen(line, product, now)) throw expired();
    const seat = { order_id: line.id, position: used.position };
    await replaceTicket(tx, ctx, seat);
    await endArrival(mutation, seat);
    const [notice] = await readPublishedLegal(tx, ['aydinlatma-metni'], now);
    const isMeantSeat = and(eq(participants.order_id, line.id), eq(participants.position, seat.position));
    const consent = { consent_version: notice?.version ?? '', consent_at: now };
    const person = { ...splitName(fullName), email, ...consent };
    await tx.update(participants).set(person).where(isMeantSeat);
    await deleteAnswer(tx, seat.order_id, seat.position);
    await refreshSearch(tx, line);
    await audit({ action: 'transfer', entity: 'order', entityId: line.id, after: { position: seat.position } });
    // Raises the sequence: calendars ignore a file whose sequence they know already.
    const [changed] = (await changeSeats(tx, [line], {})) as [OrderRow];
    const isMeant = ({ position }: ParticipantRow) => position === seat.position;
    await mailSeatHolders(mutation, changed, {
      event: product,
      people: people.filter((person) => isMeant(person) && person.email !== email),
      others: people.filter((person) => !isMeant(person)),
      toMail: seatCancelledMail,
    });
    const entry = { uid: seatKey(seat), sequence: sequenceOf(changed, product) };
    const open = (await readDoorLines(tx, [line.id])).seats.get(seatKey(seat))?.open ?? 0;
    await sendMail(
      takenOverMail(product, { to: email, entry, seat, open }),
      ...(line.buyer_email ? [handedOnMail(product, { to: line.buyer_email, code: line.code }, ctx.env)] : []),
    );
    return toOffer(product);
  });
}
