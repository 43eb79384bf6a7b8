import type { callOffApi } from '../../contract/cancellations.ts';
import type { Reply } from '../../contract/endpoints.ts';
import { toLira } from '../../shared/money.ts';
import { type Contact, readContacts } from '../account/contacts.service.ts';
import { markCancelled } from '../catalog/moves.service.ts';
import { lockSeatProducts, readSeatProducts, type SeatProduct } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { ApiError, notFound } from '../errors.ts';
import { mutate } from '../mutation.ts';
import { deriveCheckout, refundOfLine } from '../payments/checkoutState.ts';
import { insertRefunds, type NewRefund, readBooked, toLedger } from '../payments/ledger.service.ts';
import { negate, splitLineRefund } from '../payments/vat.ts';
import { endEntries, freeSeats, readLive } from '../waitlist/freeSeats.service.ts';
import { calledOffMail, type Holder, lineCalledOffMail } from './callOff.mails.ts';
import {
  lockCheckoutsOf,
  readCheckoutsByCode,
  settleCheckouts,
  standingCodes,
  toLedgerLine,
  type WholeCheckout,
} from './checkouts.service.ts';
import type { OtherLines } from './mailParts.ts';
import { changeSeats, type OrderRow, readParticipants, sequenceOf } from './orders.service.ts';
import { stands } from './orders.ts';
import { calendarUid } from './seatHolders.service.ts';

/** Calling off raises the sequence of the product and that of each line by one. */
const risingSequences = 2;

/** What calling a product off does. */
interface Plan {
  lines: OrderRow[];
  refunds: NewRefund[];
  /** Whoever has a seat, by e-mail address. */
  holders: Map<string, Holder>;
  /** Whoever waits and has no seat, by e-mail address. */
  waiting: Map<string, Contact>;
}

/** Works out lines, refunds and people of a product from its checkouts. */
async function plan(db: Database, product: SeatProduct, whole: WholeCheckout[]): Promise<Plan> {
  const found = whole.flatMap(({ lines, ledger }) => {
    const standing = lines.filter(stands);
    const leaving = standing.filter(({ product_id }) => product_id === product.id);
    const refunds = leaving.map((line) => refundOfLine(toLedgerLine(line), lines.map(toLedgerLine), toLedger(ledger)));
    // Where nothing of the checkout stands any more, what was paid beyond its price, and is not kept, goes back.
    const ended = lines.map((line) => ({ ...toLedgerLine(line), cancelled: true }));
    const { paid, refunding, kept } = deriveCheckout(ended, toLedger(ledger));
    const rest = paid - refunding - kept - refunds.reduce((total, amount) => total + amount, 0);
    if (leaving.length === standing.length && rest > 0) refunds.push((refunds.pop() ?? 0) + rest);
    const booked = readBooked(ledger);
    return leaving.map((line, index) => {
      const amount_kurus = refunds[index] as number;
      const vat_shares = splitLineRefund(amount_kurus, line.vat_rate, booked);
      booked.push(...vat_shares.map(negate));
      return { line, amount_kurus, vat_shares };
    });
  });
  const lines = found.map(({ line }) => line);
  const holders = new Map<string, Holder>();
  const add = (email: string | null, uid: string, line: OrderRow, bought?: { refund_kurus: number }) => {
    if (!email) return;
    const known = holders.get(email);
    // As it will be at the end of this transaction.
    const entry = { uid, sequence: sequenceOf(line, product) + risingSequences };
    holders.set(email, {
      name: known?.name || ((bought && line.buyer_name) ?? ''),
      isBuyer: known?.isBuyer || bought !== undefined,
      hasAccount: known?.hasAccount || (bought !== undefined && line.user_id !== null),
      entries: [...(known?.entries ?? []), entry],
      refund_kurus: (known?.refund_kurus ?? 0) + (bought?.refund_kurus ?? 0),
    });
  };
  for (const { line, amount_kurus } of found) add(line.buyer_email, line.id, line, { refund_kurus: amount_kurus });
  const byId = new Map(lines.map((line) => [line.id, line]));
  for (const [id, people] of await readParticipants(db, [...byId.keys()])) {
    const line = byId.get(id) as OrderRow;
    for (const one of people) if (one.email !== line.buyer_email) add(one.email, calendarUid(one), line);
  }
  const entries = await readLive(db, product.id);
  const contacts = await readContacts(db, entries);
  return {
    lines,
    refunds: found.flatMap(({ line: { id, code, event_title }, amount_kurus, vat_shares }) =>
      amount_kurus
        ? {
            ...{ code, amount_kurus, vat_shares, order_id: id, reduces_paid: true },
            reason: `${event_title}: atölye iptal edildi`,
          }
        : [],
    ),
    holders,
    waiting: new Map([...contacts.values()].filter(({ email }) => !holders.has(email)).map((one) => [one.email, one])),
  };
}

