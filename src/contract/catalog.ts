import { z } from 'zod';
import { lineOrBlank, optionalLine, singleLine, text } from '../shared/text.ts';
import { catalogTexts, productNumbers } from './catalog.texts.ts';
import {
  boundedArray,
  defineEndpoints,
  id,
  idInBody,
  idParams,
  image,
  integer,
  isoDate,
  message,
  timeOfDay,
  timestamp,
} from './endpoint.ts';
import { lira } from './money.ts';

/** A product as the public sees it. `stock` is the number of seats left, `price` is in lira. */
export const product = z.object({
  id,
  title: z.string(),
  slug: z.string(),
  price: z.number(),
  description: z.string(),
  stock: z.number().int(),
  date: isoDate,
  time: timeOfDay,
  location: z.string(),
  category: z.string(),
  image1: image,
  image2: image,
  /** Called off: it stays listed until its start and cannot be bought. */
  cancelled: z.boolean(),
  /** Its day and hour before it was moved; null where it was not. */
  moved_from: z.object({ date: isoDate, time: timeOfDay }).nullable(),
  /** The same for all products of a series; null for a product of its own. */
  series_id: id.nullable(),
  duration_minutes: z.number().int(),
  /** Below so many sold seats it may not take place; 0 where any number will do. */
  min_participants: z.number().int(),
  /** What participants should bring; blank where nothing. */
  bring: z.string(),
  /** Who leads it; blank where the practice does not say. */
  leader: z.string(),
  /** Years of age of those it is for, both included; null where there is no bound. */
  age_from: z.number().int().nullable(),
  age_to: z.number().int().nullable(),
});
export type Product = z.output<typeof product>;

/** `leisure`: no right of withdrawal, as for dated leisure events; `days_14`: 14 days. */
export const withdrawal = z.enum(['leisure', 'days_14'], catalogTexts.withdrawal);
export type Withdrawal = z.output<typeof withdrawal>;

/** `health`: answers may be about health; they are optional and need explicit consent. */
export const questionKind = z.enum(['optional', 'required', 'health'], catalogTexts.questionKind);
export type QuestionKind = z.output<typeof questionKind>;

/** A draft is not public and cannot be bought. */
const productStatus = z.enum(['draft', 'published'], catalogTexts.status);

export const adminProduct = product.extend({
  status: productStatus,
  seats_sold: z.number().int(),
  on_sale: z.boolean(),
  hidden: z.boolean(),
  /** Entries in the waiting list, and seats offered to them. */
  waiting: z.number().int(),
  seats_offered: z.number().int(),
  /** Seats of `stock` that wait for an entry which may not be passed again: not on sale. */
  seats_held: z.number().int(),
  cancelled_at: timestamp.nullable(),
  cancel_reason: z.string().nullable(),
  /** A change of day, hour or place that nobody was mailed about yet. */
  notice_due: z.boolean(),
  /** Until when those who ordered before the last move may cancel in full. */
  decide_until: timestamp.nullable(),
  updated_at: z.string(),
  withdrawal,
  /** Whole per cent, contained in the price. */
  vat_rate: z.number().int(),
  /** Asked for each participant at the checkout; blank where nothing is asked. */
  question: z.string(),
  question_kind: questionKind,
  /** How long before the start the practice decides whether it takes place. */
  decide_hours: z.number().int(),
  /** Where it takes place online; mailed to participants, never public. Blank where it does not. */
  online_url: z.string(),
});
export type AdminProduct = z.output<typeof adminProduct>;

const category = z.object({ id, name: z.string() });
export type Category = z.output<typeof category>;

/** An optional https address; blank where there is none. */
const onlineUrl = lineOrBlank(500).refine(
  (value) => value === '' || (URL.canParse(value) && /^https:\/\/[^\s/]/i.test(value)),
  catalogTexts.onlineUrl,
);

/** An optional number of years; blank and null where there is no bound. */
const age = z.preprocess((value) => (value === '' ? null : value), integer(catalogTexts.age, 0, 120).nullable());

function wholeNumber(field: keyof typeof productNumbers) {
  const { text, min, max } = productNumbers[field];
  return integer(text, min, max);
}

const productFields = z.object({
  title: singleLine(160, catalogTexts.title),
  price: lira,
  description: text(5000, catalogTexts.description),
  stock: wholeNumber('stock'),
  date: isoDate,
  time: timeOfDay,
  location: singleLine(160, catalogTexts.location),
  category: singleLine(80, catalogTexts.category),
  /** These keep their stored value, or the default, where they are missing. */
  withdrawal: withdrawal.optional(),
  vat_rate: wholeNumber('vat_rate').optional(),
  status: productStatus.optional(),
  question: lineOrBlank(200).optional(),
  question_kind: questionKind.optional(),
  duration_minutes: wholeNumber('duration_minutes').optional(),
  min_participants: wholeNumber('min_participants').optional(),
  decide_hours: wholeNumber('decide_hours').optional(),
  online_url: onlineUrl.optional(),
  bring: text(1000, catalogTexts.bring, 0).optional(),
  leader: lineOrBlank(120).optional(),
  age_from: age.optional(),
  age_to: age.optional(),
});
export type ProductFields = z.output<typeof productFields>;
const categoryName = z.object({ name: singleLine(80, catalogTexts.categoryName) });

const oldImages = { oldImage1: z.string().optional(), oldImage2: z.string().optional() };

