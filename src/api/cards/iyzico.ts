import { createHmac, randomBytes } from 'node:crypto';
import { type CardEnv, isLoopback } from '../env.ts';
import { isSameSecret } from '../hash.ts';
import { answerMs, callService, type ServiceAnswer } from './callService.ts';
import { type CardProvider, CardServiceError, placeholders, readKurus } from './provider.ts';

type Keys = Pick<Extract<CardEnv, { provider: 'iyzico' }>, 'url' | 'apiKey' | 'secretKey'>;

/** Errors of iyzico that are about the keys: a wrong signature, an unknown key. */
const keyErrors = ['1000', '1001'];

/** What of a payment in iyzico's reports is read. */
interface ReportedPayment {
  paymentId?: unknown;
  itemTransactions?: { refunds?: { refundConversationId?: unknown; refundStatus?: unknown }[] }[];
}

/** A price as requests write it: `10.0`, `10.5`. */
export function formatPrice(kurus: number): string {
  const text = String(kurus / 100);
  return text.includes('.') ? text : `${text}.0`;
}

/** A price as signatures are made of it, without zeros at its end: `10.50` is `10.5`, `10.0` is `10`. */
export const toSigned = (value: unknown): string =>
  /^-?\d+(?:\.\d+)?$/.test(String(value)) ? String(Number(value)) : String(value ?? '');

/** iyzico's Checkout Form: the page opens in the same tab, the result is asked for with its token. */
export function createIyzico({ url, apiKey, secretKey }: Keys, timeoutMs = answerMs): CardProvider {
  const sign = (text: string) => createHmac('sha256', secretKey).update(text).digest('hex');

  /** Whether an answer carries iyzico's signature over these values. */
  const isSigned = (signature: unknown, values: unknown[]): boolean =>
    isSameSecret(String(signature), sign(values.map(String).join(':')));

  async function call(path: string, query: string, body: string | undefined): Promise<ServiceAnswer> {
    const random = randomBytes(12).toString('hex');
    const signature = sign(random + path + (body ?? ''));
    const authorization = `apiKey:${apiKey}&randomKey:${random}&signature:${signature}`;
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json',
      authorization: `IYZWSv2 ${Buffer.from(authorization).toString('base64')}`,
      'x-iyzi-rnd': random,
    };
    const answer = await callService(`${url}${path}${query}`, body, headers, timeoutMs);
    if (keyErrors.includes(String(answer.fields.errorCode)))
      throw new CardServiceError('refused', `iyzico refuses the keys (${answer.fields.errorCode})`);
    return answer;
  }
  const send = (path: string, request: object) => call(path, '', JSON.stringify({ locale: 'tr', ...request }));
  const retrieve = (conversationId: string, token: string) =>
    send('/payment/iyzipos/checkoutform/auth/ecom/detail', { conversationId, token });

  return {
    name: 'iyzico',

    async begin({ attempt, code, kurus, buyer, ip, returnUrl }) {
      const price = formatPrice(kurus);
      const name = buyer.name || placeholders.name;
      const surname = buyer.surname || name;
      const contactName = `${name} ${surname}`;
      const { address, city, country, identityNumber } = placeholders;
      const place = { contactName, address, city, country };
      const { fields } = await send('/payment/iyzipos/checkoutform/initialize/auth/ecom', {
        conversationId: attempt,
        price,
        basketId: code,
        paymentGroup: 'PRODUCT',
        buyer: {
          ...{ id: attempt, name, surname, identityNumber, email: buyer.email },
          gsmNumber: buyer.phone ?? undefined,
          ...{ registrationAddress: address, city, country, ip },
        },
        shippingAddress: place,
        billingAddress: place,
        // One line without the event's name: what somebody attends is nobody's business but the practice's.
        basketItems: [{ id: code, price, name: 'Atölye katılımı', category1: 'Atölye', itemType: 'VIRTUAL' }],
        callbackUrl: returnUrl,
        currency: 'TRY',
        paidPrice: price,
        enabledInstallments: [1, 2, 3, 6, 9, 12],
      });
      const { token, paymentPageUrl } = fields;
      const isRight = typeof token === 'string' && isSigned(fields.signature, [attempt, token]);
      if (fields.status !== 'success' || !isRight || !isPage(paymentPageUrl))
        throw new CardServiceError('refused', 'iyzico refuses to open a payment');
      return { token, redirect: paymentPageUrl };
    },

    // iyzico's notices are hints: what they say is asked for with the token, and believed where that answer is signed.
    readNotice: () => undefined,

    async ask({ attempt, code, token }) {
      const { fields } = await retrieve(attempt, token);
      // A refused card may come as an error, without the values that are signed. It books nothing and is asked again.
      if (fields.paymentStatus === 'FAILURE') return { state: 'failed' };
      if (fields.status !== 'success') return { state: 'pending' };
      const { paymentStatus, paymentId, currency, basketId, conversationId, paidPrice, price, fraudStatus } = fields;
      const prices = [paidPrice, price].map(toSigned);
      const signed = [paymentStatus, paymentId, currency, basketId, conversationId, ...prices, token];
      const isOwn = conversationId === attempt && basketId === code && currency === 'TRY';
      if (!isSigned(fields.signature, signed) || !isOwn)
        throw new CardServiceError('refused', 'an answer of iyzico is not signed as it should be');
      // -1: refused by its fraud check; 0: still looked at.
      if (Number(fraudStatus) === -1) return { state: 'failed' };
      const kurus = readKurus(paidPrice);
      if (paymentStatus !== 'SUCCESS' || String(fraudStatus) === '0' || !kurus) return { state: 'pending' };
      return { state: 'paid', kurus, ref: String(paymentId) };
    },

    async refund({ ref }, kurus, key) {
      const { fields } = await send('/v2/payment/refund', {
        conversationId: key,
        paymentId: ref,
        price: formatPrice(kurus),
        currency: 'TRY',
        ip: '127.0.0.1',
      });
      if (fields.status !== 'success')
        throw new CardServiceError(
          'refused',
          `iyzico: ${String(fields.errorMessage ?? fields.errorCode ?? 'red').slice(0, 200)}`,
        );
    },

    // Its reports name every refund as it was asked for. They need a permission: without it nothing is known.
    async findRefund({ ref }, _, key) {
      const query = new URLSearchParams({ locale: 'tr', conversationId: key, paymentId: ref });
      const { fields } = await call('/v2/reporting/payment/details', `?${query}`, undefined);
      const payments = Array.isArray(fields.payments) ? (fields.payments as ReportedPayment[]) : [];
      const payment = payments.find((one) => String(one?.paymentId) === ref);
      if (fields.status !== 'success' || !Array.isArray(payment?.itemTransactions)) return 'unknown';
      const refunds = payment.itemTransactions.flatMap((item) => item?.refunds ?? []);
      const own = refunds.find((refund) => refund?.refundConversationId === key);
      if (!own) return 'absent';
      return Number(own.refundStatus) === 1 ? 'done' : 'unknown';
    },

    refundListMs: 10 * 60_000,

    async check() {
      return (await retrieve('0'.repeat(32), '0'.repeat(32))).date;
    },
  };
}

/** The page that buyers are sent to comes over a secure line; a stand-in's is on this machine. */
function isPage(address: unknown): address is string {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}
