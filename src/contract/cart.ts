import { z } from 'zod';
import { cartTexts } from './cart.texts.ts';
import { catalogTexts } from './catalog.texts.ts';
import { product } from './catalog.ts';
import { boundedArray, defineEndpoints, id, idInBody, idParams, message } from './endpoint.ts';

const cartItem = z.object({
  product_id: id,
  quantity: z.number().int(),
  product_details: product
    .pick({ id: true, title: true, price: true, image1: true, date: true, time: true, location: true, category: true })
    .extend({
      slug: z.string(),
      /** Seats on sale now. */
      stock: z.number().int(),
      /** False once the product is hidden or has started: the line can then only be removed. */
      on_sale: z.boolean(),
    }),
});
export type CartItem = z.output<typeof cartItem>;

const cart = z.object({ cart: z.array(cartItem) });
const quantity = z.number('Adet sıfırdan farklı bir tam sayı olmalıdır.').int('Adet tam sayı olmalıdır.');

/** A merged line that got fewer seats than wanted. */
const adjustment = z.object({ product_id: z.string(), wanted: z.number().int(), quantity: z.number().int() });
export type CartMergeAdjustment = z.output<typeof adjustment>;

export const cartApi = defineEndpoints({
  'GET /api/cart': { access: 'customer', summary: "The caller's cart", reply: cart },
  'POST /api/cart/add': {
    access: 'customer',
    summary: 'Adds a positive or negative quantity; 0 in the reply means removed',
    body: z.object({
      product_id: idInBody(catalogTexts.product),
      quantity: quantity.refine((value) => value !== 0, 'Adet sıfır olamaz.'),
    }),
    reply: z.object({ quantity: z.number().int() }),
    errors: ['stock_exhausted', 'limit_reached', 'not_on_sale'],
  },
  'DELETE /api/cart/delete/:id': { access: 'customer', summary: 'Removes a product', params: idParams, reply: message },
  'POST /api/cart/merge': {
    access: 'customer',
    summary: "Adds a guest cart to the caller's cart, once for each Idempotency-Key",
    body: z.object({
      items: boundedArray(z.looseObject({}), 200, cartTexts.list, 'Sepette en fazla 200 satır olabilir.'),
    }),
    reply: cart.extend({ adjusted: z.array(adjustment) }),
    errors: ['idempotency_mismatch'],
  },
});
