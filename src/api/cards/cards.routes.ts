import type { cardsApi } from '../../contract/cards.ts';
import type { AppContext } from '../context.ts';
import { ApiError } from '../errors.ts';
import { recordCardEvent } from '../http/cardMetrics.ts';
import type { Handlers } from '../http/route.ts';
import { askByToken } from './ask.service.ts';
import { beginCardPayment } from './begin.service.ts';
import { settleNotice } from './settle.service.ts';

export const cardsRoutes = (ctx: AppContext): Handlers<typeof cardsApi> => ({
  'POST /api/my-checkouts/:code/card': ({ session, params, ip }) => beginCardPayment(ctx, session, params.code, ip),
  'POST /api/payments/paytr': async ({ body }) => {
    const { merchant_oid = '', status = '', total_amount = '', hash = '' } = body;
    const notice = ctx.cards?.readNotice({ merchant_oid, status, total_amount, hash });
    if (!ctx.cards || !notice) {
      recordCardEvent('paytr', 'forged');
      throw new ApiError('bad_request');
    }
    await settleNotice(ctx, ctx.cards.name, notice);
    // PayTR pays out only what was answered with this word and nothing else.
    return { content: 'OK', headers: { 'content-type': 'text/plain; charset=utf-8' } };
  },
  'POST /api/payments/iyzico/return': async ({ body }) => {
    const code = await askByToken(ctx, body.token ?? '');
    // Where the API has an origin of its own, the orders are not on it.
    const site = ctx.env.publicApiUrl ? ctx.env.siteUrl : '';
    return `${site}/orders${code ? `?code=${code}` : ''}`;
  },
  'POST /api/payments/iyzico/notice': async ({ body }) => {
    await askByToken(ctx, body.token ?? '');
    return { message: 'OK' };
  },
});
