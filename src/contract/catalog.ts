import { z } from 'zod';
import { lira } from '../shared/money.ts';
import { optionalLine, singleLine, text } from '../shared/text.ts';
import { defineEndpoints, id, idParams, image, integer, isoDate, message, timeOfDay } from './endpoint.ts';

/** A workshop event as everybody sees it; `stock` is the seats left, `price` in lira. */
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
});
export type Product = z.output<typeof product>;

const adminProduct = product.extend({ seats_sold: z.number().int(), on_sale: z.boolean(), updated_at: z.string() });
export type AdminProduct = z.output<typeof adminProduct>;

export const category = z.object({ id, name: z.string() });
export type Category = z.output<typeof category>;

const productFields = {
  title: singleLine(160, 'Lütfen başlık girin.'),
  price: lira,
  description: text(5000, 'Lütfen açıklama girin.'),
  stock: integer('Kontenjan 0 ya da daha büyük bir tam sayı olmalıdır.', 0, 100_000),
  date: isoDate,
  time: timeOfDay,
  location: singleLine(160, 'Lütfen konum girin.'),
  category: singleLine(80, 'Lütfen kategori seçin.'),
};
export const imagesMissing = '❗ Lütfen iki görseli de seçin.';
const categoryName = z.object({ name: singleLine(80, 'Lütfen kategori adını girin.') });

/**
 * Fields sent when an event is added (CONTRACT.md 5); the pictures travel as the files `image1` and `image2`. The copy of
 * an event names it in `copy_of` and may keep its pictures: `oldImage1`, `oldImage2` are then their stored addresses.
 */
const newProduct = z.object({
  ...productFields,
  copy_of: id.optional(),
  oldImage1: z.string().optional(),
  oldImage2: z.string().optional(),
});
export type NewProduct = z.output<typeof newProduct>;
/** As above, with the stored address of each picture that stays, and the stock the form was opened with. */
const productEdit = z.object({
  ...productFields,
  oldImage1: z.string().optional(),
  oldImage2: z.string().optional(),
  stock_base: integer('Geçersiz başlangıç kontenjanı.', 0, 100_000).optional(),
  /** `updated_at` as the form was opened with; another one now answers 409 `edit_conflict`. */
  updated_at: z.string().optional(),
});
export type ProductEdit = z.output<typeof productEdit>;

/** What a list of events can be sorted by; `-` before it means downwards. Texts follow the Turkish alphabet. */
const productSorts = ['date', 'title', 'category', 'location', 'price', 'stock'] as const;
export type ProductSort = (typeof productSorts)[number];

export const catalogApi = defineEndpoints({
  'GET /api/products': {
    access: 'public',
    summary: 'Events on sale, by start',
    list: true,
    cacheable: true,
    reply: z.array(product),
  },
  'GET /api/product/:id': { access: 'public', summary: 'One event', params: idParams, cacheable: true, reply: product },
  'GET /api/products/events': {
    access: 'public',
    summary: 'Seats and prices as they change: the present state first',
    stream: true,
    reply: z.array(z.object({ id, stock: z.number().int(), price: z.number() })),
  },
  'GET /api/categories': {
    access: 'public',
    summary: 'Workshop categories',
    list: true,
    cacheable: true,
    reply: z.array(category),
  },
  'GET /api/admin/products': {
    access: 'admin',
    summary: 'All events that are not hidden, also past ones',
    list: true,
    query: z.object({
      search: optionalLine(200),
      /** A category's name, whatever its case. */
      category: optionalLine(80),
      when: z.enum(['upcoming', 'past']).optional().catch(undefined),
      /** Without it: what comes next first, then what is over, latest first. */
      sort: z
        .templateLiteral([z.enum(['', '-']), z.enum(productSorts)])
        .optional()
        .catch(undefined),
    }),
    reply: z.array(adminProduct),
  },
  'GET /api/admin/product/:id': {
    access: 'admin',
    summary: 'One event to edit',
    params: idParams,
    reply: adminProduct,
  },
  'POST /api/product/add': {
    access: 'admin',
    summary: 'Adds an event',
    body: newProduct,
    files: { image1: 1, image2: 1 },
    status: 201,
    reply: adminProduct.extend(message.shape),
    errors: ['bad_image', 'too_large'],
  },
  'PUT /api/product/update/:id': {
    access: 'admin',
    summary: 'Edits an event',
    params: idParams,
    body: productEdit,
    files: { image1: 1, image2: 1 },
    reply: adminProduct.extend(message.shape),
    errors: ['bad_image', 'too_large', 'edit_conflict'],
  },
  'PATCH /api/product/delete/:id': { access: 'admin', summary: 'Hides an event', params: idParams, reply: message },
  'PATCH /api/product/restore/:id': { access: 'admin', summary: 'Takes hiding back', params: idParams, reply: message },
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
    summary: 'Deletes a category without events',
    params: idParams,
    reply: message,
    errors: ['category_in_use'],
  },
});
