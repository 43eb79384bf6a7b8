import type { secondFactorApi } from '../../contract/secondFactor.ts';
import { findUser } from '../account/account.admin.service.ts';
import { readCaller } from '../account/caller.ts';
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

  'POST /api/profile/totp/confirm': async (call) => ({
    recovery_codes: await confirmSecondFactor(ctx, call.session, call.body, readCaller(call)),
  }),

  'DELETE /api/profile/totp': async (call) => {
    await removeSecondFactor(ctx, call.session, call.body, readCaller(call));
    return { message: 'İki adımlı giriş kapatıldı.' };
  },

  'DELETE /api/admin/users/:id/totp': async (call) => {
    const target = await findUser(ctx.db, call.params.id);
    await removeSecondFactorOf(ctx, call.session, target, call.body, readCaller(call));
    return { message: '✅ Kullanıcının iki adımlı girişi kapatıldı.' };
  },
});
