import { describe, expect, test } from 'vitest';
import { dumpDatabase } from '../api/dump.ts';
import { openTestApi } from '../api/harness.ts';
import { resetCode } from '../api/mails.ts';

const api = await openTestApi();

const newPassword = 'yepyeni uzun bir söz';
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
let network = 0;
const freshIp = () => `203.0.113.${++network}`;
const ask = (email: string, ip: string) => api.send('POST /api/forgot-password/request', { body: { email }, ip });
const verify = (email: string, otp: string, ip: string, handle?: string) =>
  api.send('POST /api/forgot-password/verify', { body: { email, otp, handle }, ip });

/** Somebody who has asked for a code from home. */
async function askingOwner() {
  const { email, token } = await api.signUp();
  const home = freshIp();
  const { handle } = (await ask(email, home)).body;
  return { email, token, home, handle, otp: await resetCode(api, email) };
}

describe('a stranger', () => {
  test('keeps nobody from a code by asking first, ten times over', async () => {
    const { email } = await api.signUp();
    const stranger = freshIp();
    for (let turn = 0; turn < 10; turn += 1) {
      await ask(email, stranger);
      api.advance(61_000);
    }
    expect((await ask(email, freshIp())).status).toBe(200);
  });

  test('does not kill a code by asking for another one', async () => {
    const { email, home, handle, otp } = await askingOwner();
    expect((await ask(email, freshIp())).status).toBe(200);
    expect((await verify(email, otp, home, handle)).status).toBe(200);
  });

  test('does not kill a code by typing wrong ones, with no handle, a made-up one or one of their own', async () => {
    const { email, home, handle, otp } = await askingOwner();
    const stranger = freshIp();
    const own = (await ask(email, stranger)).body.handle;
    for (const theirs of [undefined, 'uydurma', own])
      for (let tried = 0; tried < 6; tried += 1)
        expect((await verify(email, wrong(otp), stranger, theirs)).body.code).toBe('otp_invalid');
    expect((await verify(email, otp, freshIp())).status).toBe(400);
    expect((await verify(email, otp, home, handle)).status).toBe(200);
    const body = { email, otp, handle, newPassword };
    expect((await api.send('POST /api/forgot-password/reset', { body, ip: home })).status).toBe(200);
  });

  test('sprays 20 requests and 30 wrong codes an hour from one network, over all addresses', async () => {
    const ip = freshIp();
    const answers = [];
    for (let index = 0; index < 25; index += 1) answers.push((await ask(`hedef-${index}@ornek.com`, ip)).status);
    expect(answers).toEqual([...Array(20).fill(200), ...Array(5).fill(429)]);
    const guesses = [];
    for (let index = 0; index < 35; index += 1)
      guesses.push((await verify(`hedef-${index % 20}@ornek.com`, '000000', ip)).status);
    expect(guesses.slice(0, 30)).toEqual(Array(30).fill(400));
    expect(guesses.slice(30)).toEqual(Array(5).fill(429));
  });

  test('gets 60 requests an hour out of a whole IPv6 /48', async () => {
    const statuses = [];
    for (let index = 0; index < 65; index += 1)
      statuses.push((await ask(`alti-${index}@ornek.com`, `2001:db8:77:${index.toString(16)}::1`)).status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
  });
});

describe('a code that was verified', () => {
  test('resets nothing once the password was changed', async () => {
    const { email, token, home, handle, otp } = await askingOwner();
    expect((await verify(email, otp, home, handle)).status).toBe(200);
    await api.send('POST /api/profile/change-password', { token, body: { password: 'sahibinin yeni sözü' } });
    const body = { email, otp, handle, newPassword };
    expect((await api.send('POST /api/forgot-password/reset', { body, ip: home })).body.code).toBe('otp_invalid');
  });
});

test('a dump tells neither codes nor addresses, not even to somebody who hashes all of them', async () => {
  const { createHash } = await import('node:crypto');
  const { email, home, otp } = await askingOwner();
  const dump = await dumpDatabase(api.ctx);
  const digests = (text: string) => [
    createHash('sha256').update(text).digest('hex'),
    createHash('sha256').update(text).digest('base64url'),
  ];
  for (const text of [`${email} ${otp}`, otp, home, email, `${email} ${home}`])
    for (const digest of digests(text)) expect(dump).not.toContain(digest);
});
