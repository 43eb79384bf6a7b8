import { describe, expect, test } from 'vitest';
import { openTestApi } from '../api/harness.ts';
import { activationToken, mailsTo } from '../api/mails.ts';
import { enquiry } from '../load/enquiry.ts';

const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });

const strangersPassword = 'saldırganın seçtiği söz';
const ownPassword = 'kendi seçtiğim uzun söz';
const register = (email: string, password: string) =>
  api.send('POST /api/register', {
    body: { name: 'Saldırgan', surname: 'Biri', email, password, phone_number: '0539 999 99 99' },
  });
const activate = (token: string, password?: string) => api.send('POST /api/activate', { body: { token, password } });
const signIn = (email: string, password: string) => api.send('POST /api/login', { body: { email, password } });

describe("a stranger who registers somebody else's address", () => {
  test('gets nothing from her click: the account opens without their password, name and phone', async () => {
    const email = 'danisan@ornek.com';
    const body = { ...enquiry, email };
    expect((await api.send('POST /api/consulting-create-messages', { body })).status).toBe(201);
    await register(email, strangersPassword);
    const clicked = await activate(await activationToken(api, email));
    expect([clicked.status, clicked.body.token]).toEqual([200, undefined]);
    expect((await signIn(email, strangersPassword)).body.code).toBe('bad_credentials');
  });

  test('gets nothing by registering it again before she opens her own link', async () => {
    const email = 'yarisan@ornek.com';
    await register(email, ownPassword);
    const own = await activationToken(api, email);
    await register(email, strangersPassword);
    const stranger = await activationToken(api, email);
    expect((await activate(own, ownPassword)).status).toBe(200);
    expect((await signIn(email, strangersPassword)).body.code).toBe('bad_credentials');
    expect((await activate(stranger, strangersPassword)).status).toBe(410);
  });

  test('is not helped by her typing her own password at their link', async () => {
    const email = 'karistiran@ornek.com';
    await register(email, strangersPassword);
    const token = await activationToken(api, email);
    const { status, body } = await activate(token, ownPassword);
    expect([status, body.code]).toEqual([403, 'wrong_password']);
    expect((await signIn(email, strangersPassword)).body.code).toBe('not_activated');
  });

  test('is named in her mail as somebody who registered, with what to do', async () => {
    const email = 'habersiz@ornek.com';
    await register(email, strangersPassword);
    const [mail] = await mailsTo(api, email);
    expect(mail?.text).toContain('bu e-posta adresiyle bir hesap için kayıt yapıldı');
    expect(mail?.text).toContain('Kaydı siz yapmadıysanız');
    expect(mail?.text).not.toContain('Saldırgan');
  });
});

describe('asking for a link again', () => {
  test('leaves as many rows for an address that waits as for one nobody knows', async () => {
    const email = 'bekleyen@ornek.com';
    await register(email, ownPassword);
    const rowsAfter = async (to: string) => {
      await api.send('POST /api/activate/resend', { body: { email: to } });
      const { rows } = (await api.ctx.db.execute('select count(*)::int as n from app.mails')) as unknown as {
        rows: { n: number }[];
      };
      return rows[0]?.n as number;
    };
    const before = await rowsAfter('kimse@ornek.com');
    expect((await rowsAfter(email)) - before).toBe(1);
    expect((await rowsAfter('hic-kimse@ornek.com')) - before).toBe(2);
  });
});
