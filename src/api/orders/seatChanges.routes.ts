import type { callOffApi, cancellationsApi } from '../../contract/cancellations.ts';
import type { transfersApi } from '../../contract/transfers.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import type { Seat } from '../tickets/tickets.ts';
import { callOff, previewCallOff } from './callOff.service.ts';
import { cancelSeats, previewCancellation } from './cancellations.service.ts';
import { renameParticipant, type SeatActor } from './participants.service.ts';
import { offerTransfer, readTransfer, takeOver, withdrawTransfer } from './transfers.service.ts';

interface Session {
  user: { id: string };
}
const buyer = ({ user }: Session): SeatActor => ({ userId: user.id, isAdmin: false });
const admin = ({ user }: Session): SeatActor => ({ userId: user.id, isAdmin: true });
const toSeat = ({ id, position }: { id: string; position: number }): Seat => ({ order_id: id, position });

/** What buyers and admins change about seats, what others do who get one, and events that do not take place. */
export const seatChangesRoutes = (
  ctx: AppContext,
): Handlers<typeof cancellationsApi & typeof callOffApi & typeof transfersApi> => ({
  'GET /api/my-orders/:id/cancellation': ({ session, params, query }) =>
    previewCancellation(ctx, buyer(session), params.id, query.participants),
  'POST /api/my-orders/:id/cancel': async ({ session, params, body }) => ({
    ...(await cancelSeats(ctx, buyer(session), params.id, body)),
    message: 'İptal edildi.',
  }),
  'PATCH /api/my-orders/:id/participants/:position': async ({ session, params, body }) => ({
    ...(await renameParticipant(ctx, buyer(session), toSeat(params), body.fullName)),
    message: 'Ad düzeltildi.',
  }),
  'GET /api/admin/orders/:id/cancellation': ({ session, params, query }) =>
    previewCancellation(ctx, admin(session), params.id, query.participants),
  'POST /api/admin/orders/:id/cancel': async ({ session, params, body }) => ({
    ...(await cancelSeats(ctx, admin(session), params.id, body)),
    message: 'İptal edildi.',
  }),
  'PATCH /api/admin/orders/:id/participants/:position': async ({ session, params, body }) => ({
    ...(await renameParticipant(ctx, admin(session), toSeat(params), body.fullName)),
    message: 'Ad düzeltildi.',
  }),
  'GET /api/admin/product/:id/cancellation': ({ params }) => previewCallOff(ctx, params.id),
  'POST /api/admin/product/:id/cancel': async ({ session, params, body }) => {
    const result = await callOff(ctx, session.user.id, params.id, body.reason);
    return { ...result, message: `Atölye iptal edildi; ${result.recipients} kişiye e-posta gönderiliyor.` };
  },
  'POST /api/my-orders/:id/participants/:position/transfer': ({ session, params }) =>
    offerTransfer(ctx, session.user.id, toSeat(params)),
  'DELETE /api/my-orders/:id/participants/:position/transfer': async ({ session, params }) => {
    await withdrawTransfer(ctx, session.user.id, toSeat(params));
    return { message: 'Devir bağlantısı geri alındı.' };
  },
  'GET /api/transfers/:token': ({ params, ip }) => readTransfer(ctx, params.token, ip),
  'POST /api/transfers/:token': async ({ params, body, ip }) => ({
    ...(await takeOver(ctx, params.token, body, ip)),
    message: 'Yer artık sizin. Ayrıntıları e-postayla gönderdik.',
  }),
});
