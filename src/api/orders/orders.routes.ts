import type { ordersApi } from '../../contract/orders.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { toRequest } from '../idempotency/request.ts';
import { slicePage } from '../paging.ts';
import { listAnswers } from './answers.service.ts';
import { createCheckout } from './checkout.service.ts';
import { mergeLines } from './checkout.ts';
import { sumDue } from './due.service.ts';
import { createPreview } from './orderPreview.service.ts';
import { listOrders, setOrderStatus } from './orders.admin.service.ts';
import { addTicketPaths, listMyOrders } from './orders.service.ts';
import { enterOrder } from './phoneOrders.service.ts';
import { countRecipients, mailParticipants, mailProductChanged } from './productMessages.service.ts';

export const ordersRoutes = (ctx: AppContext): Handlers<typeof ordersApi> => {
  const createOrder = createCheckout(ctx);
  const previewOrder = createPreview(ctx);
  return {
    'POST /api/order/preview': ({ session, body }) =>
      previewOrder({ buyerId: session.user.id, lines: mergeLines(body.cartItems), method: body.method }),
    'POST /api/order/create': async ({ session: { user: buyer }, body, sent, header }) => {
      const request = toRequest(buyer.id, header, sent);
      const lines = mergeLines(body.cartItems);
      const { terms_version: terms, method, preview_hash: previewHash } = body;
      const healthConsent = body.health_consent === true;
      const orders = await createOrder({ buyer, lines, request, terms, method, previewHash, healthConsent });
      return { message: 'Sipariş başarıyla oluşturuldu!', orders: await addTicketPaths(ctx, orders) };
    },
    'GET /api/my-orders': ({ session, page }) => listMyOrders(ctx, session.user.id, page),
    'GET /api/admin/orders': ({ query, page }) => listOrders(ctx, query, page),
    'GET /api/admin/orders/due': ({ query }) => sumDue(ctx, query),
    'POST /api/admin/orders': async ({ session, body, sent, header }) => ({
      ...(await enterOrder(
        ctx,
        session.user.id,
        body,
        toRequest(session.user.id, header, sent, 'POST /api/admin/orders'),
      )),
      message: 'Sipariş kaydedildi.',
    }),
    'PATCH /api/admin/orders/:id/status': async ({ session, params, body }) => ({
      ...(await setOrderStatus(ctx, session.user.id, params.id, body.status)),
      message: 'Siparişin durumu güncellendi.',
    }),
    'POST /api/admin/product/:id/notice': async ({ session, params }) => {
      const { recipients, isNew } = await mailProductChanged(ctx, session.user.id, params.id);
      const message = isNew ? `${recipients} kişiye e-posta gönderiliyor.` : 'Bu bilgiler zaten gönderildi.';
      return { message, recipients };
    },
    'GET /api/admin/product/:id/answers': async ({ session, params, page }) =>
      slicePage(await listAnswers(ctx, session.user.id, params.id), page),
    'GET /api/admin/product/:id/recipients': async ({ params }) => ({
      recipients: await countRecipients(ctx, params.id),
    }),
    'POST /api/admin/product/:id/message': async ({ session: { user }, params, body, sent, header }) => {
      const request = toRequest(user.id, header, [params.id, sent], 'POST /api/admin/product/:id/message');
      const recipients = await mailParticipants(ctx, user.id, params.id, body, request);
      return { message: `${recipients} kişiye e-posta gönderiliyor.`, recipients };
    },
  };
};
