import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { sendDueMails } from '../../src/api/mail/sender.ts';
import { openTransport } from '../../src/api/mail/transport.ts';
import { enquiry } from '../load/enquiry.ts';
import { openTestApi } from './harness.ts';
import { openSmtp } from './smtp.ts';

let visitor = 0;
const api = await openTestApi();
const token = (await api.signUp({ role: 'admin' })).token;

const write = (changes: Record<string, unknown>) =>
  api.send('POST /api/consulting-create-messages', { body: { ...enquiry, ...changes }, ip: `198.51.100.${visitor++}` });

const receipts = () => api.ctx.db.select().from(mails).where(eq(mails.kind, 'enquiry_receipt'));

test('a receipt is mailed to the sender of an enquiry, with nothing of their words and the address sealed until it leaves', async () => {
  const before = (await receipts()).length;
  await write({ name: 'Şeyma', message: 'Gizli söz', email: 'makbuz@ornek.com' });
  const [row, ...more] = (await receipts()).slice(before);
  expect(more).toEqual([]);
  expect(JSON.stringify(row)).not.toMatch(/Gizli söz|Şeyma|Işık|makbuz/i);
  const smtp = await openSmtp();
  const transport = openTransport({ ...api.ctx.env, smtpUrl: smtp.url });
  await sendDueMails(api.ctx, transport);
  transport.close();
  const mail = smtp.received.find(({ recipients }) => recipients.includes('makbuz@ornek.com'));
  expect(mail?.subject).toBe('Mesajınız bize ulaştı');
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/Gizli söz|Şeyma|Işık/);
});

test('a receipt is sent to one address three times a day at most, and never to what looks automatic', async () => {
  const before = (await receipts()).length;
  for (const message of ['Bir', 'İki', 'Üç', 'Dört'])
    expect((await write({ message, email: 'kurban@ornek.com' })).status).toBe(201);
  await write({ message: 'Makine', email: 'makine@ornek.com', website: 'https://spam.example' });
  expect(await receipts()).toHaveLength(before + 3);
});

test('a receipt that waits is exported and erased with its person', async () => {
  await write({ message: 'Silinecek', email: 'silinen@ornek.com' });
  const before = (await receipts()).length;
  const body = { email: 'silinen@ornek.com' };
  const exported = await api.send('POST /api/admin/people/export', { token, body });
  expect(exported.text).toContain('enquiry_receipt');
  await api.send('POST /api/admin/people/erase', { token, body });
  expect(await receipts()).toHaveLength(before - 1);
});
