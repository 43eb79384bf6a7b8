import { z } from 'zod';
import { email, fullName, optionalLine, phone, singleLine, text } from '../shared/text.ts';
import { cartTexts } from './cart.texts.ts';
import { catalogTexts } from './catalog.texts.ts';
import { questionKind, withdrawal } from './catalog.ts';
import { documentKind } from './documents.ts';
import {
  boundedArray,
  dayRange,
  defineEndpoints,
  id,
  idInBody,
  idParams,
  isoDate,
  message,
  optionalParam,
  timeOfDay,
  timestamp,
} from './endpoint.ts';
import { orderTexts } from './orders.texts.ts';
import { paymentTexts } from './payments.texts.ts';

const orderStatus = z.enum(['reserved', 'paid', 'cancelled']);
export type OrderStatus = z.output<typeof orderStatus>;

/** One line of a checkout; `price` is its total in lira. Orders of one checkout share `code`. */
export const order = z.object({
  id,
  code: z.string(),
  event_title: z.string(),
  date: isoDate,
  time: timeOfDay,
  duration_minutes: z.number().int().default(120),
  location: z.string(),
  quantity: z.number().int(),
  unit_price: z.number(),
  price: z.number(),
  status: orderStatus,
  participants: z.array(
    z.object({
      /** From 1; it stays when other seats of the line are cancelled. */
      position: z.number().int(),
      name: z.string(),
      surname: z.string(),
      /** Until when the link that hands this seat on works; null where there is none. */
      transfer_until: timestamp.nullable(),
      /** Path of the ticket, in lists of orders; null for a seat that was cancelled or handed on. */
      ticket_url: z.string().nullable().default(null),
      /** The seat is another person's: its buyer mends the name and hands it on no more. */
      handed_on: z.boolean().default(false),
      /** Since when the participant is in. */
      checked_in_at: timestamp.nullable().default(null),
    }),
  ),
  /** Sequence number of the event's calendar entry. */
  sequence: z.number().int(),
  /** The event was called off. */
  event_cancelled: z.boolean(),
  /** The event is off the programme; the order stands. */
  event_hidden: z.boolean().default(false),
  /** Until when the line can be cancelled in full because the event moved, also once that is over; else null. */
  decide_until: timestamp.nullable(),
  buyer_email: z.string().nullable(),
  created_at: timestamp,
});
export type Order = z.output<typeof order>;

export const paymentMethod = z.enum(['transfer', 'onsite', 'card'], paymentTexts.method);
export type PaymentMethod = z.output<typeof paymentMethod>;

const optionalEmail = z.preprocess((value) => (value === '' || value === null ? undefined : value), email.optional());

const answer = optionalLine(300).optional();

const participant = z.object(
  {
    fullName: singleLine(120, orderTexts.namesMissing),
    /** If missing, mails for this participant go to the buyer. */
    email: optionalEmail,
    /** Answer to the product's question. */
    answer,
  },
  orderTexts.namesMissing,
);

const lineFields = {
  id: idInBody(catalogTexts.product),
  /** The price the buyer saw, compared with the current one where sent. */
  price: z.number('Fiyat sayı olmalıdır.').nullish(),
  quantity: z.number('Adet tam sayı olmalıdır.').int('Adet tam sayı olmalıdır.').min(1, 'Adet en az 1 olmalıdır.'),
};

const cartLine = z.object(
  { ...lineFields, participants: z.array(participant, orderTexts.namesMissing) },
  'Sepet satırı okunamadı.',
);
export type CartLine = z.output<typeof cartLine>;

/** More participants than anybody can buy for. Counted before they are read, which takes longer. */
const maxParticipants = 1000;
const countParticipants = (lines: unknown[]) =>
  lines.flatMap((line) => (line as Partial<CartLine> | null)?.participants ?? []).length;

const cartOf = <Line extends z.ZodType>(line: Line) =>
  boundedArray(
    line,
    50,
    cartTexts.list,
    'Tek siparişte en fazla 50 satır ve 1.000 katılımcı olabilir.',
    (lines) => countParticipants(lines) <= maxParticipants,
  ).refine((lines) => lines.length > 0, 'Sepetiniz boş.');

/** What an order will be, as the buyer reads it before the button. */
const orderPreview = z.object({
  total: z.number(),
  due_at: timestamp,
  /** Ways to pay on offer. */
  methods: z.array(paymentMethod),
  lines: z.array(
    z.object({
      id,
      event_title: z.string(),
      date: isoDate,
      time: timeOfDay,
      location: z.string(),
      duration_minutes: z.number().int(),
      age_from: z.number().int().nullable(),
      age_to: z.number().int().nullable(),
      quantity: z.number().int(),
      unit_price: z.number(),
      price: z.number(),
      withdrawal,
      /** Asked for each participant. */
      question: z.object({ text: z.string(), kind: questionKind }).nullable(),
    }),
  ),
  documents: z.array(z.object({ kind: documentKind, title: z.string(), html: z.string(), sha256: z.string() })),
  /** Sent with the order, which is refused if anything of the above changed. */
  preview_hash: z.string(),
});
export type OrderPreview = z.output<typeof orderPreview>;

