import type { CardPage } from '../../contract/cards.ts';
import { paymentTexts } from '../../contract/payments.texts.ts';
import type { SessionUser } from '../account/sessions.service.ts';
import type { AppContext } from '../context.ts';
import { ApiError, invalid } from '../errors.ts';
import { recordCardEvent } from '../http/cardMetrics.ts';
import { mutate } from '../mutation.ts';
import { lockCheckout, updateCheckout } from '../orders/checkouts.service.ts';
import { getMyCheckout } from '../orders/myCheckouts.service.ts';
import { holdMs, insertAttempt, nextAsk, serviceRef, updateAttempt } from './attempts.service.ts';
import { type CardProvider, CardServiceError } from './provider.ts';

/** Opens of a payment page an hour, so that nobody tries stolen cards one after the other. */
const limit = { name: 'card', points: 60, seconds: 3600 };

/**
 * Opens the card service's page over what is open of a user's checkout, whatever its way to pay was. The attempt is
 * written first, so that the service tells of something known; only when the page is there the checkout changes. Throws
 * `not_found`, `conflict`, `invalid` where cards are not offered, `provider_unavailable`.
 */
export async function beginCardPayment(
  ctx: AppContext,
  { user }: SessionUser,
  code: string,
  ip: string,
): Promise<CardPage> {
  const { state, open, methods } = await getMyCheckout(ctx, user.id, code);
  if (state !== 'open' || !open) throw new ApiError('conflict');
  const provider = ctx.cards;
  if (!provider || !methods.includes('card')) throw invalid({ method: paymentTexts.method });
  await ctx.limits.consume(limit, user.id);
  const attempt = await mutate(ctx, user.id, async ({ tx, now }) => {
    const { row, sums } = await lockCheckout(tx, code);
    if (row.state !== 'open') throw new ApiError('conflict');
    return insertAttempt(tx, { code, provider: provider.name, amount_kurus: sums.open, created_at: now });
  });
  const name = serviceRef(attempt);
  const origin = ctx.env.publicApiUrl ?? ctx.env.siteUrl;
  const { token, ...page } = await openPage(ctx, provider, {
    ...{ attempt: name, code, ip, kurus: attempt.amount_kurus },
    buyer: { name: user.name, surname: user.surname, email: user.email, phone: user.phone_number },
    ordersUrl: `${ctx.env.siteUrl}/orders?code=${code}`,
    returnUrl: `${origin}/api/payments/iyzico/return`,
  });
  await mutate(ctx, user.id, async ({ tx, now }) => {
    const { row, sums } = await lockCheckout(tx, code);
    if (row.state !== 'open' || sums.open !== attempt.amount_kurus) throw new ApiError('conflict');
    await updateCheckout(tx, code, { method: 'card' });
    const held_until = new Date(now.getTime() + holdMs);
    await updateAttempt(tx, attempt.id, { state: 'open', token, held_until, ask_at: nextAsk(now, now) });
  });
  recordCardEvent(provider.name, 'begun');
  return { attempt: attempt.id, ...page };
}

/** Asks the service for its page. Throws `provider_unavailable`. */
async function openPage(
  { log }: AppContext,
  provider: CardProvider,
  request: Parameters<CardProvider['begin']>[0],
): ReturnType<CardProvider['begin']> {
  try {
    return await provider.begin(request);
  } catch (error) {
    if (!(error instanceof CardServiceError)) throw error;
    log.warn({ attempt: request.attempt, reason: error.message }, 'card payment could not be opened');
    recordCardEvent(provider.name, error.kind);
    throw new ApiError('provider_unavailable');
  }
}
