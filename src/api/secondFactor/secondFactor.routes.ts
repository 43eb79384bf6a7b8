import type { secondFactorApi } from '../../contract/secondFactor.ts';
import { findUser } from '../account/account.admin.service.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import {
  confirmSecondFactor,
  prepareSecondFactor,
  readSecondFactor,
  removeSecondFactor,
  removeSecondFactorOf,
} from './secondFactor.service.ts';

export const secondFactorRoutes = (ctx: AppContext): Handlers<typeof secondFactorApi> => ({
  'GET /api/profile/totp': ({ session }) => readSecondFactor(ctx.db, session.user.id),

  'POST /api/profile/totp': ({ session, body }) => prepareSecondFactor(ctx, session, body.current_password),

  'POST /api/profile/totp/confirm': async ({ session, body }) => ({
    recovery_codes: await confirmSecondFactor(ctx, session, body),
  }),

  'DELETE /api/profile/totp': async ({ session, body }) => {
    await removeSecondFactor(ctx, session, body);
    return { message: 'İki adımlı giriş kapatıldı.' };
  },

  'DELETE /api/admin/users/:id/totp': async ({ session, params, body }) => {
    await removeSecondFactorOf(ctx, session, await findUser(ctx.db, params.id), body);
    return { message: '✅ Kullanıcının iki adımlı girişi kapatıldı.' };
  },
});
