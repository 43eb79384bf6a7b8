import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createApp } from '../../src/api/app.ts';
import { askAfterAttempts } from '../../src/api/cards/ask.service.ts';
import { createLog } from '../../src/api/log.ts';
import { iyzicoKeys } from '../cards/iyzicoStandIn.ts';
import { paytrKeys } from '../cards/paytrStandIn.ts';
import { beginName, buySeats, openCardApi } from './cardApi.ts';
import { dumpDatabase } from './dump.ts';

const keys = [paytrKeys.key, paytrKeys.salt, iyzicoKeys.apiKey, iyzicoKeys.secretKey];

test.each(['paytr', 'iyzico'] as const)(
  'no key and no hash of %s is in an answer, a log line, a figure, a mail or the database, and no person in a log line',
  async (provider) => {
    const api = await openCardApi(provider);
    const { ctx, standIn } = api;
    const lines: string[] = [];
    const output = new Writable({
      write(chunk, _, done) {
        lines.push(String(chunk));
        done();
      },
    });
    ctx.log = createLog('debug', output);
    const app = createApp(ctx);
    const answers: string[] = [];
    const send = async (method: string, path: string, token = '', body?: string, type = 'application/json') => {
      const headers = { 'content-type': type, authorization: `Bearer ${token}`, host: 'localhost' };
      const response = await app.request(`http://localhost${path}`, { method, body, headers });
      answers.push(JSON.stringify([...response.headers]), await response.text());
      return response.status;
    };
    const admin = (await api.signUp({ role: 'admin' })).token;
    const buyer = await api.signUp({ email: 'kanarya@sakli-ornek.com' });
    const code = await buySeats(api, buyer.token);
    for (const behaviour of [{ status: 500 }, { garbage: true }, { wrongHash: provider === 'iyzico' }, {}]) {
      standIn.behaviour = behaviour;
      await send('POST', `/api/my-checkouts/${code}/card`, buyer.token);
    }
    const name = await beginName(api, buyer.token, code);
    const form = 'application/x-www-form-urlencoded';
    expect(await send('POST', '/api/payments/paytr', '', 'merchant_oid=x&hash=y', form)).toBe(400);
    await send('POST', '/api/payments/iyzico/return', '', `token=${name}`, form);
    standIn.behaviour = { status: 503 };
    api.advance(3 * 60_000);
    await askAfterAttempts(ctx);
    standIn.behaviour = { refusesRefunds: true };
    await standIn[provider].deliver(standIn[provider].decide(name, 'paid'));
    const refund = JSON.stringify({ amount: 100, reason: 'Rica' });
    await send('POST', `/api/admin/checkouts/${code}/refunds`, admin, refund);
    standIn.behaviour = { losesAnswers: true };
    await send('POST', `/api/admin/checkouts/${code}/refunds`, admin, refund);
    const tasks = (await api.send('GET /api/admin/refunds', { token: admin })).body;
    for (const behaviour of [{ status: 500 }, { hidesReports: true }, { garbage: true }, {}]) {
      standIn.behaviour = behaviour;
      for (const { id } of tasks) await send('POST', `/api/admin/refunds/${id}/card`, admin);
    }
    for (const path of [`/api/my-checkouts/${code}`, '/api/my-checkouts']) await send('GET', path, buyer.token);
    for (const path of ['checkouts', 'refunds', 'payment-settings', 'setup', 'audit'])
      expect(await send('GET', `/api/admin/${path}`, admin)).toBe(200);
    await send('GET', '/metrics');
    await send('GET', '/api/openapi.json');

    const log = lines.join('');
    expect(log).toContain('card payment could not be opened');
    expect(log).toContain('card payment settled');
    const dump = await dumpDatabase(ctx);
    expect(standIn.hashes.size).toBeGreaterThan(5);
    const secrets = [...keys, ...standIn.hashes];
    const found = (text: string) => secrets.filter((secret) => text.includes(secret));
    expect([found(answers.join('\n')), found(log), found(dump)]).toEqual([[], [], []]);
    // Ids, times, durations, process numbers and names of machines may have the digits of a sum.
    const chance = /"(?:time|pid|ms)":[\d.]+|"hostname":"[^"]*"|"id":"[0-9a-f]{8}"|[0-9a-f-]{32,36}/g;
    const words = log.replaceAll(chance, '');
    for (const person of ['kanarya', 'Deniz', 'Yılmaz', code, '650']) expect(words).not.toContain(person);
  },
);
