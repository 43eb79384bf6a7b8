import type { setupApi } from '../../contract/setup.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { readSetup, saveLegalCheck } from './setup.service.ts';
import { sendTestMail } from './testMail.service.ts';

export const setupRoutes = (ctx: AppContext): Handlers<typeof setupApi> => ({
  'GET /api/admin/setup': () => readSetup(ctx),
  'POST /api/admin/setup/test-mail': ({ session }) => sendTestMail(ctx, session.user),
  'PUT /api/admin/setup/legal': ({ session, body }) => saveLegalCheck(ctx, session.user.id, body.checked),
});