const orderFilter = z.object({
  sort: z.enum(['asc', 'desc']).catch('desc').default('desc'),
  search: optionalLine(200),
  ...dayRange,
  product_id: optionalParam(id),
  status: orderStatus.optional().catch(undefined),
});
export type OrderFilter = z.output<typeof orderFilter>;

const adminOrder = order.extend({
  product_id: id.nullable(),
  buyer_name: z.string().nullable(),
  buyer_phone: z.string().nullable(),
});
export type AdminOrder = z.output<typeof adminOrder>;

/** What was answered for a participant of an order that is not cancelled. */
const participantAnswer = z.object({
  order_id: id,
  name: z.string(),
  surname: z.string(),
  question: z.string(),
  answer: z.string(),
});
export type ParticipantAnswer = z.output<typeof participantAnswer>;

const recipients = z.object({ recipients: z.number().int() });

/** An order for somebody on the phone; title and price are the product's. */
const phoneOrder = z.object({
  product_id: idInBody(catalogTexts.product),
  fullName: fullName(orderTexts.fullName),
  phone_number: phone,
  email: optionalEmail,
  participants: boundedArray(
    z.object({ fullName: fullName(orderTexts.namesMissing), answer }),
    100,
    orderTexts.namesMissing,
    'Bir atölye için en fazla 10 katılımcı ekleyebilirsiniz.',
  ).refine((people) => people.length > 0, orderTexts.namesMissing),
  status: z.enum(['reserved', 'paid'], 'Geçersiz durum.').default('reserved'),
});
export type PhoneOrder = z.output<typeof phoneOrder>;

export const ordersApi = defineEndpoints({
  'POST /api/order/create': {
    access: 'customer',
    summary: 'Reserves the seats of the cart: all lines or none; honours Idempotency-Key',
    body: z.object({
      cartItems: cartOf(cartLine),
      /** Version of the distance-sale terms the buyer accepted, kept with the order. */
      terms_version: optionalLine(40),
      /** Default: the first one offered, which is transfer if it is on. */
      method: paymentMethod.nullish(),
      /** `preview_hash` of the preview that the buyer saw. */
      preview_hash: z.string().max(200).nullish(),
      /** True with answers that may be about health. */
      health_consent: z.boolean().nullish(),
    }),
    status: 201,
    reply: message.extend({ orders: z.array(order) }),
    errors: [
      'stock_exhausted',
      'price_changed',
      'limit_reached',
      'not_on_sale',
      'terms_changed',
      'idempotency_mismatch',
    ],
  },
  'POST /api/order/preview': {
    access: 'customer',
    summary: 'What an order would be, with its documents filled in; refused as the order would be',
    body: z.object({
      cartItems: cartOf(z.object(lineFields, 'Sepet satırı okunamadı.')),
      method: paymentMethod.nullish(),
    }),
    reply: orderPreview,
    errors: ['stock_exhausted', 'price_changed', 'limit_reached', 'not_on_sale'],
  },
  'GET /api/my-orders': { access: 'customer', summary: "The caller's orders", list: true, reply: z.array(order) },
  'GET /api/admin/orders': {
    access: 'admin',
    summary: 'All orders; searched, filtered by day of creation in Istanbul, sorted by creation',
    list: true,
    query: orderFilter,
    reply: z.array(adminOrder),
  },
  'GET /api/admin/orders/due': {
    access: 'admin',
    summary: 'What is not paid yet among the orders that match the filters, in lira, and in how many checkouts',
    query: orderFilter,
    reply: z.object({ checkouts: z.number().int(), due: z.number() }),
  },
  'POST /api/admin/orders': {
    access: 'admin',
    summary: 'Enters an order for somebody on the phone, by the rules of a checkout; once for each Idempotency-Key',
    body: phoneOrder,
    status: 201,
    reply: order.extend(message.shape),
    errors: ['stock_exhausted', 'limit_reached', 'not_on_sale', 'idempotency_mismatch'],
  },
  'PATCH /api/admin/orders/:id/status': {
    access: 'admin',
    summary: 'Reserved, paid or cancelled; cancelling gives the seats back once',
    params: idParams,
    body: z.object({ status: z.enum(orderStatus.options, 'Geçersiz durum.') }),
    reply: order.extend(message.shape),
    errors: ['stock_exhausted', 'conflict'],
  },
  'POST /api/admin/product/:id/notice': {
    access: 'admin',
    summary: "Mails a product's current day, time and place to everybody with a seat, once until they change",
    params: idParams,
    status: 202,
    reply: message.extend(recipients.shape),
    errors: ['conflict'],
  },
  'GET /api/admin/product/:id/answers': {
    access: 'admin',
    summary: "Answers to a product's question; each opening is in the audit log",
    params: idParams,
    list: true,
    reply: z.array(participantAnswer),
  },
  'GET /api/admin/product/:id/recipients': {
    access: 'admin',
    summary: 'How many addresses a mail to everybody with a seat goes to',
    params: idParams,
    reply: recipients,
  },
  'POST /api/admin/product/:id/message': {
    access: 'admin',
    summary: 'Mails words of the practice to everybody with a seat, once per address and Idempotency-Key',
    params: idParams,
    body: z.object({ subject: singleLine(150, orderTexts.subject), text: text(5000, orderTexts.text) }),
    status: 202,
    reply: message.extend(recipients.shape),
    errors: ['idempotency_mismatch'],
  },
});
