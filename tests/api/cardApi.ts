import { asc } from 'drizzle-orm';
import { cardAttempts } from '../../src/api/cards/cards.tables.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { type CardStandIn, openCardStandIn } from '../cards/standIn.ts';
import { cartLine } from '../load/cartLines.ts';
import { addCleanup } from './cleanup.ts';
import { openTestApi, type TestApi } from './harness.ts';
import { addProduct, checkout } from './shop.ts';

export interface CardApi extends TestApi {
  standIn: CardStandIn;
}

/** Opens the API with a card service on this machine, whose notices it gets. */
export async function openCardApi(
  provider: 'paytr' | 'iyzico',
  environment: Record<string, string> = {},
): Promise<CardApi> {
  let api: TestApi | undefined;
  const standIn = await openCardStandIn(async (path, body, type) => {
    const response = await api?.app.request(path, { method: 'POST', body, headers: { 'content-type': type } });
    return (await response?.text()) ?? '';
  });
  addCleanup(() => standIn.close());
  api = await openTestApi({ ...standIn.environment(provider), RATE_LIMIT_FACTOR: '100', ...environment });
  return { ...api, standIn };
}

/** Orders seats of 650 lira each that are to be paid by card, and returns the checkout's code. */
export async function buySeats(api: TestApi, token: string, product?: string): Promise<string> {
  const id = product ?? (await addProduct(api.ctx));
  const { body } = await checkout(api, token, [cartLine(id)]);
  return body.orders[0]?.code as string;
}

export const beginCard = (api: TestApi, token: string, code: string) =>
  api.send('POST /api/my-checkouts/:code/card', { token, params: { code } });

/** Opens the service's page over a checkout, and returns how the stand-in names what is to be paid. */
export async function beginName(api: TestApi, token: string, code: string): Promise<string> {
  const { body } = await beginCard(api, token, code);
  if (body.redirect) return body.redirect.split('/').at(-1) as string;
  return body.attempt.replaceAll('-', '');
}

/** The kinds of mails about money, oldest first. */
export async function readMoneyMails({ ctx }: TestApi): Promise<string[]> {
  const rows = await ctx.db.select().from(mails).orderBy(asc(mails.created_at));
  return rows.map(({ kind }) => kind).filter((kind) => !['order_confirmation', 'order_notice'].includes(kind));
}

export const readAttemptRows = ({ ctx }: TestApi) =>
  ctx.db.select().from(cardAttempts).orderBy(asc(cardAttempts.created_at));
