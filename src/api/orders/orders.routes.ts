import type { ordersApi } from '../../contract/orders.ts';
import type { AppContext } from '../context.ts';
import { hashJson, readIdempotencyKey } from '../http/idempotency.ts';
import type { Handlers } from '../http/route.ts';
import { addUp } from './checkout.ts';
import { listMyOrders, listOrders } from './list.service.ts';
import { mailParticipants } from './moved.service.ts';
import { openTill } from './orders.service.ts';
import { setOrderStatus } from './status.service.ts';

export const orderRoutes = (ctx: AppContext): Handlers<typeof ordersApi> => {
  const createOrder = openTill(ctx);
  return {
    'POST /api/order/create': async ({ session: { user: buyer }, body, sent, header }) => {
      const key = readIdempotencyKey(header('idempotency-key'));
      const attempt = key === undefined ? undefined : { userId: buyer.id, key, hash: hashJson(sent) };
      const orders = await createOrder({ buyer, wanted: addUp(body.cartItems), attempt, terms: body.terms_version });
      return { message: 'Sipariş başarıyla oluşturuldu!', orders };
    },
    'GET /api/my-orders': ({ session, page }) => listMyOrders(ctx, session.user.id, page),
    'GET /api/admin/orders': ({ query, page }) => listOrders(ctx, query, page),
    'PATCH /api/admin/orders/:id/status': async ({ session, params, body }) => ({
      ...(await setOrderStatus(ctx, session.user.id, params.id, body.status)),
      message: 'Siparişin durumu güncellendi.',
    }),
    'POST /api/admin/product/:id/notice': async ({ session, params }) => {
      const recipients = await mailParticipants(ctx, session.user.id, params.id);
      return { message: `${recipients} kişiye e-posta gönderiliyor.`, recipients };
    },
  };
};
