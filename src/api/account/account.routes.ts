import type { accountApi } from '../../contract/account.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { readBearer } from '../http/session.ts';
import { networksOf } from '../limits/networks.ts';
import { deactivateUser, listUsers, reactivateUser, setRole } from './account.admin.service.ts';
import { changePassword, toUser, updatePhone } from './account.service.ts';
import { activateAccount } from './activate.service.ts';
import type { Caller } from './devices.service.ts';
import { signInWithGoogle } from './google.service.ts';
import { register, resendActivationLink } from './register.service.ts';
import { requestResetCode, resetPassword, verifyResetCode } from './reset.service.ts';
import { describeDevice, endSession, listSessions } from './sessions.service.ts';
import { signIn } from './signIn.service.ts';

const readCaller = (ip: string, header: (name: string) => string | undefined): Caller => ({
  networks: networksOf(ip),
  deviceId: header('x-device-id'),
  deviceName: describeDevice(header('user-agent')),
});

export const accountRoutes = (ctx: AppContext): Handlers<typeof accountApi> => ({
  'GET /api/me': async ({ session }) => toUser(session.user),

  'POST /api/login': ({ body, ip, header, signal }) =>
    signIn(ctx, { ...body, caller: readCaller(ip, header), signal: signal() }),

  'POST /api/logout': async ({ session }) => {
    await endSession(ctx, session.user.id, session.id);
    return undefined;
  },

  'POST /api/register': async ({ body, ip, header }) => {
    await register(ctx, body, readCaller(ip, header));
    return { message: 'Kaydınız alındı. Hesabınızı etkinleştirmek için e-postanıza gönderilen bağlantıya tıklayın.' };
  },

  'POST /api/activate': async ({ body, ip, header }) => {
    const session = await activateAccount(ctx, body, readCaller(ip, header));
    if (session) return { message: 'Hesabınız etkinleştirildi.', ...session };
    return { message: 'Hesabınız etkinleştirildi. Giriş yapmak için önce bir şifre belirleyin.' };
  },

  'POST /api/activate/resend': async ({ body, ip, header }) => {
    await resendActivationLink(ctx, body.email, readCaller(ip, header));
    return { message: 'Bu adresle etkinleştirilmeyi bekleyen bir hesap varsa yeni bir bağlantı gönderildi.' };
  },

  'POST /api/forgot-password/request': async ({ body, ip, header }) => {
    const handle = await requestResetCode(ctx, body.email, readCaller(ip, header));
    return { message: 'Kod e-posta adresinize gönderildi.', handle };
  },

  'POST /api/forgot-password/verify': async ({ body, ip, header }) => {
    await verifyResetCode(ctx, body, readCaller(ip, header));
    return { message: 'Kod doğrulandı.' };
  },

  'POST /api/forgot-password/reset': async ({ body, ip, header }) => {
    await resetPassword(ctx, body, readCaller(ip, header));
    return { message: 'Şifre başarıyla sıfırlandı.' };
  },

  'POST /api/google-register': ({ ip, header, body }) =>
    signInWithGoogle(ctx, readBearer(header('authorization')), body.otp, readCaller(ip, header)),

  'GET /api/profile': async ({ session }) => toUser(session.user),

  'PUT /api/profile/update-phone': async ({ session, body }) => {
    await updatePhone(ctx, session.user.id, body.phone_number);
    return { message: 'Telefon numarası başarıyla güncellendi.', phone_number: body.phone_number };
  },

  'POST /api/profile/change-password': async ({ session, body }) => {
    await changePassword(ctx, session, body);
    return { message: 'Şifre başarıyla güncellendi.' };
  },

  'GET /api/profile/sessions': ({ session, page }) => listSessions(ctx, session, page),

  'DELETE /api/profile/sessions/:id': async ({ session, params }) => {
    await endSession(ctx, session.user.id, params.id);
    return { message: 'Oturum kapatıldı.' };
  },

  'GET /api/admin/get-users': ({ query, page }) => listUsers(ctx, query, page),

  'PUT /api/admin/users/:id/role': async ({ session, params, body }) => ({
    ...(await setRole(ctx, session.user.id, params.id, body.role)),
    message: body.role === 'admin' ? '✅ Kullanıcı yönetici yapıldı.' : '✅ Yönetici yetkisi alındı.',
  }),

  'PATCH /api/admin/users/deactivate/:id': async ({ session, params }) => ({
    ...(await deactivateUser(ctx, session.user.id, params.id)),
    message: '✅ Kullanıcı deaktive edildi.',
  }),

  'PATCH /api/admin/users/reactivate/:id': async ({ session, params }) => ({
    ...(await reactivateUser(ctx, session.user.id, params.id)),
    message: '✅ Kullanıcı yeniden aktive edildi.',
  }),
});
