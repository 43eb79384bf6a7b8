import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { toLira } from '../../shared/money.ts';
import { refundDays } from '../../shared/refunds.ts';
import { dayMs } from '../../shared/time.ts';
import type { Database } from '../db/connection.ts';
import { ApiError } from '../errors.ts';
import type { Mutation } from '../mutation.ts';
import type { Ledger } from './checkoutState.ts';
import { payments, refunds } from './payments.tables.ts';
import { negate, type RateShare, splitRefund } from './vat.ts';

export type PaymentRow = typeof payments.$inferSelect;
export type RefundRow = typeof refunds.$inferSelect;

/** Payments and refunds of one checkout, oldest first. */
export interface LedgerRows {
  payments: PaymentRow[];
  refunds: RefundRow[];
}

/** How long the practice has to pay money back. */
const refundMs = refundDays * dayMs;

const empty: LedgerRows = { payments: [], refunds: [] };

/** Reads payments and refunds by code; a code without any has empty lists. */
export async function readLedgers(db: Database, codes: string[]): Promise<(code: string) => LedgerRows> {
  if (!codes.length) return () => empty;
  const paidFor = inArray(payments.code, codes);
  const paid = await db.select().from(payments).where(paidFor).orderBy(asc(payments.created_at), asc(payments.id));
  const repaidFor = inArray(refunds.code, codes);
  const refunded = await db.select().from(refunds).where(repaidFor).orderBy(asc(refunds.created_at));
  const [paymentsOf, refundsOf] = [Map.groupBy(paid, (row) => row.code), Map.groupBy(refunded, (row) => row.code)];
  return (code) => ({ payments: paymentsOf.get(code) ?? [], refunds: refundsOf.get(code) ?? [] });
}

/** Payments and refunds of a code, locked: for refunds that belong to no checkout. */
export async function lockLedger(tx: Database, code: string): Promise<LedgerRows> {
  const ofCode = eq(refunds.code, code);
  await tx.select({ id: refunds.id }).from(refunds).where(ofCode).orderBy(asc(refunds.id)).for('update');
  return (await readLedgers(tx, [code]))(code);
}

/** Selects the codes of checkouts that something was paid for. */
export const selectPaidCodes = (db: Database) =>
  db.select({ code: payments.code }).from(payments).where(isNull(payments.voided_at));

/** Selects the codes of checkouts with a payment that neither a bank statement nor a card service told of. */
export const selectHandPaidCodes = (db: Database) =>
  db
    .select({ code: payments.code })
    .from(payments)
    .where(and(isNull(payments.voided_at), isNull(payments.fingerprint), isNull(payments.provider)));

/** The part of the rows that decides a checkout's state. */
export const toLedger = ({ payments, refunds }: LedgerRows): Ledger => ({
  payments: payments.map((row) => ({
    amount: row.amount_kurus,
    orderId: row.order_id,
    voided: row.voided_at !== null,
  })),
  refunds: refunds.map((row) => ({
    amount: row.amount_kurus,
    state: row.state,
    reducesPaid: row.reduces_paid,
  })),
});

/** What was booked for a code by VAT rate: its payments, and as negative amounts what is being paid back. */
export const readBooked = ({ payments, refunds }: LedgerRows): RateShare[] => [
  ...payments.filter(({ voided_at }) => !voided_at).flatMap(({ vat_shares }) => vat_shares),
  ...refunds.filter(({ state }) => state !== 'void').flatMap(({ vat_shares }) => vat_shares.map(negate)),
];

/** What a payment may say; the rest has defaults. */
export type NewPayment = Pick<PaymentRow, 'code' | 'amount_kurus' | 'vat_shares' | 'method' | 'received_on'> &
  Partial<Pick<PaymentRow, 'charged_kurus' | 'provider' | 'order_id' | 'external_ref' | 'note' | 'fingerprint'>>;

