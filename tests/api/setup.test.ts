import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { ensureAdmin } from '../../src/api/account/firstAdmin.service.ts';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { paymentSettings } from '../../src/api/payments/payments.tables.ts';
import site from '../../src/content/site.json' with { type: 'json' };
import { openTestApi, type TestApi } from './harness.ts';
import { openSmtp } from './smtp.ts';

let api: TestApi;
let admin: { id: string; email: string; token: string };
beforeEach(async () => {
  api = await openTestApi();
  admin = await api.signUp({ role: 'admin' });
});

const readSetup = async () => (await api.send('GET /api/admin/setup', { token: admin.token })).body;

test('the identity is missing until every field of it is the own one', async () => {
  const missing = async () => (await readSetup()).identity.missing;
  const wanted = ['name', 'legal_name', 'tax_line', 'city', 'address', 'email', 'phone', 'whatsapp', 'social'];
  expect((await readSetup()).identity).toEqual({ done: false, missing: wanted });
  const save = (change: object) =>
    api.send('PUT /api/admin/site', { token: admin.token, body: { ...site, ...change } });
  const own = {
    legal_name: 'Ayşe Demir',
    tax_line: 'Kadıköy V.D. 1234567890',
    city: 'İstanbul',
    address: 'Moda Cad. 1, Kadıköy',
    email: 'ayse@demir.com',
  };
  await save(own);
  expect(await missing()).toEqual(['name', 'phone', 'whatsapp', 'social']);
  await save({
    ...own,
    name: 'Ayşe Demir Psikoloji',
    phone: '0216 111 22 33',
    whatsapp: '',
    social: site.social.slice(1),
  });
  expect(await missing()).toEqual(['social']);
  await save({ ...own, name: 'Ayşe Demir Psikoloji', phone: '0216 111 22 33', whatsapp: '', social: [] });
  expect((await readSetup()).identity).toEqual({ done: true, missing: [] });
});

test('words are named by document and field until none of them is the sample’s', async () => {
  const read = async () => (await readSetup()).words;
  expect(await read()).toMatchObject({ done: false });
  const first = (await read()).left.find(({ name }) => name === 'home');
  expect(first).toMatchObject({ title: 'Anasayfa', kind: 'sample', fields: expect.arrayContaining(['hero.lead']) });
  expect(first?.fields).not.toContain('hero.title');
  const params = { name: 'home' };
  const { body } = await api.send('GET /api/admin/content/:name', { token: admin.token, params });
  const hero = { ...(body.data.hero as object), lead: 'Kendi cümlem.' };
  const edit = { base: body.revision, data: { ...body.data, hero } };
  await api.send('PUT /api/admin/content/:name', { token: admin.token, params, body: edit });
  expect((await read()).left.find(({ name }) => name === 'home')?.fields).not.toContain('hero.lead');

  // Edited documents stay as they are, the others get neutral words as a revision.
  await api.send('POST /api/admin/samples/remove', { token: admin.token });
  const left = (await read()).left.map(({ name, kind }) => `${name} ${kind}`);
  expect(left).toEqual(expect.arrayContaining(['home sample', 'counselling neutral']));
  expect(left.join()).not.toContain('reviews');
  const revisions = await api.send('GET /api/admin/content/:name/revisions', {
    ...{ token: admin.token, params: { name: 'counselling' } },
  });
  expect(revisions.body.map(({ revision }) => revision)).toEqual([2, 1]);
  await api.send('POST /api/admin/samples/restore', { token: admin.token });
  const back = await api.send('GET /api/content/:name', { params: { name: 'counselling' } });
  expect(back.body).toMatchObject({ revision: 3, data: { bio: { title: 'Ben Kimim?' } } });
});

test('payment is open until there is an account for transfers, or another way instead', async () => {
  const save = async (value: object) => {
    await api.ctx.db.delete(paymentSettings);
    await api.ctx.db.insert(paymentSettings).values({ value, updated_at: new Date(), salt: '' });
    return (await readSetup()).payment;
  };
  expect((await readSetup()).payment).toEqual({ done: false, transfer: true, iban_end: null, bank: '' });
  const transfer = { enabled: false, holder: '', iban: '', bank: '' };
  expect((await save({ transfer })).done).toBe(true);
  const account = { enabled: true, holder: 'Ayşe Demir', iban: 'TR330006100519786457841326', bank: 'Örnek Bankası' };
  expect(await save({ transfer: account })).toEqual({
    done: true,
    transfer: true,
    iban_end: '1326',
    bank: 'Örnek Bankası',
  });
});