const sum = (refunds: NewRefund[]) => refunds.reduce((total, { amount_kurus }) => total + amount_kurus, 0);

/** Why a product cannot be called off; undefined where it can. */
function findRefusal({ cancelled_at, starts_at }: SeatProduct, now: Date): ApiError | undefined {
  if (cancelled_at) return new ApiError('conflict', { message: 'Bu atölye zaten iptal edilmiş.' });
  if (starts_at <= now) return new ApiError('conflict', { message: 'Başlamış bir atölye iptal edilemez.' });
  return undefined;
}

/** What calling a product off would do. Throws `not_found`, `conflict`. */
export async function previewCallOff(
  { db, clock }: AppContext,
  productId: string,
): Promise<Reply<(typeof callOffApi)['GET /api/admin/product/:id/cancellation']>> {
  const product = (await readSeatProducts(db, [productId])).get(productId);
  if (!product) throw notFound();
  const refusal = findRefusal(product, clock());
  if (refusal) throw refusal;
  const codes = await standingCodes(db, productId);
  const { lines, refunds, holders, waiting } = await plan(db, product, await readCheckoutsByCode(db, codes));
  return {
    orders: lines.length,
    seats: lines.reduce((seats, { quantity }) => seats + quantity, 0),
    refunds: refunds.length,
    refund_total: toLira(sum(refunds)),
    recipients: holders.size + waiting.size,
    waiting: (await readLive(db, productId)).length,
  };
}

/**
 * Calls a product off for good: every line is cancelled, what was paid for it becomes a refund task, the waiting list
 * ends, and everybody with a seat or in the line is mailed once. All of it is one transaction, so that a process that
 * dies leaves nothing half done. Throws `not_found`, `conflict`.
 */
export const callOff = (
  ctx: AppContext,
  actorId: string,
  productId: string,
  reason: string,
): Promise<{ orders: number; refunds: number; recipients: number }> =>
  mutate(ctx, actorId, async (mutation) => {
    const { tx, now, audit, emit, sendMail } = mutation;
    const { whole, assertComplete } = await lockCheckoutsOf(tx, productId);
    const product = (await lockSeatProducts(tx, [productId])).get(productId);
    if (!product) throw notFound();
    const refusal = findRefusal(product, now);
    if (refusal) throw refusal;
    // Nobody can order any more, but somebody may have before the product was locked.
    await assertComplete();
    const { lines, refunds, holders, waiting } = await plan(tx, product, whole);
    await markCancelled(mutation, productId, reason);
    await changeSeats(tx, lines, { status: 'cancelled' });
    await endEntries(mutation, productId, await readLive(tx, productId), 'lapsed');
    await freeSeats(
      mutation,
      productId,
      lines.reduce((seats, { quantity }) => seats + quantity, 0),
    );
    await insertRefunds(mutation, refunds);
    const standing = await settleCheckouts(mutation, whole);
    const standingOf = Map.groupBy(standing, ({ lines: [line] }) => line?.buyer_email);
    const othersOf = (email: string): OtherLines | undefined => {
      const own = standingOf.get(email);
      return own && { open: toLira(own.reduce((open, { sums }) => open + sums.open, 0)) };
    };
    emit('catalog');
    const result = { orders: lines.length, refunds: refunds.length, recipients: holders.size + waiting.size };
    const after = { ...result, amount_kurus: sum(refunds) };
    await audit({ action: 'cancel', entity: 'product', entityId: productId, after });
    await sendMail(
      ...[...holders].map(([email, holder]) =>
        calledOffMail(product, { ...holder, email, others: othersOf(email) }, reason, ctx.env),
      ),
      ...[...waiting.values()].map((contact) => lineCalledOffMail(product, contact, reason)),
    );
    return result;
  });
