import type { accountApi } from '../../contract/account.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { readBearer } from '../http/session.ts';
import { deactivateUser, listUsers, reactivateUser, setRole } from './account.admin.service.ts';
import { changePassword, toUser, updatePhone } from './account.service.ts';
import { activateAccount } from './activate.service.ts';
import { readCaller } from './caller.ts';
import { signInWithGoogle } from './google.service.ts';
import { noteLegalChanges, readLegalChanges } from './legalChanges.service.ts';
import { register, resendActivationLink } from './register.service.ts';
import { requestResetCode, resetPassword, verifyResetCode } from './reset.service.ts';
import { endSession, listSessions } from './sessions.service.ts';
import { signIn } from './signIn.service.ts';

export const accountRoutes = (ctx: AppContext): Handlers<typeof accountApi> => ({
  'GET /api/me': async ({ session }) => toUser(session.user),

  'GET /api/me/legal-changes': ({ session }) => readLegalChanges(ctx, session.user),

  'POST /api/me/legal-changes': async ({ session, body }) => {
    await noteLegalChanges(ctx, session.user, body.until);
    return undefined;
  },

  'POST /api/login': (call) => signIn(ctx, { ...call.body, caller: readCaller(call), signal: call.signal() }),

  'POST /api/logout': async (call) => {
    await endSession(ctx, call.session.user.id, call.session.id, readCaller(call), 'unauthenticated');
    return undefined;
  },

  'POST /api/register': async (call) => {
    await register(ctx, call.body, readCaller(call));
    return { message: 'Kaydınız alındı. Hesabınızı etkinleştirmek için e-postanıza gönderilen bağlantıya tıklayın.' };
  },

  'POST /api/activate': async (call) => {
    const session = await activateAccount(ctx, call.body, readCaller(call));
    if (session) return { message: 'Hesabınız etkinleştirildi.', ...session };
    return { message: 'Hesabınız etkinleştirildi. Giriş yapmak için önce bir şifre belirleyin.' };
  },

  'POST /api/activate/resend': async (call) => {
    await resendActivationLink(ctx, call.body.email, readCaller(call));
    return { message: 'Bu adresle etkinleştirilmeyi bekleyen bir hesap varsa yeni bir bağlantı gönderildi.' };
  },

  'POST /api/forgot-password/request': async (call) => {
    const handle = await requestResetCode(ctx, call.body.email, readCaller(call));
    return { message: 'Kod e-posta adresinize gönderildi.', handle };
  },

  'POST /api/forgot-password/verify': async (call) => {
    await verifyResetCode(ctx, call.body, readCaller(call));
    return { message: 'Kod doğrulandı.' };
  },

  'POST /api/forgot-password/reset': async (call) => {
    await resetPassword(ctx, call.body, readCaller(call));
    return { message: 'Şifre başarıyla sıfırlandı.' };
  },

  'POST /api/google-register': (call) =>
    signInWithGoogle(ctx, readBearer(call.header('authorization')), call.body.otp, readCaller(call)),

  'GET /api/profile': async ({ session }) => toUser(session.user),

  'PUT /api/profile/update-phone': async ({ session, body }) => {
    await updatePhone(ctx, session.user.id, body.phone_number);
    return { message: 'Telefon numarası başarıyla güncellendi.', phone_number: body.phone_number };
  },

  'POST /api/profile/change-password': async (call) => {
    await changePassword(ctx, call.session, call.body, readCaller(call));
    return { message: 'Şifre başarıyla güncellendi.' };
  },

  'GET /api/profile/sessions': ({ session, page }) => listSessions(ctx, session, page),

  'DELETE /api/profile/sessions/:id': async (call) => {
    await endSession(ctx, call.session.user.id, call.params.id, readCaller(call));
    return { message: 'Oturum kapatıldı.' };
  },

  'GET /api/admin/get-users': ({ query, page }) => listUsers(ctx, query, page),

  'PUT /api/admin/users/:id/role': async (call) => ({
    ...(await setRole(ctx, call.session, call.params.id, call.body, readCaller(call))),
    message: call.body.role === 'admin' ? '✅ Kullanıcı yönetici yapıldı.' : '✅ Yönetici yetkisi alındı.',
  }),

  'PATCH /api/admin/users/deactivate/:id': async (call) => ({
    ...(await deactivateUser(ctx, call.session, call.params.id, call.body, readCaller(call))),
    message: '✅ Hesap kapatıldı.',
  }),

  'PATCH /api/admin/users/reactivate/:id': async (call) => ({
    ...(await reactivateUser(ctx, call.session, call.params.id, call.body, readCaller(call))),
    message: '✅ Hesap yeniden açıldı.',
  }),
});
