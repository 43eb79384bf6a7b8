import type { Cancellation } from '../../contract/cancellations.ts';
import type { Order } from '../../contract/orders.ts';
import { waitlistTexts } from '../../contract/waitlist.texts.ts';
import { toKurus, toLira } from '../../shared/money.ts';
import type { AppContext } from '../context.ts';
import { ApiError, invalid } from '../errors.ts';
import type { Limit } from '../limits/limits.service.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { insertRefund, readBooked } from '../payments/ledger.service.ts';
import { splitLineRefund } from '../payments/vat.ts';
import { freeSeats } from '../waitlist/freeSeats.service.ts';
import { cancellationTerms, toCancellation } from './cancellation.ts';
import { cancelledNoticeMail, seatCancelledMail, seatsCancelledMail } from './cancellations.mails.ts';
import { otherLines, settleRows } from './checkouts.service.ts';
import { changeSeats, completeOrders, type OrderRow, toOrder } from './orders.service.ts';
import { lockOwnLine, type OwnLine, readOwnLine, removeSeats } from './participants.service.ts';
import { mailSeatHolders } from './seatHolders.service.ts';

/** Each cancellation mails the practice and participants, whose addresses the buyer typed. */
const cancellationLimit: Limit = { name: 'cancellation', points: 60, seconds: 3600 };

/** Why a line cannot be cancelled; undefined where it can. */
function findRefusal({ line, product }: OwnLine, now: Date): ApiError | undefined {
  if (line.status === 'cancelled') return new ApiError('conflict', { message: 'Bu sipariş zaten iptal edilmiş.' });
  if (product.starts_at > now) return undefined;
  return new ApiError('too_late', { message: 'Atölye başladı; sipariş artık buradan iptal edilemez.' });
}

/** How many seats are meant; all of the line where no positions are named. Throws `invalid`. */
function countSeats({ line, people }: OwnLine, positions: number[] | undefined): number {
  if (!positions) return line.quantity;
  const known = new Set(people.map(({ position }) => position));
  if (!positions.every((position) => known.has(position))) throw invalid({ participants: waitlistTexts.seats });
  return new Set(positions).size;
}

/**
 * What cancelling brings by the terms: up to all that was paid for the checkout, whatever its other lines still cost.
 * They stay to be paid. (An admin's cancelling gives back only what the others do not need, see `refundOfLine`.)
 */
function readTerms(own: OwnLine, positions: number[] | undefined, now: Date) {
  const { paid, refunding } = own.checkout.sums;
  const seats = countSeats(own, positions);
  return { seats, ...cancellationTerms(own.line, own.product, { seats, paid_kurus: paid - refunding }, now) };
}

/** What cancelling a line, or some of its seats, would bring now. Throws `not_found`, `invalid`. */
export async function previewCancellation(
  { db, clock }: AppContext,
  userId: string,
  orderId: string,
  positions: number[] | undefined,
): Promise<Cancellation> {
  const own = await readOwnLine(db, userId, orderId);
  const refusal = findRefusal(own, clock());
  if (refusal) return { allowed: false, refund: 0, percent: 0, until: null, reason: refusal.body.message };
  return toCancellation(readTerms(own, positions, clock()));
}

/**
 * Cancels a line of a user's order or some of its seats, frees them and makes a refund task of what comes back; mails
 * the buyer, participants with an address of their own, and the practice. Throws `not_found`, `conflict`, `too_late`,
 * `invalid`, `too_many_requests`, and `terms_changed` with the present `cancellation` where the refund is another than
 * expected.
 */
export async function cancelSeats(
  ctx: AppContext,
  userId: string,
  orderId: string,
  request: { expected_refund: number; participants?: number[] | undefined },
): Promise<Order> {
  await ctx.limits.consume(cancellationLimit, userId);
  const line = await mutate(ctx, userId, (mutation) => cancelLocked(mutation, ctx, { userId, orderId, ...request }));
  // Read after the commit, so that the product's lock is not held longer.
  return (await completeOrders(ctx.db, [line], ctx))[0] as Order;
}

/** Cancels as `cancelSeats` in its transaction; returns the line as it is then. */
async function cancelLocked(
  mutation: Mutation,
  { env }: Pick<AppContext, 'env'>,
  {
    userId,
    orderId,
    expected_refund,
    participants: positions,
  }: { userId: string; orderId: string; expected_refund: number; participants?: number[] | undefined },
): Promise<OrderRow> {
  const { tx, now, audit, sendMail } = mutation;
  const own = await lockOwnLine(tx, userId, orderId);
  const refusal = findRefusal(own, now);
  if (refusal) throw refusal;
  const { line, product, people, checkout } = own;
  const terms = readTerms(own, positions, now);
  if (terms.refund_kurus !== toKurus(expected_refund))
    throw new ApiError('terms_changed', {
      message: 'İade tutarı değişti. Lütfen yeni tutarı görüp yeniden onaylayın.',
      cancellation: toCancellation(terms),
    });
  const isWhole = terms.seats >= line.quantity;
  const gone = people.filter(({ position }) => isWhole || positions?.includes(position));
  const { seats, kept_kurus } = terms;
  const changed = isWhole
    ? ((await changeSeats(tx, [line], { status: 'cancelled', kept_line_kurus: kept_kurus }))[0] as OrderRow)
    : await removeSeats(tx, line, { seats, gone, kept_kurus });
  await freeSeats(mutation, line.product_id, terms.seats, product);
  const refunds = [...checkout.ledger.refunds];
  if (terms.refund_kurus)
    refunds.push(
      await insertRefund(mutation, {
        code: line.code,
        amount_kurus: terms.refund_kurus,
        vat_shares: splitLineRefund(terms.refund_kurus, line.vat_rate, readBooked(checkout.ledger)),
        reason: `${line.event_title}: alıcı ${isWhole ? 'siparişi' : `${terms.seats} yeri`} iptal etti`,
        order_id: orderId,
        seats: isWhole ? null : terms.seats,
        reduces_paid: true,
      }),
    );
  const lines = checkout.lines.map((one) => (one.id === orderId ? changed : one));
  const settled = await settleRows(mutation, { row: checkout.row, lines, ledger: { ...checkout.ledger, refunds } });
  await audit({
    action: 'cancel',
    entity: 'order',
    entityId: orderId,
    before: { quantity: line.quantity },
    after: { quantity: isWhole ? 0 : line.quantity - terms.seats, amount_kurus: terms.refund_kurus },
  });
  const left = isWhole ? people : people.filter((person) => !gone.includes(person));
  const row = settled.lines.find(({ id }) => id === orderId) as OrderRow;
  const facts = {
    order: toOrder(row, product, left),
    seats: terms.seats,
    refund: toLira(terms.refund_kurus),
    percent: terms.percent,
    paid: toLira(checkout.sums.paid),
    open: toLira(settled.sums.open),
    isWhole,
    others: otherLines(settled, orderId),
  };
  const buyer = line.buyer_email ? [seatsCancelledMail(facts, line.buyer_email, line.buyer_name ?? '', env)] : [];
  await sendMail(cancelledNoticeMail(facts, env), ...buyer);
  await mailSeatHolders(mutation, row, {
    event: product,
    people: gone,
    others: isWhole ? [] : left,
    toMail: seatCancelledMail,
  });
  return row;
}
