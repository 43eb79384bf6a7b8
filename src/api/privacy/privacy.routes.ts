import type { privacyApi } from '../../contract/privacy.ts';
import { proveIfAdmin } from '../account/account.admin.service.ts';
import { readCaller } from '../account/caller.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { eraseOwnData, erasePersonalData, erasePhoneBuyer, listOwnSeats, previewErasure } from './erase.service.ts';
import { exportForAdmin, exportOwnData } from './export.service.ts';

export const privacyRoutes = (ctx: AppContext): Handlers<typeof privacyApi> => ({
  'GET /api/profile/export': (call) => exportOwnData(ctx, call.session, readCaller(call)),
  'POST /api/profile/export': (call) => exportOwnData(ctx, call.session, readCaller(call), call.body.current_password),
  'GET /api/profile/upcoming-seats': async ({ session }) => ({ seats: await listOwnSeats(ctx, session) }),
  'DELETE /api/profile': async ({ session, body }) => {
    await eraseOwnData(ctx, session, body.current_password);
    return { message: 'Hesabınız ve kişisel verileriniz silindi.' };
  },
  'POST /api/admin/people/export': async (call) => {
    const { session, body } = call;
    if ('email' in body) await proveIfAdmin(ctx, session, body, body, readCaller(call));
    return exportForAdmin(ctx, session.user.id, body);
  },
  'POST /api/admin/people/preview': ({ session, body }) => previewErasure(ctx, session.user.id, body),
  'POST /api/admin/people/erase': async (call) => {
    const { session, body } = call;
    if ('phone' in body) {
      const erased = await erasePhoneBuyer(ctx, session.user.id, body.phone);
      const message = erased.orders
        ? 'Bu numarayla girilen siparişlerdeki kişi silindi.'
        : 'Bu numarayla girilmiş sipariş bulunamadı.';
      return { message, erased };
    }
    await proveIfAdmin(ctx, session, body, body, readCaller(call));
    const erased = await erasePersonalData(ctx, session.user.id, body.email);
    const found = Object.values(erased).some(Boolean);
    return {
      message: found ? 'Bu e-posta adresiyle ilgili her şey silindi.' : 'Bu e-posta adresiyle ilgili kayıt bulunamadı.',
      erased,
    };
  },
});
