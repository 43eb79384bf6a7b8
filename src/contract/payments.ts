import { z } from 'zod';
import { optionalLine, singleLine } from '../shared/text.ts';
import { adminCheckout, codeParams, payment, refundState } from './checkouts.ts';
import {
  boundedArray,
  dayRange,
  defineEndpoints,
  file,
  id,
  idInBody,
  idParams,
  isoDate,
  message,
  timestamp,
} from './endpoint.ts';
import { liraSum } from './money.ts';
import { paymentTexts } from './payments.texts.ts';

/** Less than one kuruş would be rounded to nothing. */
const amount = liraSum.refine((value) => value >= 0.01, paymentTexts.amount);

const newPayment = z.object({
  amount,
  /** A date field makes the year 26 of `26`: no list of a period would have the payment. */
  received_on: isoDate.refine((day) => day >= '1900', paymentTexts.year),
  /** The checkout's own method where missing. */
  method: z.enum(['transfer', 'onsite', 'card', 'manual'], paymentTexts.method).optional(),
  note: optionalLine(500),
  external_ref: optionalLine(100),
  /**
   * The line it is for, as what is paid at the door of an event: no more than is open for it. The whole checkout where
   * missing.
   */
  order_id: idInBody(paymentTexts.orderId).optional(),
});
export type NewPaymentBody = z.output<typeof newPayment>;

const refund = z.object({
  id,
  code: z.string(),
  buyer_name: z.string().nullable(),
  amount: z.number(),
  state: refundState,
  reason: z.string(),
  /** What keeps it from being paid, in words. */
  problem: z.string().nullable(),
  due_at: timestamp,
  /** Whether the card service can be told to pay it back. */
  card: z.boolean(),
  /** Whether the card service was told and its answer was lost: it may have paid back. */
  unheard: z.boolean(),
});
export type Refund = z.output<typeof refund>;

/** Sums of the admin's payments screen, in lira. */
const paymentSummary = z.object({
  /** Open checkouts past their due date; `release_at` is when the next of them loses its seats. */
  overdue: z.object({ count: z.number().int(), amount: z.number(), release_at: timestamp.nullable() }),
  /** The last holiday of the owner's list; seats are released on every working day after it. */
  last_holiday: isoDate.nullable(),
  /** Open checkouts that are not due yet. */
  expected: z.object({ count: z.number().int(), amount: z.number() }),
  received: z.object({ count: z.number().int(), amount: z.number() }),
  /** Refunds that are not sent yet, with the earliest day one must be. */
  refunds: z.object({ count: z.number().int(), amount: z.number(), due_at: timestamp.nullable() }),
  /** Payments recorded today, newest first. */
  today: z.array(
    payment
      .pick({ id: true, amount: true, method: true })
      .extend({ code: z.string(), buyer_name: z.string().nullable(), from_statement: z.boolean() }),
  ),
});
export type PaymentSummary = z.output<typeof paymentSummary>;

const match = z.object({
  code: z.string().max(40),
  amount,
  booked_on: isoDate,
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/, 'Parmak izi 64 onaltılık rakam olmalıdır.'),
});
export type StatementMatch = z.output<typeof match>;

export const paymentsApi = defineEndpoints({
  'GET /api/admin/payments/summary': {
    access: 'admin',
    summary: 'What is overdue, expected, received this month and to be paid back',
    reply: paymentSummary,
  },
  'POST /api/admin/checkouts/:code/payments': {
    access: 'admin',
    summary: 'Records a payment; for released seats they are taken again where they are left',
    params: codeParams,
    body: newPayment,
    status: 201,
    reply: adminCheckout,
    errors: ['payment_exists', 'conflict'],
  },
  'DELETE /api/admin/payments/:id': {
    access: 'admin',
    summary: 'Voids a payment, which stays in the list',
    params: idParams,
    reply: adminCheckout.extend(message.shape),
    errors: ['conflict'],
  },
  'POST /api/admin/checkouts/:code/refunds': {
    access: 'admin',
    summary: 'Makes a task to pay money back within 14 days',
    params: codeParams,
    body: z.object({ amount, reason: singleLine(300, paymentTexts.reason) }),
    status: 201,
    reply: refund,
    errors: ['conflict', 'idempotency_mismatch'],
  },
  'GET /api/admin/refunds': {
    access: 'admin',
    summary: 'Refunds, oldest due first',
    list: true,
    query: z.object({ state: refundState.optional().catch(undefined) }),
    reply: z.array(refund),
  },
  'PATCH /api/admin/refunds/:id': {
    access: 'admin',
    summary: 'asked, sent, done; or void',
    params: idParams,
    body: z.object({ state: refundState }),
    reply: refund,
    errors: ['conflict'],
  },
  'POST /api/admin/refunds/:id/card': {
    access: 'admin',
    summary: 'Tells the card service to pay a refund back; after a lost answer it is asked first',
    params: idParams,
    /** `absent`: somebody saw in the service's panel that a refund whose answer was lost is not there. */
    body: z.object({ absent: z.boolean().optional() }),
    reply: refund,
    errors: ['conflict'],
  },
  'GET /api/admin/statement/open': {
    access: 'admin',
    summary: 'What a browser needs to match a bank statement',
    reply: z.object({
      salt: z.string(),
      checkouts: z.array(z.object({ code: z.string(), open: z.number(), names: z.array(z.string()) })),
      /** Codes that wait for no money: a transfer that names one of them was too much or came too late. */
      settled: z.array(z.string()),
      /** Fingerprints of lines that were recorded, voided payments included: those are not asked about again. */
      recorded: z.array(z.string()),
    }),
  },
  'POST /api/admin/statement/matches': {
    access: 'admin',
    summary: 'Records confirmed matches of a bank statement, each fingerprint once for ever',
    body: z.object({
      matches: boundedArray(
        match,
        500,
        'Eşleşmeler bir liste olmalıdır.',
        'Bir kerede en fazla 500 satır kaydedilebilir.',
      ),
    }),
    reply: z.object({
      recorded: z.array(z.string()),
      repeated: z.array(z.string()),
      refused: z.array(z.object({ code: z.string(), reason: z.string() })),
    }),
  },
  'GET /api/admin/accounting.csv': {
    access: 'admin',
    summary: 'Payments and refunds of a period for the accountant, a row per VAT rate',
    query: z.object(dayRange),
    raw: 'text/csv',
    reply: file,
  },
});
