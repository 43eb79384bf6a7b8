import { describe, expect, test } from 'vitest';
import { openTestApi } from '../api/harness.ts';

const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000000' });
const token = (await api.signUp()).token;

const megabyte = 999_000;
const deep = '['.repeat(megabyte / 2) + ']'.repeat(megabyte / 2);
const json = { 'content-type': 'application/json' };

describe('expensive input', () => {
  test('the body of an account call is limited to 8 KB', async () => {
    for (const key of ['POST /api/login', 'POST /api/register', 'POST /api/forgot-password/request'] as const) {
      const { status, body } = await api.send(key, { body: { email: 'A'.repeat(9000), password: 'x' } });
      expect([key, status, body.code]).toEqual([key, 413, 'too_large']);
    }
    expect((await api.send('POST /api/login', { body: deep, headers: json })).status).toBe(413);
  });

  test('JSON nested deeper than 32 levels is refused before it is parsed', async () => {
    const nested = (depth: number) => `{"cartItems":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    const order = async (body: string) =>
      (await api.send('POST /api/order/create', { body, token, headers: json })).status;
    expect(await order(deep)).toBe(400);
    expect(await order(nested(33))).toBe(400);
    expect(await order(nested(32))).toBe(422);
    expect(await order(`{"note":"${'['.repeat(100)}\\"${'{'.repeat(100)}","cartItems":[]}`)).toBe(422);
    expect(await order(`{"note":"\\\\","cartItems":${deep}}`)).toBe(400);
  });

  test('an order of many participants is refused by their number, before one is read', async () => {
    const participants = Array.from({ length: 100 }, () => ({ fullName: 'A'.repeat(150) }));
    const line = { id: crypto.randomUUID(), price: 1, quantity: 100, participants };
    for (const key of ['POST /api/order/create', 'POST /api/order/preview'] as const) {
      const { status, body } = await api.send(key, { token, body: { cartItems: Array(50).fill(line) } });
      expect([status, Object.keys(body.fields ?? {})]).toEqual([422, ['cartItems']]);
    }
  });

  test('a long list is refused by its length, before its items are checked', async () => {
    const participants = Array.from({ length: 80_000 }, () => ({}));
    const lines = await api.send('POST /api/order/create', { token, body: { cartItems: participants } });
    expect([lines.status, lines.body.fields]).toEqual([
      422,
      { cartItems: 'Tek siparişte en fazla 50 satır ve 1.000 katılımcı olabilir.' },
    ]);
    const merge = await api.send('POST /api/cart/merge', { token, body: { items: participants } });
    expect(merge.status).toBe(422);
  });

  test('a text of many combining marks is refused by its length, before it is normalised', async () => {
    const marks = `a${'\u0301'.repeat(400_000)}`;
    const { status } = await api.send('POST /api/comments/create', {
      body: { blog_id: crypto.randomUUID(), name_surname: marks, description: 'Merhaba' },
    });
    expect(status).toBe(422);
  });

  test('an e-mail address that would add fields to a mailto link is refused', async () => {
    for (const sign of '?&%={}|') {
      const { status, body } = await api.send('POST /api/forgot-password/request', {
        body: { email: `a${sign}bcc@ornek.net` },
      });
      expect([sign, status, body.fields]).toEqual([sign, 422, { email: 'Lütfen geçerli bir e-posta adresi girin.' }]);
    }
  });
});
