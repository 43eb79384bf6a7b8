import type { AdminCancellation } from '../../contract/cancellations.ts';
import type { Order } from '../../contract/orders.ts';
import { waitlistTexts } from '../../contract/waitlist.texts.ts';
import { toKurus, toLira } from '../../shared/money.ts';
import type { AppContext } from '../context.ts';
import { ApiError, invalid } from '../errors.ts';
import type { Limit } from '../limits/limits.service.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { refundOfLine } from '../payments/checkoutState.ts';
import { insertRefund, readBooked, toLedger } from '../payments/ledger.service.ts';
import { splitLineRefund } from '../payments/vat.ts';
import { freeSeats } from '../waitlist/freeSeats.service.ts';
import { cancellationTerms, toCancellation } from './cancellation.ts';
import { cancelledNoticeMail, seatCancelledMail, seatsCancelledMail } from './cancellations.mails.ts';
import { otherLines, settleRows, toLedgerLine } from './checkouts.service.ts';
import { changeSeats, completeOrders, type OrderRow, toOrder } from './orders.service.ts';
import {
  keysFor,
  lockLineOf,
  readLineOf,
  removeSeats,
  type SeatActor,
  type WholeLine,
} from './participants.service.ts';
import { mailSeatHolders } from './seatHolders.service.ts';

/** Each cancellation mails the practice and participants, whose addresses the buyer typed. */
const cancellationLimit: Limit = { name: 'cancellation', points: 60, seconds: 3600 };

/** Why a line cannot be cancelled; undefined where it can. */
function findRefusal({ line, product }: WholeLine, now: Date): ApiError | undefined {
  if (line.status === 'cancelled') return new ApiError('conflict', { message: 'Bu sipariş zaten iptal edilmiş.' });
  if (product.starts_at > now) return undefined;
  return new ApiError('too_late', { message: 'Atölye başladı; sipariş artık buradan iptal edilemez.' });
}

/** How many seats are meant; all of the line where no positions are named. Throws `invalid`. */
function countSeats({ line, people }: WholeLine, positions: number[] | undefined): number {
  if (!positions) return line.quantity;
  const known = new Set(people.map(({ position }) => position));
  if (!positions.every((position) => known.has(position))) throw invalid({ participants: waitlistTexts.seats });
  return new Set(positions).size;
}

/**
 * What cancelling brings by the terms, and `full_kurus`, what it brings at most. A buyer's brings up to all that was
 * paid for the checkout, whatever its other seats still cost: they stay to be paid. An admin's gives back only what the
 * others do not need.
 */
function readTerms(whole: WholeLine, { isAdmin }: SeatActor, positions: number[] | undefined, now: Date) {
  const { line, product, checkout } = whole;
  const seats = countSeats(whole, positions);
  const [lines, ledger] = [checkout.lines.map(toLedgerLine), toLedger(checkout.ledger)];
  const full_kurus = isAdmin
    ? refundOfLine(toLedgerLine(line), lines, ledger, line.unit_price_kurus * seats)
    : checkout.sums.paid - checkout.sums.refunding;
  return { seats, full_kurus, ...cancellationTerms(line, product, { seats, paid_kurus: full_kurus }, now) };
}

type Terms = ReturnType<typeof readTerms>;

const toAdminCancellation = (terms: Terms): AdminCancellation => ({
  ...toCancellation(terms),
  full_refund: toLira(terms.full_kurus),
});

/** What cancelling a line, or some of its seats, would bring now. Throws `not_found`, `invalid`. */
export async function previewCancellation(
  { db, clock }: AppContext,
  actor: SeatActor,
  orderId: string,
  positions: number[] | undefined,
): Promise<AdminCancellation> {
  const whole = await readLineOf(db, actor, orderId);
  const refusal = findRefusal(whole, clock());
  if (refusal)
    return { allowed: false, refund: 0, full_refund: 0, percent: 0, until: null, reason: refusal.body.message };
  return toAdminCancellation(readTerms(whole, actor, positions, clock()));
}

/**
 * Cancels a line or some of its seats, frees them and makes a refund task of what comes back; mails the buyer,
 * participants with an address of their own and, where the buyer does it, the practice. An admin may also give back all
 * that was paid for the seats. Throws `not_found`, `conflict`, `too_late`, `invalid`, `too_many_requests`, and
 * `terms_changed` with the present `cancellation` where the refund is another than expected.
 */
export async function cancelSeats(
  ctx: AppContext,
  actor: SeatActor,
  orderId: string,
  request: { expected_refund: number; participants?: number[] | undefined },
): Promise<Order> {
  if (!actor.isAdmin) await ctx.limits.consume(cancellationLimit, actor.userId);
  const line = await mutate(ctx, actor.userId, (mutation) =>
    cancelLocked(mutation, ctx, { actor, orderId, ...request }),
  );
  // Read after the commit, so that the product's lock is not held longer.
  return (await completeOrders(ctx.db, [line], keysFor(actor, ctx)))[0] as Order;
}

/** The terms with the refund that was expected. Throws `terms_changed` where that is none they allow. */
function agreeOn(terms: Terms, expected_kurus: number, { isAdmin }: SeatActor): Terms {
  if (terms.refund_kurus === expected_kurus) return terms;
  if (isAdmin && terms.full_kurus === expected_kurus)
    return { ...terms, percent: 100, refund_kurus: expected_kurus, kept_kurus: 0 };
  throw new ApiError('terms_changed', {
    message: 'İade tutarı değişti. Lütfen yeni tutarı görüp yeniden onaylayın.',
    cancellation: isAdmin ? toAdminCancellation(terms) : toCancellation(terms),
  });
}

/** Why money goes back, in the words of the list of refunds; `seats` where the line keeps others. */
function refundReason({ isAdmin }: SeatActor, seats: number | undefined): string {
  if (isAdmin) return seats ? `${seats} yer iptal edildi` : 'sipariş iptal edildi';
  return `alıcı ${seats ? `${seats} yeri` : 'siparişi'} iptal etti`;
}

/** Cancels as `cancelSeats` in its transaction; returns the line as it is then. */
async function cancelLocked(
  mutation: Mutation,
  { env }: Pick<AppContext, 'env'>,
  {
    actor,
    orderId,
    expected_refund,
    participants: positions,
  }: { actor: SeatActor; orderId: string; expected_refund: number; participants?: number[] | undefined },
): Promise<OrderRow> {
  const { tx, now, audit, sendMail } = mutation;
  const whole = await lockLineOf(tx, actor, orderId);
  const refusal = findRefusal(whole, now);
  if (refusal) throw refusal;
  const { line, product, people, checkout } = whole;
  const terms = agreeOn(readTerms(whole, actor, positions, now), toKurus(expected_refund), actor);
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
        reason: `${line.event_title}: ${refundReason(actor, isWhole ? undefined : terms.seats)}`,
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
    byPractice: actor.isAdmin,
    others: otherLines(settled, orderId),
  };
  const { buyer_email: email, buyer_name: name, user_id } = line;
  if (!actor.isAdmin) await sendMail(cancelledNoticeMail(facts, env));
  if (email) await sendMail(seatsCancelledMail(facts, { email, name: name ?? '', hasAccount: user_id !== null }, env));
  await mailSeatHolders(mutation, row, {
    event: product,
    people: gone,
    others: isWhole ? [] : left,
    toMail: seatCancelledMail,
  });
  return row;
}
