import { z } from 'zod';
import { checkIban } from '../shared/iban.ts';
import { lira } from '../shared/money.ts';
import { optionalLine, singleLine } from '../shared/text.ts';
import { documentKind } from './documents.ts';
import {
  boundedArray,
  defineEndpoints,
  file,
  id,
  idParams,
  integer,
  isoDate,
  message,
  optionalDay,
  timestamp,
} from './endpoint.ts';
import { order, paymentMethod } from './orders.ts';
import { paymentTexts } from './payments.texts.ts';

const checkoutState = z.enum(['open', 'paid', 'released', 'cancelled']);
export type CheckoutState = z.output<typeof checkoutState>;

const refundState = z.enum(['asked', 'sent', 'done', 'void'], 'Geçersiz durum.');
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
  due_at: timestamp,
  /** Null unless something is to be paid by transfer and the practice's account is known. */
  bank: bank.nullable(),
  documents: z.array(documentOfCheckout),
  refunds: z.array(z.object({ id, amount: z.number(), state: refundState, due_at: timestamp })),
  orders: z.array(order),
});
export type Checkout = z.output<typeof checkout>;

const payment = z.object({
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

const adminCheckout = checkout.extend({
  documents: z.array(documentOfCheckout.omit({ url: true, pdf_url: true })),
  payments: z.array(payment),
  buyer_name: z.string().nullable(),
  buyer_email: z.string().nullable(),
});
export type AdminCheckout = z.output<typeof adminCheckout>;

const checkoutFilter = z.object({
  state: checkoutState.optional().catch(undefined),
  search: optionalLine(200),
  overdue: z.enum(['1']).optional().catch(undefined),
});
export type CheckoutFilter = z.output<typeof checkoutFilter>;

const amount = lira.refine((value) => value > 0, paymentTexts.amount);

const newPayment = z.object({
  amount,
  received_on: isoDate,
  /** The checkout's own method where missing. */
  method: z.enum(['transfer', 'onsite', 'card', 'manual'], paymentTexts.method).optional(),
  note: optionalLine(500),
  external_ref: optionalLine(100),
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
});
export type Refund = z.output<typeof refund>;

const iban = z.string('Lütfen IBAN girin.').transform((value, context) => {
  const typed = value.slice(0, 100).trim();
  if (!typed) return '';
  const checked = checkIban(typed);
  if (checked.iban) return checked.iban;
  context.addIssue({ code: 'custom', message: checked.problem as string });
  return z.NEVER;
});

/** An optional line that is an empty text where missing. */
const line = (max: number) => optionalLine(max).transform((value) => value ?? '');

const enabled = z.boolean('Geçersiz değer.');

const settingsFields = z.object({
  transfer: z.object({
    enabled,
    holder: line(120),
    iban: z.preprocess((value) => value ?? '', iban),
    bank: line(80),
  }),
  onsite: z.object({ enabled }),
  card: z.object({ enabled }),
  /** The due date is the end of the day so many days before the start. */
  days_before: integer(paymentTexts.daysBefore, 0, 60),
  /** The buyer is warned so many hours before the due date. */
  warn_hours: integer(paymentTexts.warnHours, 0, 336),
  /** Days without work besides weekends. */
  holidays: boundedArray(isoDate, 400, paymentTexts.holidays, 'En fazla 400 tatil günü yazılabilir.').transform(
    (days) => [...new Set(days)].sort(),
  ),
});
export type PaymentSettings = z.output<typeof settingsFields>;

const settingsEdit = settingsFields.extend({
  updated_at: z.string().optional(),
  /** Both are needed where holder, IBAN or bank change; the code where a second factor is on. */
  current_password: z.string().max(1000).optional(),
  otp: z.string().max(40).optional(),
});
export type PaymentSettingsEdit = z.output<typeof settingsEdit>;

const savedSettings = settingsFields.extend({
  transfer: z.object({ enabled: z.boolean(), holder: z.string(), iban: z.string(), bank: z.string() }),
  card: z.object({ enabled: z.boolean(), provider: z.enum(['none', 'paytr', 'iyzico']) }),
  holidays: z.array(isoDate),
  days_before: z.number().int(),
  warn_hours: z.number().int(),
  updated_at: timestamp,
  /** When holder, IBAN or bank last changed; null if they never did. */
  bank_changed_at: timestamp.nullable(),
});
export type SavedPaymentSettings = z.output<typeof savedSettings>;

/** Sums of the admin's payments screen, in lira. */
const paymentSummary = z.object({
  /** Open checkouts past their due date; `release_at` is when the next of them loses its seats. */
  overdue: z.object({ count: z.number().int(), amount: z.number(), release_at: timestamp.nullable() }),
  /** Open checkouts that are not due yet. */
  expected: z.object({ count: z.number().int(), amount: z.number() }),
  /** Payments received this month. */
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

const codeParams = z.object({ code: z.string().regex(/^[2-9A-HJ-NP-Z]{8}$/) });

const match = z.object({
  code: z.string().max(40),
  amount,
  booked_on: isoDate,
  fingerprint: z.string().regex(/^[0-9a-f]{64}$/, 'Parmak izi 64 onaltılık rakam olmalıdır.'),
});
export type StatementMatch = z.output<typeof match>;

export const paymentsApi = defineEndpoints({
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
  'GET /api/admin/payment-settings': { access: 'admin', summary: 'How buyers pay', reply: savedSettings },
  'PUT /api/admin/payment-settings': {
    access: 'admin',
    summary: 'Edits how buyers pay; another account needs the password and the second factor',
    body: settingsEdit,
    reply: savedSettings,
    errors: ['edit_conflict', 'reauthentication_required', 'wrong_password', 'otp_wrong'],
  },
  'GET /api/admin/payments/summary': {
    access: 'admin',
    summary: 'What is overdue, expected, received this month and to be paid back',
    reply: paymentSummary,
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
    body: z.object({ due_at: z.iso.datetime({ offset: true, error: paymentTexts.dueAt }) }),
    reply: adminCheckout,
    errors: ['conflict'],
  },
  'POST /api/admin/checkouts/:code/payments': {
    access: 'admin',
    summary: 'Records a payment; for released seats they are taken again where they are left',
    params: codeParams,
    body: newPayment,
    status: 201,
    reply: adminCheckout,
    errors: ['payment_exists'],
  },
  'DELETE /api/admin/payments/:id': {
    access: 'admin',
    summary: 'Voids a payment, which stays in the list',
    params: idParams,
    reply: adminCheckout.extend(message.shape),
    errors: ['conflict'],
  },
  'POST /api/admin/checkouts/:code/release': {
    access: 'admin',
    summary: 'Takes unpaid seats back now',
    params: codeParams,
    reply: adminCheckout,
    errors: ['conflict'],
  },
  'POST /api/admin/checkouts/:code/refunds': {
    access: 'admin',
    summary: 'Makes a task to pay money back within 14 days',
    params: codeParams,
    body: z.object({ amount, reason: singleLine(300, paymentTexts.reason) }),
    status: 201,
    reply: refund,
    errors: ['conflict'],
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
  'GET /api/admin/statement/open': {
    access: 'admin',
    summary: 'What a browser needs to match a bank statement',
    reply: z.object({
      salt: z.string(),
      checkouts: z.array(z.object({ code: z.string(), open: z.number(), names: z.array(z.string()) })),
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
    query: z.object({ from: optionalDay, to: optionalDay }),
    raw: 'text/csv',
    reply: file,
  },
});
