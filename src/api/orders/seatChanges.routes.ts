import type { callOffApi, cancellationsApi } from '../../contract/cancellations.ts';
import type { transfersApi } from '../../contract/transfers.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { callOff, previewCallOff } from './callOff.service.ts';
import { cancelSeats, previewCancellation } from './cancellations.service.ts';
import { renameParticipant } from './participants.service.ts';
import { offerTransfer, readTransfer, takeOver, withdrawTransfer } from './transfers.service.ts';

/** What buyers change about seats they bought, what others do who get one, and events that do not take place. */
export const seatChangesRoutes = (
  ctx: AppContext,
): Handlers<typeof cancellationsApi & typeof callOffApi & typeof transfersApi> => ({
  'GET /api/my-orders/:id/cancellation': ({ session, params, query }) =>
    previewCancellation(ctx, session.user.id, params.id, query.participants),
  'POST /api/my-orders/:id/cancel': async ({ session, params, body }) => ({
    ...(await cancelSeats(ctx, session.user.id, params.id, body)),
    message: 'İptal edildi.',
  }),
  'PATCH /api/my-orders/:id/participants/:position': async ({ session, params, body }) => ({
    ...(await renameParticipant(ctx, session.user.id, params.id, { position: params.position, ...body })),
    message: 'Ad düzeltildi.',
  }),
  'GET /api/admin/product/:id/cancellation': ({ params }) => previewCallOff(ctx, params.id),
  'POST /api/admin/product/:id/cancel': async ({ session, params, body }) => {
    const result = await callOff(ctx, session.user.id, params.id, body.reason);
    return { ...result, message: `Atölye iptal edildi; ${result.recipients} kişiye e-posta gönderiliyor.` };
  },
  'POST /api/my-orders/:id/participants/:position/transfer': ({ session, params }) =>
    offerTransfer(ctx, session.user.id, { order_id: params.id, position: params.position }),
  'DELETE /api/my-orders/:id/participants/:position/transfer': async ({ session, params }) => {
    await withdrawTransfer(ctx, session.user.id, { order_id: params.id, position: params.position });
    return { message: 'Devir bağlantısı geri alındı.' };
  },
  'GET /api/transfers/:token': ({ params, ip }) => readTransfer(ctx, params.token, ip),
  'POST /api/transfers/:token': async ({ params, body, ip }) => ({
    ...(await takeOver(ctx, params.token, body, ip)),
    message: 'Yer artık sizin. Ayrıntıları e-postayla gönderdik.',
  }),
});
