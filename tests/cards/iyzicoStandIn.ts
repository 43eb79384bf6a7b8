import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import {
  chargeOf,
  json,
  page,
  type Reply,
  type StandInOptions,
  type StandInPayment,
  sendNotices,
} from './behaviour.ts';

export const iyzicoKeys = { apiKey: 'sandbox-anahtar', secretKey: 'sandbox-gizli' };

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text, 'utf8').digest('hex');

/** A number as iyzico signs it: `10.50` as `10.5`, `10.0` as `10`. */
const trim = (price: string) => (price.includes('.') ? price.replace(/0+$/, '').replace(/\.$/, '') : price);

/** A request as its signature is made of it. */
interface SignedRequest {
  path: string;
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Whether a request carries iyzico's second kind of signature by these keys. */
export function isSignedRequest({ path, body, headers }: SignedRequest, keys = iyzicoKeys): boolean {
  const [scheme, encoded = ''] = String(headers.authorization).split(' ');
  const random = String(headers['x-iyzi-rnd']);
  const expected = `apiKey:${keys.apiKey}&randomKey:${random}&signature:${hmac(keys.secretKey, random + path + body)}`;
  const [given, right] = [Buffer.from(encoded), Buffer.from(Buffer.from(expected).toString('base64'))];
  return scheme === 'IYZWSv2' && random.length > 7 && given.length === right.length && timingSafeEqual(given, right);
}

/** iyzico's Checkout Form as its documents describe it, on this machine. Written without the product's code. */
export function createIyzicoStandIn(options: StandInOptions) {
  /** The payments begun here, by the token of their form. */
  const payments = new Map<string, StandInPayment>();
  const secret = () => (options.behaviour().wrongHash ? 'baska' : iyzicoKeys.secretKey);
  const fail = (errorCode: string, errorMessage: string) =>
    json({ status: 'failure', errorCode, errorMessage, locale: 'tr' });

  function initialize(body: Record<string, unknown>): Reply {
    const { price, paidPrice, basketItems, buyer, conversationId, basketId, callbackUrl, currency } = body as {
      [field: string]: string;
    } & { basketItems: { price: string; id: string }[]; buyer: Record<string, string> };
    const isPrice = (text: unknown) => typeof text === 'string' && /^\d+\.\d+$/.test(text);
    if (![price, paidPrice, ...basketItems.map((item) => item.price)].every(isPrice)) return fail('11', 'price');
    const sum = basketItems.reduce((all, item) => all + Math.round(Number(item.price) * 100), 0);
    if (sum !== Math.round(Number(price) * 100)) return fail('5062', 'Gönderilen tutarlar uyuşmuyor');
    const needed = ['id', 'name', 'surname', 'email', 'identityNumber', 'registrationAddress', 'city', 'country', 'ip'];
    const blank = needed.find((field) => !buyer[field]);
    if (blank) return fail('11', `${blank} boş olamaz`);
    if (!callbackUrl || !basketId || currency !== 'TRY') return fail('11', 'eksik alan');
    const token = randomUUID();
    const kurus = Math.round(Number(paidPrice) * 100);
    payments.set(token, {
      ...{ name: String(conversationId), kurus, token, charged: 0, refunds: [], sent: body, state: 'open' },
      ref: String(20_000_000 + payments.size),
    });
    return json({
      status: 'success',
      locale: 'tr',
      conversationId,
      token,
      tokenExpireTime: 1800,
      checkoutFormContent: '<script></script>',
      paymentPageUrl: options.behaviour().page ?? `${options.origin()}/checkoutform/${token}`,
      signature: hmac(secret(), [conversationId, token].join(':')),
    });
  }

  function detail(body: Record<string, unknown>): Reply {
    const token = String(body.token);
    const payment = payments.get(token);
    if (!payment || payment.state === 'open') return fail('5115', 'Ödeme formu henüz tamamlanmadı');
    const lira = (kurus: number) => (kurus / 100).toFixed(2);
    const paymentStatus = payment.state === 'paid' ? 'SUCCESS' : 'FAILURE';
    const { bareRefusals, currency = 'TRY', fraudStatus = 1 } = options.behaviour();
    if (paymentStatus === 'FAILURE' && bareRefusals)
      return json({
        status: 'failure',
        errorCode: '10051',
        errorMessage: 'Kart limiti yetersiz',
        paymentStatus,
        token,
      });
    const basketId = String(payment.sent.basketId);
    const [paidPrice, price] = [lira(payment.charged), lira(payment.kurus)];
    const signed = [
      paymentStatus,
      payment.ref,
      currency,
      basketId,
      payment.name,
      trim(paidPrice),
      trim(price),
      payment.token,
    ];
    const numbers = { paidPrice: Number(paidPrice), price: Number(price) };
    return json({
      ...{ status: 'success', locale: 'tr', paymentStatus, paymentId: payment.ref, currency, basketId },
      ...{ conversationId: payment.name, token: payment.token, installment: 1, fraudStatus, ...numbers },
      signature: hmac(secret(), signed.join(':')),
    });
  }

  function refund(body: Record<string, unknown>): Reply {
    const payment = [...payments.values()].find((one) => one.ref === body.paymentId);
    const kurus = Math.round(Number(body.price) * 100);
    const given = payment?.refunds.reduce((sum, one) => sum + one.kurus, 0) ?? 0;
    if (options.behaviour().refusesRefunds || payment?.state !== 'paid' || given + kurus > payment.charged)
      return fail('5094', 'İade tutarı ödeme tutarından büyük olamaz');
    payment.refunds.push({ kurus, key: String(body.conversationId) });
    return json({ status: 'success', paymentId: payment.ref, price: Number(body.price), currency: 'TRY' });
  }

  /** The report of a payment, with its refunds as they were asked for. */
  function report(query: URLSearchParams): Reply {
    if (options.behaviour().hidesReports) return fail('1001', 'Bu servis için yetkiniz yok');
    const payment = [...payments.values()].find((one) => one.ref === query.get('paymentId'));
    const refunds = payment?.refunds.map(({ kurus, key }) => ({
      ...{ refundTxId: 1, refundConversationId: key, refundPrice: kurus / 100, refundStatus: 1, currencyCode: 'TRY' },
    }));
    const item = { paymentTransactionId: 27_225_634, transactionStatus: 2, refunds };
    const reported = payment
      ? [{ paymentId: Number(payment.ref), paymentStatus: 1, cancels: [], itemTransactions: [item] }]
      : [];
    return json({ status: 'success', locale: 'tr', payments: reported });
  }

  /** The webhook, which only hints. */
  const deliver = ({ token, name, state, ref }: StandInPayment) =>
    sendNotices(
      options,
      '/api/payments/iyzico/notice',
      JSON.stringify({
        iyziEventType: 'CHECKOUT_FORM_AUTH',
        status: state === 'paid' ? 'SUCCESS' : 'FAILURE',
        ...{ token, paymentConversationId: name, iyziPaymentId: ref },
      }),
      'application/json',
    );

  /** Ends a payment as the buyer does on iyzico's page, without telling anybody. */
  function decide(token: string, result: 'paid' | 'failed'): StandInPayment {
    const payment = payments.get(token) as StandInPayment;
    payment.state = result;
    payment.charged = chargeOf(payment.kurus, options.behaviour());
    return payment;
  }

  /** The page of the card, and the one after it: iyzico lets the buyer's browser post the token. */
  function showForm(path: string, token: string, result: string | null | undefined): Reply {
    if (!result) return page('iyzico deneme ödemesi', `${path}/bitti`, '_self');
    const { callbackUrl } = decide(token, result === 'paid' ? 'paid' : 'failed').sent;
    return {
      type: 'text/html; charset=utf-8',
      body: `<!doctype html><form method="post" action="${options.toBrowser(String(callbackUrl))}"><input type="hidden" name="token" value="${token}"></form><script>document.forms[0].submit()</script>`,
    };
  }

  async function answer(request: SignedRequest): Promise<Reply | undefined> {
    const { body } = request;
    // Signatures are made of the path alone.
    const [path = '', query] = request.path.split('?');
    const [, token = '', pressed] = /^\/checkoutform\/([\w-]+)(\/bitti)?$/.exec(path) ?? [];
    if (payments.has(token)) return showForm(path, token, pressed && new URLSearchParams(body).get('result'));
    if (!path.startsWith('/payment/') && !path.startsWith('/v2/')) return undefined;
    if (!isSignedRequest({ ...request, path })) return fail('1000', 'Geçersiz imza');
    if (path === '/v2/reporting/payment/details') return report(new URLSearchParams(query));
    const fields = JSON.parse(body) as Record<string, unknown>;
    if (path === '/payment/iyzipos/checkoutform/initialize/auth/ecom') return initialize(fields);
    if (path === '/payment/iyzipos/checkoutform/auth/ecom/detail') return detail(fields);
    return path === '/v2/payment/refund' ? refund(fields) : undefined;
  }

  return { payments, answer, decide, deliver, keys: iyzicoKeys };
}
