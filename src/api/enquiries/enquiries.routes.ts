import { enquiryTexts } from '../../contract/enquiries.texts.ts';
import type { enquiriesApi } from '../../contract/enquiries.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import {
  countEnquiries,
  deleteEnquiry,
  listEnquiries,
  markRead,
  saveNote,
  saveStatus,
} from './enquiries.admin.service.ts';
import { createEnquiry } from './enquiries.service.ts';

export const enquiriesRoutes = (ctx: AppContext): Handlers<typeof enquiriesApi> => ({
  'POST /api/consulting-create-messages': async ({ body, ip }) => {
    await createEnquiry(ctx, body, ip);
    return { message: 'Mesajınız gönderildi!' };
  },
  'GET /api/consulting-messages': ({ session, query, page }) => listEnquiries(ctx, session.user.id, query, page),
  'GET /api/consulting-messages/counts': () => countEnquiries(ctx.db),
  'PATCH /api/consulting-messages/:id/status': ({ session, params, body }) =>
    saveStatus(ctx, session.user.id, params.id, body.status),
  'PUT /api/consulting-messages/:id/note': ({ session, params, body }) =>
    saveNote(ctx, session.user.id, params.id, body),
  'PATCH /api/consulting-messages/:id/read': ({ session, params }) => markRead(ctx, session.user.id, params.id),
  'DELETE /api/consulting-messages/:id': async ({ session, params }) => {
    await deleteEnquiry(ctx, session.user.id, params.id);
    return { message: enquiryTexts.deleted };
  },
});
