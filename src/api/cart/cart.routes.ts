import type { cartApi } from '../../contract/cart.ts';
import type { Handlers } from '../http/route.ts';
import type { Platform } from '../platform.ts';
import { addToCart, deleteFromCart, readCart } from './cart.service.ts';
import { mergeCart } from './merge.service.ts';

export const cartRoutes = (platform: Platform): Handlers<typeof cartApi> => ({
  'GET /api/cart': async ({ session }) => ({ cart: await readCart(platform.db, session.user.id, platform.clock()) }),
  'POST /api/cart/add': async ({ session, body }) => ({
    quantity: await addToCart(platform, session.user.id, body.product_id, body.quantity),
  }),
  'DELETE /api/cart/delete/:id': async ({ session, params }) => {
    await deleteFromCart(platform, session.user.id, params.id);
    return { message: 'Ürün sepetten kaldırıldı.' };
  },
  'POST /api/cart/merge': ({ session, body }) => mergeCart(platform, session.user.id, body.items),
});
