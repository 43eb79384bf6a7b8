import { and, eq, sum } from 'drizzle-orm';
import type { Order, PhoneOrder } from '../../contract/orders.ts';
import { dayInIstanbul } from '../../shared/time.ts';
import { lockSeatProducts, takeSeats } from '../catalog/seats.service.ts';
import type { AppContext } from '../context.ts';
import type { Database } from '../db/connection.ts';
import { notFound } from '../errors.ts';
import { doOnce } from '../idempotency/idempotency.service.ts';
import type { IdempotentRequest } from '../idempotency/request.ts';
import { type Mutation, mutate } from '../mutation.ts';
import { remindLateBuyers } from '../notices/lateSeats.service.ts';
import { insertPayment } from '../payments/ledger.service.ts';
import { insertTicketsSql } from '../tickets/tickets.service.ts';
import { newTicket } from '../tickets/tickets.ts';
import { storeAnswers } from './answers.service.ts';
import { toAnswers } from './answers.ts';
import { findRefusal, mergeLines, type PhoneBuyer, toOrderRows } from './checkout.ts';
import { toPaymentFacts } from './myCheckouts.service.ts';
import { confirmationMail } from './orders.mails.ts';
import { completeOrders, type OrderRow } from './orders.service.ts';
import { checkouts, isNotCancelled, orders, participants } from './orders.tables.ts';
import { splitName } from './orders.ts';
import { readSellerTerms } from './seller.service.ts';
import { type SellerTerms, toTerms } from './terms.ts';

/**
 * Enters an order for somebody on the phone, once for each key of a request. Seats are taken under the same lock as in
 * a checkout, and a phone number holds ten of one product at most. With an address the buyer gets the confirmation.
 * Throws as a checkout.
 */
export async function enterOrder(
  ctx: AppContext,
  actorId: string,
  body: PhoneOrder,
  request?: IdempotentRequest,
): Promise<Order> {
  const seller = await readSellerTerms(ctx, ctx.clock());
  return mutate(ctx, actorId, async (mutation) => {
    const id = await doOnce(mutation, request, () => writeOrder(mutation, ctx, body, seller));
    const [row] = await mutation.tx.select().from(orders).where(eq(orders.id, id));
    if (!row) throw notFound();
    return (await completeOrders(mutation.tx, [row]))[0] as Order;
  });
}

/** Writes the order and what follows from it; returns the id of its line. */
async function writeOrder(mutation: Mutation, ctx: AppContext, body: PhoneOrder, seller: SellerTerms): Promise<string> {
  const { tx, now, audit, emit, sendMail } = mutation;
  const lines = mergeLines([
    { id: body.product_id, price: null, quantity: body.participants.length, participants: body.participants },
  ]);
  const products = await lockSeatProducts(tx, [body.product_id]);
  // Read after the lock: two admins who enter the same person's order see each other's.
  const held = products.size ? await readSeatsOfPhone(tx, body.product_id, body.phone_number) : 0;
  const refusal = findRefusal(lines, products, { held: new Map([[body.product_id, held]]), offers: new Map() }, now);
  if (refusal) throw refusal;
  const contact = { email: body.email ?? null, phone: body.phone_number };
  const buyer: PhoneBuyer = { id: null, ...splitName(body.fullName), ...contact };
  const terms = toTerms(lines, products, seller, undefined, now);
  // Nobody could open the page for a card: the order is in no account.
  if (terms.details.method === 'card') terms.details.method = 'onsite';
  const rows = toOrderRows({ buyer, lines, terms: null, previewHash: null }, terms, products, now);
  const { participantRows, checkoutRow } = rows;
  const isPaid = body.status === 'paid' || checkoutRow.state === 'paid';
  const status = isPaid ? 'paid' : 'reserved';
  const [row, order] = [{ ...rows.orderRows[0], status } as OrderRow, { ...rows.orders[0], status } as Order];
  await tx.insert(checkouts).values({ ...checkoutRow, state: isPaid ? 'paid' : 'open' });
  await tx.insert(orders).values(row);
  await tx.insert(participants).values(participantRows);
  await tx.execute(insertTicketsSql(participantRows.map((seat) => newTicket(ctx.encryption, seat))));
  await storeAnswers(tx, ctx, toAnswers([row], lines, products, null));
  if (!(await takeSeats(tx, { id: row.product_id, quantity: row.quantity }))) {
    throw new Error('seats were sold despite the lock');
  }
  if (isPaid) await recordAsPaid(mutation, row, checkoutRow.total_kurus);
  const after = { status: row.status, quantity: row.quantity, product_id: row.product_id };
  await audit({ action: 'add', entity: 'order', entityId: row.id, after });
  if (buyer.email)
    await sendMail(
      confirmationMail(
        [order],
        { name: body.fullName, email: buyer.email, hasAccount: false },
        toPaymentFacts(checkoutRow, isPaid ? 0 : order.price, seller),
        ctx.env,
        await remindLateBuyers(mutation, ctx.encryption, [row], products),
      ),
    );
  emit('catalog');
  return row.id;
}

/** Records that an order was paid when it was entered. */
async function recordAsPaid(mutation: Mutation, { id, code, vat_rate }: OrderRow, amount_kurus: number): Promise<void> {
  if (!amount_kurus) return;
  const received_on = dayInIstanbul(mutation.now);
  const vat_shares = [{ rate: vat_rate, gross: amount_kurus }];
  await insertPayment(mutation, { code, amount_kurus, vat_shares, method: 'manual', order_id: id, received_on });
}

/** Counts the seats of one product that orders entered for a phone number hold. */
async function readSeatsOfPhone(tx: Database, productId: string, phone: string): Promise<number> {
  const [row] = await tx
    .select({ seats: sum(orders.quantity).mapWith(Number) })
    .from(orders)
    .where(and(eq(orders.product_id, productId), eq(orders.buyer_phone, phone), isNotCancelled));
  return row?.seats ?? 0;
}
