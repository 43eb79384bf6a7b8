import { describe, expect, test } from 'vitest';
import { activationMail, resetCodeMail } from '../../src/api/account/account.mails.ts';
import { queueMail } from '../../src/api/mail/outbox.service.ts';
import { openTestApi } from '../api/harness.ts';
import { mailsTo, resetCode } from '../api/mails.ts';
import { createTestUsers } from '../api/samples.ts';

const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
const users = await createTestUsers(api);

describe('whoever holds a token for a moment', () => {
  test('reads no reset code and no link out of the export', async () => {
    const { email, token } = await users.customer();
    await api.send('POST /api/forgot-password/request', { body: { email } });
    await queueMail(
      api.ctx.db,
      activationMail(email, 'http://site.test', { token: 'gizli-baglanti', until: new Date() }),
    );
    const { status, text } = await api.send('GET /api/profile/export', { token });
    expect([status, text.includes('reset_code'), text.includes('activation')]).toEqual([200, true, true]);
    expect(text).not.toContain(await resetCode(api, email));
    expect(text).not.toContain('gizli-baglanti');
  });

  test('exports nothing with an old session and without the password', async () => {
    const { token } = await users.customer();
    api.advance(601_000);
    expect((await api.send('GET /api/profile/export', { token })).body.code).toBe('reauthentication_required');
    expect((await api.send('POST /api/profile/export', { token, body: {} })).status).toBe(403);
  });

  test('cannot hide an export: the person is mailed', async () => {
    const { email, token } = await users.customer();
    await api.send('GET /api/profile/export', { token });
    expect((await mailsTo(api, email)).map(({ kind }) => kind)).toEqual(['data_exported']);
  });

  test('floods neither the owner nor the history of changes: twenty an hour', async () => {
    const limited = await openTestApi();
    const { email, token } = await limited.signUp();
    const statuses: number[] = [];
    for (let n = 0; n < 21; n++) statuses.push((await limited.send('GET /api/profile/export', { token })).status);
    expect(statuses).toEqual([...Array(20).fill(200), 429]);
    expect(await mailsTo(limited, email)).toHaveLength(20);
  });
});

describe('an admin', () => {
  test('reads no code of somebody else, of no kind of mail, and the person is mailed', async () => {
    const { email } = await api.signUp({ role: 'admin' });
    const { token } = await api.signUp({ role: 'admin' });
    await api.send('POST /api/forgot-password/request', { body: { email } });
    await queueMail(api.ctx.db, { ...resetCodeMail(email, '246802', new Date()), kind: 'a_kind_of_the_future' });
    const { text } = await api.send('POST /api/admin/people/export', { token, body: { email } });
    expect(text).not.toMatch(/\b\d{6}\b/);
    expect(text).not.toContain('token=');
    expect((await mailsTo(api, email)).at(-1)?.kind).toBe('data_exported');
  });

  test('mails nobody by asking for an address about which nothing is stored', async () => {
    const body = { email: 'kimsesiz@ornek.com' };
    expect((await api.send('POST /api/admin/people/export', { token: users.admin.token, body })).status).toBe(200);
    expect(await mailsTo(api, body.email)).toEqual([]);
  });

  test('floods nobody by exporting one address: ten a day, over all admins', async () => {
    const limited = await openTestApi();
    const { admin, customer } = await createTestUsers(limited);
    const { email } = await customer();
    const second = await limited.signUp({ role: 'admin' });
    const exportAs = async (token: string) =>
      (await limited.send('POST /api/admin/people/export', { token, body: { email } })).status;
    for (let n = 0; n < 10; n++) expect(await exportAs(n % 2 ? admin.token : second.token)).toBe(200);
    expect(await exportAs(admin.token)).toBe(429);
    expect(await mailsTo(limited, email)).toHaveLength(10);
    limited.advance(86_401_000);
    expect(await exportAs((await limited.signUp({ role: 'admin' })).token)).toBe(200);
  });
});
