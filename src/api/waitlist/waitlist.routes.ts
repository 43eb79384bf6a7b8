import type { waitlistApi } from '../../contract/waitlist.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { listLine, setPriority } from './waitlist.admin.service.ts';
import { declineOffer, joinWaitlist, leaveWaitlist, listMyEntries } from './waitlist.service.ts';

export const waitlistRoutes = (ctx: AppContext): Handlers<typeof waitlistApi> => ({
  'POST /api/waitlist': ({ session, body }) => joinWaitlist(ctx, session.user.id, body.product_id, body.quantity),
  'GET /api/my-waitlist': ({ session, page }) => listMyEntries(ctx, session.user.id, page),
  'DELETE /api/waitlist/:id': async ({ session, params }) => ({
    ...(await leaveWaitlist(ctx, session.user.id, params.id)),
    message: 'Sıradan çıktınız.',
  }),
  'POST /api/waitlist/:id/decline': async ({ session, params }) => ({
    ...(await declineOffer(ctx, session.user.id, params.id)),
    message: 'Yeriniz sıradaki kişiye geçti.',
  }),
  'GET /api/admin/product/:id/waitlist': ({ params, page }) => listLine(ctx, params.id, page),
  'PATCH /api/admin/waitlist/:id': ({ session, params, body }) =>
    setPriority(ctx, session.user.id, params.id, body.priority),
});