test('the ETBİS record is open until its address stands at the foot of the pages', async () => {
  expect((await readSetup()).etbis).toEqual({ done: false });
  const save = (etbis_url: string) =>
    api.send('PUT /api/admin/site', { token: admin.token, body: { ...site, etbis_url } });
  expect(Object.keys((await save('kayıtlıyız')).body.fields ?? {})).toEqual(['etbis_url']);
  expect((await save('etbis.ticaret.gov.tr/tr/kayit/1')).body.etbis_url).toBe(
    'https://etbis.ticaret.gov.tr/tr/kayit/1',
  );
  expect((await readSetup()).etbis).toEqual({ done: true });
});

test('the tick about legal texts is kept, taken back and audited', async () => {
  const save = (checked: boolean) => api.send('PUT /api/admin/setup/legal', { token: admin.token, body: { checked } });
  expect((await save(true)).body.legal).toMatchObject({ done: true, checked_at: expect.any(String), untrue: [] });
  expect((await readSetup()).legal.done).toBe(true);
  expect((await save(false)).body.legal).toMatchObject({ done: false, checked_at: null });
  const entries = await api.ctx.db.select().from(auditLog).where(eq(auditLog.entity, 'setup'));
  expect(entries).toHaveLength(2);
});

test('legal texts that promise another time for messages than ENQUIRY_RETENTION_DAYS are named', async () => {
  const other = await openTestApi({ ENQUIRY_RETENTION_DAYS: '30' });
  const { token } = await other.signUp({ role: 'admin' });
  const save = () => other.send('PUT /api/admin/setup/legal', { token, body: { checked: true } });
  const { legal } = (await save()).body;
  expect(legal).toMatchObject({ done: false, checked_at: expect.any(String), enquiry_days: 30 });
  expect(legal.untrue).toHaveLength(3);
  const slugs = ['aydinlatma-metni', 'acik-riza', 'gizlilik'] as const;
  for (const [index, slug] of slugs.entries()) {
    const params = { name: `legal/${slug}` as const };
    const { body } = await other.send('GET /api/admin/content/:name', { token, params });
    const text = String(body.data.body).replaceAll('365 gün', '30 gün');
    const data = { ...body.data, body: `${text}\n\nMesajlarınıza 2 gün içinde yanıt veririz.\n` };
    await other.send('PUT /api/admin/content/:name', { token, params, body: { base: body.revision, data } });
    expect((await save()).body.legal.untrue).toHaveLength(2 - index);
  }
  expect((await save()).body.legal.done).toBe(true);
});

test("the sample's admin address is reported", async () => {
  expect((await readSetup()).admin.done).toBe(true);
  const fresh = await openTestApi();
  const { email, password } = (await ensureAdmin(fresh.ctx)) as { email: string; password: string };
  const { token } = (await fresh.send('POST /api/login', { body: { email, password } })).body;
  expect((await fresh.send('GET /api/admin/setup', { token })).body.admin).toEqual({ done: false });
});

const sendTest = (to: TestApi, token: string) => to.send('POST /api/admin/setup/test-mail', { token });

test('a test mail without a server is a file, and the step stays open', async () => {
  expect((await sendTest(api, admin.token)).body).toMatchObject({ to: admin.email, outcome: 'file', reason: null });
  expect((await readSetup()).mail).toEqual({ done: false, server: false, tested_at: null });
});

test('a test mail is sent at once to the admin who asked; what the server refuses is told', async () => {
  const smtp = await openSmtp();
  const mailing = await openTestApi({ SMTP_URL: smtp.url });
  const { token, email } = await mailing.signUp({ role: 'admin' });
  const { body } = await sendTest(mailing, token);
  expect(body).toMatchObject({ to: email, outcome: 'sent', setup: { mail: { done: true, server: true } } });
  expect(smtp.received.map(({ recipients, subject }) => [recipients, subject])).toEqual([
    [[email], 'Deneme e-postası'],
  ]);

  smtp.refuse = () => ({ code: 550, text: 'No such mailbox' });
  const refused = await sendTest(mailing, token);
  expect(refused.body).toMatchObject({ outcome: 'refused', reason: expect.stringContaining('No such mailbox') });
  expect(refused.body.setup.mail.done).toBe(false);
  const entries = await mailing.ctx.db.select().from(auditLog).where(eq(auditLog.entity, 'setup'));
  expect(entries).toHaveLength(2);
});