/** Writes a payment, with its entry in the audit log. */
export async function insertPayment({ tx, now, audit }: Mutation, payment: NewPayment): Promise<PaymentRow> {
  const values = { charged_kurus: payment.amount_kurus, ...payment, created_at: now };
  const [row] = await tx.insert(payments).values(values).returning();
  const { code, amount_kurus, method, received_on } = payment;
  const after = { code, amount_kurus, method, received_on };
  await audit({ action: 'add', entity: 'payment', entityId: row?.id, after });
  return row as PaymentRow;
}

/** The payment with this number, unless it is void. */
export async function findPayment(db: Database, externalRef: string): Promise<PaymentRow | undefined> {
  const isIt = and(eq(payments.external_ref, externalRef), isNull(payments.voided_at));
  return (await db.select().from(payments).where(isIt))[0];
}

/** Voids payments, each with an entry in the audit log. */
export async function voidPayments({ tx, now, audit }: Mutation, rows: { id: string }[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  const open = ids.length ? and(inArray(payments.id, ids), isNull(payments.voided_at)) : undefined;
  if (!open) return;
  for (const { id, code } of await tx.update(payments).set({ voided_at: now }).where(open).returning())
    await audit({ action: 'void', entity: 'payment', entityId: id, after: { code } });
}

/** What a refund may say; the rest has defaults. */
export type NewRefund = Pick<RefundRow, 'code' | 'amount_kurus' | 'vat_shares' | 'reason' | 'reduces_paid'> &
  Partial<Pick<RefundRow, 'order_id' | 'seats' | 'payment_id' | 'problem'>>;

/** Writes a refund task, due in 14 days, with its entry in the audit log. */
export async function insertRefund({ tx, now, audit }: Mutation, refund: NewRefund): Promise<RefundRow> {
  const due_at = new Date(now.getTime() + refundMs);
  const values = { ...refund, due_at, created_at: now };
  const [row] = await tx.insert(refunds).values(values).returning();
  const { code, amount_kurus } = refund;
  await audit({ action: 'add', entity: 'refund', entityId: row?.id, after: { code, amount_kurus } });
  return row as RefundRow;
}

/** Writes refund tasks of one cause, due in 14 days. The caller writes the entry in the audit log. */
export async function insertRefunds({ tx, now }: Mutation, tasks: NewRefund[]): Promise<void> {
  const due_at = new Date(now.getTime() + refundMs);
  if (tasks.length) await tx.insert(refunds).values(tasks.map((task) => ({ ...task, due_at, created_at: now })));
}

/** Moves a refund to another state, with its entry in the audit log. */
export async function setRefundState(
  { tx, now, audit }: Mutation,
  row: RefundRow,
  state: RefundRow['state'],
): Promise<RefundRow> {
  const values = { state, done_at: state === 'done' ? now : null };
  await tx.update(refunds).set(values).where(eq(refunds.id, row.id));
  const change = { before: { state: row.state }, after: { state, code: row.code } };
  await audit({ action: 'status', entity: 'refund', entityId: row.id, ...change });
  return { ...row, ...values };
}

/**
 * Voids a refund task because its cause fell away, or takes `kurus` off where that is less. Throws `conflict` once the
 * money is on its way back, or may be: `unheard_at` is set while the card service is being told and after its answer
 * was lost.
 */
export async function withdrawRefund(mutation: Mutation, row: RefundRow, kurus = row.amount_kurus): Promise<void> {
  if (row.state !== 'asked')
    throw new ApiError('conflict', { message: 'Bu tutarın iadesi gönderildi; geri alınamaz.' });
  if (row.unheard_at)
    throw new ApiError('conflict', {
      message: 'Bu tutar karta iade edilmiş olabilir. Önce Ödemeler’deki iadeyi yeniden deneyip sonucunu öğrenin.',
    });
  const amount_kurus = row.amount_kurus - kurus;
  if (!amount_kurus) return void (await setRefundState(mutation, row, 'void'));
  const values = { amount_kurus, vat_shares: splitRefund(amount_kurus, row.vat_shares) };
  await mutation.tx.update(refunds).set(values).where(eq(refunds.id, row.id));
  const [before, after] = [{ amount_kurus: row.amount_kurus }, { amount_kurus, code: row.code }];
  await mutation.audit({ action: 'update', entity: 'refund', entityId: row.id, before, after });
}

/**
 * After a payment was voided: takes what is open again off the tasks to pay overpayments back, newest first. Returns
 * how much they covered, in kuruş. `wasPaid`: nothing was open before. Throws as `withdrawRefund` where that needs a
 * task that booking made and that is on its way.
 */
export async function withdrawOverpayments(
  mutation: Mutation,
  { payments: paid, refunds: all }: LedgerRows,
  open: number,
  wasPaid: boolean,
): Promise<number> {
  // Booking a payment makes the task in the same moment.
  const isBooked = ({ payment_id, created_at }: RefundRow) =>
    paid.some((one) => one.id === payment_id && one.created_at.getTime() === created_at.getTime());
  // An admin asked for it once the voided payment was there, of what was paid beyond the whole price.
  const isOfVoided = ({ state, reduces_paid, unheard_at, created_at }: RefundRow) =>
    wasPaid &&
    reduces_paid &&
    state === 'asked' &&
    unheard_at === null &&
    paid.some((one) => one.voided_at?.getTime() === mutation.now.getTime() && one.created_at < created_at);
  const isOverpayment = (row: RefundRow) =>
    ['asked', 'sent'].includes(row.state) && row.order_id === null && (isBooked(row) || isOfVoided(row));
  const isUnderWay = ({ state, unheard_at }: RefundRow) => Number(state === 'sent' || unheard_at !== null);
  const tasks = all.filter(isOverpayment).toReversed();
  let left = open;
  for (const task of tasks.toSorted((a, b) => isUnderWay(a) - isUnderWay(b))) {
    if (!left) break;
    const part = Math.min(left, task.amount_kurus);
    await withdrawRefund(mutation, task, part);
    left -= part;
  }
  return open - left;
}

/**
 * After a payment was voided: splits again what is still to be paid back, so that under no VAT rate more goes back than
 * came. What is done stays as it was booked.
 */
export async function splitTasksAnew({ tx }: Mutation, code: string): Promise<void> {
  const { payments: paid, refunds: all } = (await readLedgers(tx, [code]))(code);
  const isTask = ({ state }: RefundRow) => ['asked', 'sent'].includes(state);
  const booked = readBooked({ payments: paid, refunds: all.filter((row) => !isTask(row)) });
  for (const { id, amount_kurus, vat_shares: before } of all.filter(isTask)) {
    const vat_shares = splitRefund(amount_kurus, booked, before);
    booked.push(...vat_shares.map(negate));
    await tx.update(refunds).set({ vat_shares }).where(eq(refunds.id, id));
  }
}

/** What the export of a person says of payments and refunds of their orders. */
export async function exportLedger(
  db: Database,
  codes: string[],
): Promise<{ payments: Record<string, unknown>[]; refunds: Record<string, unknown>[] }> {
  const ledgerOf = await readLedgers(db, codes);
  const rows = codes.map(ledgerOf);
  return {
    payments: rows.flatMap(({ payments: paid }) =>
      paid.map(({ code, amount_kurus, method, received_on, note, voided_at }) => ({
        ...{ code, amount: toLira(amount_kurus), method, received_on, note },
        voided: voided_at !== null,
      })),
    ),
    refunds: rows.flatMap(({ refunds: repaid }) =>
      repaid.map(({ code, amount_kurus, state, reason, due_at }) => ({
        ...{ code, amount: toLira(amount_kurus), state, reason },
        due_at: due_at.toISOString(),
      })),
    ),
  };
}

/** Removes what people wrote about payments and refunds; sums and days stay. */
export async function erasePaymentWords(tx: Database, codes: string[]): Promise<void> {
  if (!codes.length) return;
  await tx.update(payments).set({ note: null }).where(inArray(payments.code, codes));
  await tx.update(refunds).set({ reason: '', problem: null }).where(inArray(refunds.code, codes));
}
