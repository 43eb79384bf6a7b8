import { createHmac } from 'node:crypto';
import { toDecimal } from '../../shared/money.ts';
import { joinName } from '../../shared/names.ts';
import type { CardEnv } from '../env.ts';
import { isSameSecret } from '../hash.ts';
import { answerMs, callService, type ServiceAnswer } from './callService.ts';
import { type CardNotice, type CardProvider, CardServiceError, placeholders, readKurus } from './provider.ts';

type Keys = Pick<Extract<CardEnv, { provider: 'paytr' }>, 'url' | 'merchantId' | 'key' | 'salt'>;

/** What PayTR answers about a payment it does not have. */
const unknownPayment = '004';

/** A refund as the status of a payment lists it. */
interface Return {
  return_amount?: unknown;
  reference_no?: unknown;
}

/** A sum in PayTR's answers, which may have a decimal comma: `10,8`, `1.250,80`. */
const readSum = (lira: unknown): number | undefined =>
  readKurus(
    String(lira)
      .replace(/\.(?=.*,)/g, '')
      .replace(',', '.'),
  );

/** PayTR's iFrame API: the page stands in a frame, the result comes as a signed notice. */
export function createPaytr({ url, merchantId, key, salt }: Keys, timeoutMs = answerMs): CardProvider {
  const sign = (...parts: string[]) => createHmac('sha256', key).update(parts.join('')).digest('base64');

  function send(path: string, fields: Record<string, string>): Promise<ServiceAnswer> {
    const body = new URLSearchParams({ merchant_id: merchantId, ...fields }).toString();
    return callService(`${url}${path}`, body, { 'content-type': 'application/x-www-form-urlencoded' }, timeoutMs);
  }
  /** Asks about a payment; `isPaid` is false for one that PayTR does not have. */
  async function askStatus(oid: string): Promise<ServiceAnswer & { isPaid: boolean }> {
    const answer = await send('/odeme/durum-sorgu', { merchant_oid: oid, paytr_token: sign(merchantId, oid, salt) });
    const { status, err_no, err_msg } = answer.fields;
    const isPaid = status === 'success';
    if (!isPaid && String(err_no) !== unknownPayment && !/bulunamad/i.test(String(err_msg)))
      throw new CardServiceError('refused', `PayTR refuses the keys (${String(err_no).slice(0, 20)})`);
    return { ...answer, isPaid };
  }

  return {
    name: 'paytr',

    async begin({ attempt, code, kurus, buyer, ip, ordersUrl }) {
      const amount = String(kurus);
      // One line without the event's name: what somebody attends is nobody's business but the practice's.
      const basket = Buffer.from(JSON.stringify([[`Atölye katılımı ${code}`, toDecimal(kurus), 1]])).toString('base64');
      const user_ip = ip.slice(0, 39);
      const email = buyer.email.slice(0, 100);
      const [no_installment, max_installment, currency, test_mode] = ['0', '0', 'TL', '0'];
      const signed = [user_ip, attempt, email, amount, basket, no_installment, max_installment, currency, test_mode];
      const { fields } = await send('/odeme/api/get-token', {
        user_ip,
        merchant_oid: attempt,
        email,
        payment_amount: amount,
        user_basket: basket,
        ...{ no_installment, max_installment, currency, test_mode },
        paytr_token: sign(merchantId, ...signed, salt),
        user_name: (joinName(buyer) || placeholders.name).slice(0, 60),
        user_address: placeholders.address,
        user_phone: (buyer.phone ?? placeholders.phone).slice(0, 20),
        merchant_ok_url: ordersUrl,
        merchant_fail_url: ordersUrl,
        timeout_limit: '15',
        lang: 'tr',
        debug_on: '0',
        iframe_v2: '1',
      });
      const token = fields.token;
      if (fields.status !== 'success' || typeof token !== 'string' || !/^[\w-]{1,200}$/.test(token))
        throw new CardServiceError('refused', 'PayTR refuses to open a payment');
      return { token, frame: `${url}/odeme/guvenli/${token}` };
    },

    readNotice({ merchant_oid = '', status = '', total_amount = '', hash = '' }): CardNotice | undefined {
      if (!isSameSecret(hash, sign(merchant_oid, salt, status, total_amount))) return undefined;
      if (status === 'failed') return { attempt: merchant_oid, outcome: { state: 'failed' } };
      // In kuruş. The hash covers status and amount as one text, so that characters moved between them keep it valid: a
      // notice with another status or without an amount books nothing, and the service is asked.
      const kurus = status === 'success' && /^\d{1,9}$/.test(total_amount) ? Number(total_amount) : 0;
      const outcome = kurus ? ({ state: 'paid', kurus, ref: merchant_oid } as const) : ({ state: 'pending' } as const);
      return { attempt: merchant_oid, outcome };
    },

    async ask({ attempt }) {
      const { fields, isPaid } = await askStatus(attempt);
      // PayTR knows only what was paid: whoever is still typing and whoever gave up look the same.
      const kurus = readSum(fields.payment_total) || readSum(fields.payment_amount);
      return isPaid && kurus ? { state: 'paid', kurus, ref: attempt } : { state: 'pending' };
    },

    async refund({ ref }, kurus, key) {
      const return_amount = toDecimal(kurus);
      const { fields } = await send('/odeme/iade', {
        merchant_oid: ref,
        return_amount,
        reference_no: key,
        paytr_token: sign(merchantId, ref, return_amount, salt),
      });
      if (fields.status !== 'success')
        throw new CardServiceError(
          'refused',
          `PayTR: ${String(fields.err_msg ?? fields.err_no ?? 'red').slice(0, 200)}`,
        );
    },

    // It lists refunds by our number; where an entry has none, by a sum that no other refund explains.
    async findRefund({ ref, repaid }, kurus, key) {
      const { fields, isPaid } = await askStatus(ref);
      if (!isPaid) return 'unknown';
      const returns = Array.isArray(fields.returns) ? (fields.returns as Return[]) : [];
      if (returns.some((one) => one?.reference_no === key)) return 'done';
      const unnamed = returns.filter((one) => !one?.reference_no && readSum(one?.return_amount) === kurus);
      return unnamed.length > repaid.filter((sum) => sum === kurus).length ? 'done' : 'absent';
    },

    refundListMs: 60_000,

    async check() {
      return (await askStatus('0'.repeat(32))).date;
    },
  };
}
