import { feedbackTexts } from '../../contract/feedback.texts.ts';
import type { feedbackApi } from '../../contract/feedback.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { readFeedback } from './feedback.admin.service.ts';
import { giveFeedback, readFeedbackEvent } from './feedback.service.ts';

export const feedbackRoutes = (ctx: AppContext): Handlers<typeof feedbackApi> => ({
  'GET /api/feedback/:token': ({ params, ip }) => readFeedbackEvent(ctx, params.token, ip),
  'POST /api/feedback/:token': async ({ params, body, ip }) => {
    await giveFeedback(ctx, params.token, body, ip);
    return { message: feedbackTexts.thanks };
  },
  'GET /api/admin/product/:id/feedback': ({ params }) => readFeedback(ctx, params.id),
});
