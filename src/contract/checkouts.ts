import { z } from 'zod';
import { optionalLine } from '../shared/text.ts';
import { documentKind } from './documents.ts';
import { defineEndpoints, id, isoDate, timestamp } from './endpoint.ts';
import { order, paymentMethod } from './orders.ts';
import { paymentTexts } from './payments.texts.ts';

const checkoutState = z.enum(['open', 'paid', 'released', 'cancelled']);
export type CheckoutState = z.output<typeof checkoutState>;

export const refundState = z.enum(['asked', 'sent', 'done', 'void'], 'Geçersiz durum.');
export type RefundState = z.output<typeof refundState>;

/** Where money is to be sent, and what the transfer must say. */
const bank = z.object({ holder: z.string(), iban: z.string(), bank: z.string(), reference: z.string() });
export type Bank = z.output<typeof bank>;

const documentOfCheckout = z.object({
  kind: documentKind,
  title: z.string(),
  sha256: z.string(),
  url: z.string(),
  pdf_url: z.string(),
  created_at: timestamp,
});

/** The orders of one code with what was and is to be paid, in lira. */
const checkout = z.object({
  code: z.string(),
  created_at: timestamp,
  state: checkoutState,
  method: paymentMethod,
  /** As sold, cancelled lines included. */
  total: z.number(),
  /** Refunds are not taken off. */
  paid: z.number(),
  refunded: z.number(),
  /** Still to be paid for the lines that stand. */
  open: z.number(),
  /** Paid beyond the lines that stand, and neither being paid back nor kept for seats given up late. */
  overpaid: z.number(),
  due_at: timestamp,
  /** Null unless something is to be paid by transfer and the practice's account is known. */
  bank: bank.nullable(),
  /** Ways to pay it can be changed to; none unless something is open. */
  methods: z.array(paymentMethod),
  /** The newest attempt to pay by card; null where there is none, or nobody waits for its answer any more. */
  card: z.object({ attempt: id, state: z.enum(['waiting', 'paid', 'failed']) }).nullable(),
  documents: z.array(documentOfCheckout),
  /** `order_id` is the line a refund pays back, whole or in part; null for any other reason. */
  refunds: z.array(
    z.object({ id, amount: z.number(), state: refundState, due_at: timestamp, order_id: id.nullable() }),
  ),
  orders: z.array(order),
});
export type Checkout = z.output<typeof checkout>;

export const payment = z.object({
  id,
  amount: z.number(),
  /** What the buyer was charged, more than `amount` with a card in instalments. */
  charged: z.number(),
  method: z.enum(['transfer', 'onsite', 'card', 'manual']),
  provider: z.string().nullable(),
  external_ref: z.string().nullable(),
  received_on: isoDate,
  note: z.string().nullable(),
  voided: z.boolean(),
  created_at: timestamp,
});

const cardAttempt = z.object({
  id,
  provider: z.string(),
  amount: z.number(),
  /** What the card was charged, once it was. */
  charged: z.number().nullable(),
  state: z.enum(['open', 'paid', 'failed']),
  external_ref: z.string().nullable(),
  created_at: timestamp,
});
export type CardAttempt = z.output<typeof cardAttempt>;

export const adminCheckout = checkout.extend({
  documents: z.array(documentOfCheckout.omit({ url: true, pdf_url: true })),
  /** What was paid for seats given up late, and stays; part of `paid`. */
  kept: z.number(),
  /** What the seats cost that were taken back because nobody paid. */
  released: z.number(),
  payments: z.array(payment),
  /** Attempts to pay by card, newest first. */
  attempts: z.array(cardAttempt),
  buyer_name: z.string().nullable(),
  buyer_email: z.string().nullable(),
  /** Of the order, or of the account. */
  buyer_phone: z.string().nullable(),
  /** Whether an account of the buyer lists it: not what an admin entered for somebody on the phone. */
  has_account: z.boolean(),
});
export type AdminCheckout = z.output<typeof adminCheckout>;

const checkoutFilter = z.object({
  state: checkoutState.optional().catch(undefined),
  search: optionalLine(200),
  overdue: z.enum(['1']).optional().catch(undefined),
});
export type CheckoutFilter = z.output<typeof checkoutFilter>;

export const codeParams = z.object({ code: z.string().regex(/^[2-9A-HJ-NP-Z]{8}$/) });

export const checkoutsApi = defineEndpoints({
  'GET /api/my-checkouts': {
    access: 'customer',
    summary: "The caller's checkouts, newest first",
    list: true,
    reply: z.array(checkout),
  },
  'GET /api/my-checkouts/:code': {
    access: 'customer',
    summary: 'One checkout of the caller',
    params: codeParams,
    reply: checkout,
  },
  'PUT /api/my-checkouts/:code/method': {
    access: 'customer',
    summary: 'Another way to pay, while something is open',
    params: codeParams,
    body: z.object({ method: paymentMethod }),
    reply: checkout,
    errors: ['conflict'],
  },
  'GET /api/admin/checkouts': {
    access: 'admin',
    summary: 'All checkouts, newest first',
    list: true,
    query: checkoutFilter,
    reply: z.array(adminCheckout),
  },
  'PATCH /api/admin/checkouts/:code': {
    access: 'admin',
    summary: 'Moves the due date',
    params: codeParams,
    body: z.object({
      due_at: z.iso.datetime({ offset: true, error: paymentTexts.dueAt }).regex(/^2[01]/, paymentTexts.dueAt),
    }),
    reply: adminCheckout,
    errors: ['conflict'],
  },
  'POST /api/admin/checkouts/:code/release': {
    access: 'admin',
    summary: 'Takes unpaid seats back now',
    params: codeParams,
    reply: adminCheckout,
    errors: ['conflict'],
  },
});
