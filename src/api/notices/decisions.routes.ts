import type { decisionsApi } from '../../contract/decisions.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { callOff } from '../orders/callOff.service.ts';
import { slicePage } from '../paging.ts';
import { decideToRun, listUndecided } from './decisions.service.ts';

export const decisionsRoutes = (ctx: AppContext): Handlers<typeof decisionsApi> => ({
  'GET /api/admin/decisions': async ({ page }) => slicePage(await listUndecided(ctx), page),
  'POST /api/admin/product/:id/decision': async ({ session, params, body }) => {
    if (body.decision === 'run') {
      await decideToRun(ctx, session.user.id, params.id);
      const message = 'Karar kaydedildi: atölye yapılacak.';
      return { decision: body.decision, orders: 0, refunds: 0, recipients: 0, message };
    }
    const result = await callOff(ctx, session.user.id, params.id, body.reason);
    const message = `Atölye iptal edildi; ${result.recipients} kişiye e-posta gönderiliyor.`;
    return { decision: body.decision, ...result, message };
  },
});
