import { createHmac, randomBytes } from 'node:crypto';
import {
  chargeOf,
  json,
  page,
  type Reply,
  type StandInOptions,
  type StandInPayment,
  sendNotices,
} from './behaviour.ts';

export const paytrKeys = { merchantId: '123456', key: 'pAyTrGizliAnahtar', salt: 'pAyTrGizliTuz' };

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text, 'utf8').digest('base64');

/** PayTR's iFrame API as its documents describe it, on this machine. Written without the product's code. */
export function createPaytrStandIn(options: StandInOptions) {
  const payments = new Map<string, StandInPayment>();
  const { merchantId, key, salt } = paytrKeys;
  const refuse = (reason: string) => json({ status: 'failed', reason });

  function getToken(form: Record<string, string>): Reply {
    const text = (name: string) => form[name] ?? '';
    const signed = ['merchant_id', 'user_ip', 'merchant_oid', 'email', 'payment_amount', 'user_basket']
      .concat(['no_installment', 'max_installment', 'currency', 'test_mode'])
      .map(text)
      .join('');
    if (text('merchant_id') !== merchantId) return refuse('merchant_id gecersiz');
    if (text('paytr_token') !== hmac(key, signed + salt)) return refuse('paytr_token gonderilmedi veya gecersiz');
    const name = text('merchant_oid');
    if (!/^[A-Za-z0-9]{1,64}$/.test(name) || payments.has(name)) return refuse('merchant_oid gecersiz');
    if (!/^[1-9]\d*$/.test(text('payment_amount'))) return refuse('payment_amount gecersiz');
    const needed = ['user_name', 'user_address', 'user_phone', 'merchant_ok_url', 'merchant_fail_url', 'user_ip'];
    const blank = needed.find((field) => !text(field));
    if (blank) return refuse(`${blank} gonderilmedi`);
    if (text('user_name').length > 60 || text('user_phone').length > 20) return refuse('alan cok uzun');
    const basket = JSON.parse(Buffer.from(text('user_basket'), 'base64').toString()) as [string, string, number][];
    const sum = basket.reduce((all, [, price, quantity]) => all + Math.round(Number(price) * 100) * quantity, 0);
    if (sum !== Number(text('payment_amount'))) return refuse('user_basket gecersiz');
    const token = randomBytes(32).toString('hex');
    const kurus = Number(text('payment_amount'));
    payments.set(name, {
      ...{ name, kurus, token, charged: 0, ref: name, refunds: [], sent: { ...form, basket } },
      state: 'open',
    });
    return json({ status: 'success', token });
  }

  function status(form: Record<string, string>): Reply {
    const name = form.merchant_oid ?? '';
    if (form.paytr_token !== hmac(key, `${form.merchant_id}${name}${salt}`))
      return json({ status: 'error', err_no: '002', err_msg: 'paytr_token gecersiz' });
    const payment = payments.get(name);
    if (payment?.state !== 'paid')
      return json({ status: 'error', err_no: '004', err_msg: 'merchant_oid ile basarili odeme bulunamadi' });
    // Sums as its documents show them: `10,8`.
    const lira = (kurus: number) => String(kurus / 100).replace('.', ',');
    const returns = payment.refunds.map(({ kurus, key: reference_no }) => ({
      ...{ return_amount: kurus / 100, return_date: '2026-11-22 12:00:00', return_type: '', return_source: '' },
      ...{ date_completed: '2026-11-22 12:00:40', return_auth_code: '', return_ref_num: '', reference_no },
    }));
    return json({
      status: 'success',
      payment_amount: lira(payment.kurus),
      payment_total: lira(payment.charged),
      currency: 'TL',
      test_mode: '1',
      // Missing where nothing was paid back.
      ...(returns.length && { returns }),
    });
  }

  function refund(form: Record<string, string>): Reply {
    const { merchant_oid = '', return_amount = '', reference_no = '' } = form;
    if (form.paytr_token !== hmac(key, `${form.merchant_id}${merchant_oid}${return_amount}${salt}`))
      return json({ status: 'error', err_no: '002', err_msg: 'paytr_token gecersiz' });
    const payment = payments.get(merchant_oid);
    const kurus = Math.round(Number(return_amount) * 100);
    const given = payment?.refunds.reduce((sum, one) => sum + one.kurus, 0) ?? 0;
    if (options.behaviour().refusesRefunds || payment?.state !== 'paid' || given + kurus > payment.charged)
      return json({ status: 'error', err_no: '009', err_msg: 'Kalan tutardan fazla iade yapilamaz' });
    payment.refunds.push({ kurus, key: reference_no });
    return json({ status: 'success', is_test: 1, merchant_oid, return_amount });
  }

  /** The signed form of a notice. */
  function toNotice(payment: StandInPayment, changes: Record<string, string> = {}): string {
    const total_amount = String(payment.state === 'paid' ? payment.charged : payment.kurus);
    const result = payment.state === 'paid' ? 'success' : 'failed';
    const secret = options.behaviour().wrongHash ? 'baska' : key;
    return new URLSearchParams({
      merchant_oid: payment.name,
      status: result,
      total_amount,
      hash: hmac(secret, `${payment.name}${salt}${result}${total_amount}`),
      ...(result === 'failed' && { failed_reason_code: '1', failed_reason_msg: 'Bankadan red' }),
      test_mode: '1',
      payment_type: 'card',
      currency: 'TL',
      payment_amount: String(payment.kurus),
      ...changes,
    }).toString();
  }

  const deliver = (payment: StandInPayment) =>
    sendNotices(options, '/api/payments/paytr', toNotice(payment), 'application/x-www-form-urlencoded');

  /** Ends a payment as the buyer does in the frame, without a notice. */
  function decide(name: string, result: 'paid' | 'failed'): StandInPayment {
    const payment = payments.get(name) as StandInPayment;
    payment.state = result;
    payment.charged = result === 'paid' ? chargeOf(payment.kurus, options.behaviour()) : 0;
    return payment;
  }

  async function answer(path: string, text: string): Promise<Reply | undefined> {
    const form = Object.fromEntries(new URLSearchParams(text));
    if (path === '/odeme/api/get-token') return getToken(form);
    if (path === '/odeme/durum-sorgu') return status(form);
    if (path === '/odeme/iade') return refund(form);
    const [, token, pressed] = /^\/odeme\/guvenli\/(\w+)(\/bitti)?$/.exec(path) ?? [];
    const payment = [...payments.values()].find((one) => one.token === token);
    if (!payment) return undefined;
    if (!pressed) return page('PayTR deneme ödemesi', `${options.origin()}${path}/bitti`, '_top');
    decide(payment.name, form.result === 'paid' ? 'paid' : 'failed');
    await deliver(payment);
    const field = payment.state === 'paid' ? 'merchant_ok_url' : 'merchant_fail_url';
    return { status: 303, location: options.toBrowser(String(payment.sent[field])) };
  }

  return { payments, answer, decide, deliver, toNotice, keys: paytrKeys };
}
