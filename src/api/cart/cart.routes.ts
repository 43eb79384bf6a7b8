import type { cartApi } from '../../contract/cart.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { toRequest } from '../idempotency/request.ts';
import { addToCart, deleteFromCart, readCart } from './cart.service.ts';
import { mergeCart } from './merge.service.ts';

export const cartRoutes = (ctx: AppContext): Handlers<typeof cartApi> => ({
  'GET /api/cart': async ({ session }) => ({ cart: await readCart(ctx.db, session.user.id, ctx.clock()) }),
  'POST /api/cart/add': async ({ session, body }) => ({
    quantity: await addToCart(ctx, session.user.id, body.product_id, body.quantity),
  }),
  'DELETE /api/cart/delete/:id': async ({ session, params }) => {
    await deleteFromCart(ctx, session.user.id, params.id);
    return { message: 'Ürün sepetten kaldırıldı.' };
  },
  'POST /api/cart/merge': ({ session: { user }, body, sent, header }) =>
    mergeCart(ctx, user.id, body.items, toRequest(user.id, header, sent, 'POST /api/cart/merge')),
});
