import type { checkoutsApi } from '../../contract/checkouts.ts';
import type { paymentSettingsApi } from '../../contract/paymentSettings.ts';
import type { paymentsApi } from '../../contract/payments.ts';
import { readCaller } from '../account/caller.ts';
import type { AppContext } from '../context.ts';
import type { Handlers } from '../http/route.ts';
import { toRequest } from '../idempotency/request.ts';
import { listCheckouts } from '../orders/checkouts.admin.service.ts';
import { getMyCheckout, listMyCheckouts, setMyMethod } from '../orders/myCheckouts.service.ts';
import { readAccountingCsv } from './accounting.service.ts';
import { tellCardService } from './cardRefunds.service.ts';
import { readPaymentSettings, savePaymentSettings } from './paymentSettings.service.ts';
import { moveDue, recordPayment, releaseCheckout, voidPayment } from './payments.admin.service.ts';
import { askRefund, listRefunds, setRefund } from './refunds.admin.service.ts';
import { readOpenForStatement, recordMatches } from './statement.service.ts';
import { readSummary } from './summary.service.ts';

export const paymentsRoutes = (
  ctx: AppContext,
): Handlers<typeof checkoutsApi & typeof paymentSettingsApi & typeof paymentsApi> => ({
  'GET /api/my-checkouts': ({ session, page }) => listMyCheckouts(ctx, session.user.id, page),
  'GET /api/my-checkouts/:code': ({ session, params }) => getMyCheckout(ctx, session.user.id, params.code),
  'PUT /api/my-checkouts/:code/method': ({ session, params, body }) =>
    setMyMethod(ctx, session.user.id, params.code, body.method),
  'GET /api/admin/payment-settings': () => readPaymentSettings(ctx.db, ctx),
  'PUT /api/admin/payment-settings': (call) => savePaymentSettings(ctx, call.session, call.body, readCaller(call)),
  'GET /api/admin/payments/summary': () => readSummary(ctx),
  'GET /api/admin/checkouts': ({ query, page }) => listCheckouts(ctx, query, page),
  'PATCH /api/admin/checkouts/:code': ({ session, params, body }) =>
    moveDue(ctx, session.user.id, params.code, new Date(body.due_at)),
  'POST /api/admin/checkouts/:code/payments': ({ session, params, body }) =>
    recordPayment(ctx, session.user.id, params.code, body),
  'DELETE /api/admin/payments/:id': async ({ session, params }) => ({
    ...(await voidPayment(ctx, session.user.id, params.id)),
    message: 'Ödeme geçersiz sayıldı.',
  }),
  'POST /api/admin/checkouts/:code/release': ({ session, params }) =>
    releaseCheckout(ctx, session.user.id, params.code),
  'POST /api/admin/checkouts/:code/refunds': ({ session: { user }, params, body, sent, header }) =>
    askRefund(
      ctx,
      user.id,
      params.code,
      body,
      toRequest(user.id, header, [params.code, sent], 'POST /api/admin/checkouts/:code/refunds'),
    ),
  'POST /api/admin/refunds/:id/card': ({ session, params, body }) =>
    tellCardService(ctx, session.user.id, params.id, body.absent),
  'GET /api/admin/refunds': ({ query, page }) => listRefunds(ctx, query, page),
  'PATCH /api/admin/refunds/:id': ({ session, params, body }) => setRefund(ctx, session.user.id, params.id, body.state),
  'GET /api/admin/statement/open': () => readOpenForStatement(ctx),
  'POST /api/admin/statement/matches': ({ session, body }) => recordMatches(ctx, session.user.id, body.matches),
  'GET /api/admin/accounting.csv': async ({ query }) => ({
    content: await readAccountingCsv(ctx, query),
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="odemeler.csv"',
    },
  }),
});