/**
 * A new product. Its pictures are sent as the files `image1` and `image2`. A copy names the original in `copy_of` and
 * may keep its pictures: `oldImage1` and `oldImage2` are then their stored addresses.
 */
const newProduct = productFields.extend({ ...oldImages, copy_of: idInBody(catalogTexts.product).optional() });
export type NewProduct = z.output<typeof newProduct>;

/** An edit, with the stored address of each picture that stays. */
const productEdit = productFields.extend({
  ...oldImages,
  /** The stock the form was opened with. */
  stock_base: integer('Geçersiz başlangıç kontenjanı.', 0, 100_000).optional(),
  /** `updated_at` of the product as the form opened it; answers 409 `edit_conflict` if it changed since. */
  updated_at: z.string().optional(),
});
export type ProductEdit = z.output<typeof productEdit>;

const productSorts = ['date', 'title', 'category', 'location', 'price', 'stock'] as const;
export type ProductSort = (typeof productSorts)[number];

const productFilter = z.object({
  search: optionalLine(200),
  /** A category's name, in any case. */
  category: optionalLine(80),
  /** `today_on` also lists what began today or is not over; `deleted` hidden ones, which are in no other list. */
  when: z.enum(['upcoming', 'today_on', 'past', 'deleted']).optional().catch(undefined),
  /** `-` sorts descending. Texts sort by the Turkish alphabet. Default: upcoming, then past ones, latest first. */
  sort: z
    .templateLiteral([z.enum(['', '-']), z.enum(productSorts)])
    .optional()
    .catch(undefined),
});
export type ProductFilter = z.output<typeof productFilter>;

const newDates = z.object({
  dates: boundedArray(
    z.object({ date: isoDate, time: timeOfDay }, catalogTexts.dates),
    26,
    catalogTexts.dates,
    'Bir kerede en fazla 26 tarih ekleyebilirsiniz.',
  ).refine((dates) => dates.length > 0, catalogTexts.dates),
});
export type NewDates = z.output<typeof newDates>;

/** What open pages follow of a product: seats left and the price in lira. */
const seats = z.object({ id, stock: z.number().int(), price: z.number(), cancelled: z.boolean() });
export type Seats = z.output<typeof seats>;

/** `called_off` adds products called off that started today: their pages stay until the day is over. */
const productsQuery = z.object({ called_off: z.enum(['today']).optional().catch(undefined) });
export type ProductsQuery = z.output<typeof productsQuery>;

export const catalogApi = defineEndpoints({
  'GET /api/products': {
    access: 'public',
    summary: 'Products that have not started, by start; those of today that were called off on request',
    list: true,
    cacheable: true,
    query: productsQuery,
    reply: z.array(product),
  },
  'GET /api/product/:id': {
    access: 'public',
    summary: 'One product',
    params: idParams,
    cacheable: true,
    reply: product,
  },
  'GET /api/products/events': {
    access: 'public',
    summary: 'Seats and prices as they change; starts with the current state',
    stream: true,
    reply: z.array(seats),
  },
  'GET /api/categories': {
    access: 'public',
    summary: 'Product categories',
    list: true,
    cacheable: true,
    reply: z.array(category),
  },
  'GET /api/admin/products': {
    access: 'admin',
    summary: 'All products, past ones included; hidden ones where they are asked for',
    list: true,
    query: productFilter,
    reply: z.array(adminProduct),
  },
  'GET /api/admin/product/:id': {
    access: 'admin',
    summary: 'One product to edit',
    params: idParams,
    reply: adminProduct,
  },
  'POST /api/product/add': {
    access: 'admin',
    summary: 'Adds a product, once for each Idempotency-Key',
    body: newProduct,
    files: { image1: 1, image2: 1 },
    status: 201,
    reply: adminProduct.extend(message.shape),
    errors: ['bad_image', 'too_large', 'idempotency_mismatch'],
  },
  'POST /api/admin/product/:id/dates': {
    access: 'admin',
    summary: 'Adds further dates of a product, once for each Idempotency-Key: copies with its seats, linked to it',
    params: idParams,
    body: newDates,
    status: 201,
    reply: message.extend({ added: z.number().int() }),
    errors: ['idempotency_mismatch'],
  },
  'PUT /api/product/update/:id': {
    access: 'admin',
    summary: 'Edits a product',
    params: idParams,
    body: productEdit,
    files: { image1: 1, image2: 1 },
    reply: adminProduct.extend(message.shape),
    errors: ['bad_image', 'too_large', 'edit_conflict'],
  },
  'PATCH /api/product/delete/:id': {
    access: 'admin',
    summary: 'Hides a product; everybody with a seat in a coming one is mailed',
    params: idParams,
    reply: message.extend({ recipients: z.number().int() }),
  },
  'PATCH /api/product/restore/:id': {
    access: 'admin',
    summary: 'Shows a hidden product again',
    params: idParams,
    reply: message,
  },
  'POST /api/admin/categories': {
    access: 'admin',
    summary: 'Adds a category',
    body: categoryName,
    status: 201,
    reply: category,
    errors: ['category_exists'],
  },
  'PUT /api/admin/categories/:id': {
    access: 'admin',
    summary: 'Renames a category',
    params: idParams,
    body: categoryName,
    reply: category,
    errors: ['category_exists'],
  },
  'DELETE /api/admin/categories/:id': {
    access: 'admin',
    summary: 'Deletes a category without products',
    params: idParams,
    reply: message,
    errors: ['category_in_use'],
  },
});
