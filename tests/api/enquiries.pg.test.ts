import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { enquiryJobs } from '../../src/api/enquiries/enquiries.jobs.ts';
import { enquiries } from '../../src/api/enquiries/enquiries.tables.ts';
import { runJob } from '../../src/api/jobs/jobs.ts';
import { dayMs, hourMs, minuteMs } from '../../src/shared/time.ts';
import { readAudit } from './changeLog.ts';
import { openTestApi } from './harness.ts';
import { queuedMails } from './mails.ts';

let visitor = 0;

const api = await openTestApi({ NOTICE_EMAIL: 'merkez@ornek.com' });
let admin: { id: string; token: string } = await api.signUp({ role: 'admin', email: 'yonetici@ornek.com' });

const words = {
  form_type: 'coaching',
  name: 'Şeyma',
  surname: 'Işık',
  email: 'Seyma.Isik@Ornek.com',
  phone_number: '0532 000 00 00',
  message: 'Oğlum LGS’ye hazırlanıyor.\nNasıl başlarız?',
  selected_service_id: 'lgs',
  selected_service_name: 'LGS: Sınav yılında sakin bir ritim',
  type: 'Online',
  kvkk_consent: true,
};

/** Sends from a new IP each time, so that only the tests of the limit reach it. */
const write = (changes: Record<string, unknown> = {}, ip = `198.51.100.${visitor++ % 250}`) =>
  api.send('POST /api/consulting-create-messages', { body: { ...words, ...changes }, ip });

const read = async (form_type = 'coaching') =>
  (await api.send('GET /api/consulting-messages', { query: { form_type }, token: admin.token })).body;

describe('an enquiry', () => {
  test('arrives as it was written', async () => {
    const { status, body } = await write();
    expect([status, body.message]).toEqual([201, 'Mesajınız gönderildi!']);
    const [message] = await read();
    expect(message).toEqual({
      id: expect.any(String),
      form_type: 'coaching',
      name: 'Şeyma',
      surname: 'Işık',
      full_name: 'Şeyma Işık',
      email: 'seyma.isik@ornek.com',
      phone_number: '+905320000000',
      selected_service_id: 'lgs',
      selected_service_name: 'LGS: Sınav yılında sakin bir ritim',
      type: 'Online',
      message: words.message,
      created_at: expect.stringMatching(/Z$/),
      is_read: false,
      status: 'new',
      note: '',
    });
  });

  test('of the counselling form needs no meeting type and no service, and is listed under its form only', async () => {
    const { selected_service_id, selected_service_name, type, ...least } = words;
    const { status } = await api.send('POST /api/consulting-create-messages', {
      body: { ...least, form_type: 'consulting', message: 'Yalnızca danışmanlık' },
      ip: '203.0.113.1',
    });
    expect(status).toBe(201);
    const [message] = await read('consulting');
    expect(message).toMatchObject({ message: 'Yalnızca danışmanlık', type: null, selected_service_name: null });
    expect((await read()).some((item) => item.message === 'Yalnızca danışmanlık')).toBe(false);
  });

  test('stores the consent: version, hash of the text, time', async () => {
    const before = api.ctx.clock();
    await write({ message: 'Rıza kaydı' });
    const [message] = await read();
    const [row] = await api.ctx.db
      .select()
      .from(enquiries)
      .where(eq(enquiries.id, message?.id as string));
    const { body } = await api.send('GET /api/content/:name', { params: { name: 'legal/acik-riza' } });
    expect(row?.consent_version).toBe(body.version);
    expect(row?.consent_hash).toBe(
      createHash('sha256')
        .update(body.data.body as string)
        .digest('hex'),
    );
    expect(Number(row?.consented_at)).toBeGreaterThanOrEqual(Number(before));
    expect(Number(row?.consented_at)).toBeLessThanOrEqual(Number(api.ctx.clock()));
  });

  test('sent again at once is stored, too, where an admin deleted the first one meanwhile', async () => {
    const message = 'Hemen silinen mesaj.';
    await write({ message });
    const find = async () => (await read()).filter((enquiry) => enquiry.message === message);
    const [{ id = '' } = {}] = await find();
    await api.send('DELETE /api/consulting-messages/:id', { params: { id }, token: admin.token });
    await write({ message });
    expect((await find()).length).toBe(1);
  });

  test('sent twice by a double click is stored once; sent again later it is stored again', async () => {
    const message = 'Çift tıklama';
    const kept = async () => (await read()).filter((item) => item.message === message).length;
    const eight = Array.from({ length: 8 });
    // Connections that are still opening would serialise the writes.
    await Promise.all(eight.map(() => read()));
    const answers = await Promise.all(eight.map(() => write({ message })));
    expect(answers.every(({ status }) => status === 201)).toBe(true);
    expect(await kept()).toBe(1);
    await write({ message, surname: 'Işıklı' });
    expect(await kept()).toBe(2);
    // The browser gives an answer up after a minute.
    api.advance(10 * minuteMs);
    await write({ message });
    expect(await kept()).toBe(2);
    api.advance(hourMs);
    await write({ message });
    expect(await kept()).toBe(3);
  });

  test.each([
    ['the field nobody sees filled in', { website: 'https://spam.example' }],
    ['sent a moment after the form appeared', { elapsed: 400 }],
  ])('of a machine (%s) is answered like any other and dropped', async (kind, trace) => {
    const before = (await read()).length;
    const dropped = await write({ ...trace, message: `Ucuz tıklama: ${kind}` });
    expect(await read()).toHaveLength(before);
    const kept = await write({ website: '', elapsed: 9000, message: `İnsan: ${kind}` });
    expect(await read()).toHaveLength(before + 1);
    expect([dropped.status, dropped.text]).toEqual([kept.status, kept.text]);
  });
});

describe('bad input', () => {
  const consent = 'Devam etmek için açık rıza metnini onaylamanız gerekir.';
  const meeting = 'Lütfen görüşme tipini (Online / Yüz yüze) seçin.';
  test.each<[string, Record<string, unknown>, string, string]>([
    ['no name', { name: ' ' }, 'name', 'Lütfen adınızı girin.'],
    ['a name of invisible characters', { name: '\u200b\u202e\u0000' }, 'name', 'Lütfen adınızı girin.'],
    ['a long name', { name: 'a'.repeat(101) }, 'name', 'En fazla 100 karakter yazabilirsiniz.'],
    ['no surname', { surname: null }, 'surname', 'Lütfen soyadınızı girin.'],
    ['no address', { email: '' }, 'email', 'Lütfen e-posta girin.'],
    ['half an address', { email: 'seyma.isik@' }, 'email', 'Lütfen geçerli bir e-posta adresi girin.'],
    [
      'a header in the address',
      { email: 'a@b.co\r\nBcc: c@d.co' },
      'email',
      'Lütfen geçerli bir e-posta adresi girin.',
    ],
    ['no phone', { phone_number: '' }, 'phone_number', 'Lütfen telefon numaranızı girin.'],
    [
      'letters as phone',
      { phone_number: 'beni arayın' },
      'phone_number',
      'Lütfen geçerli bir telefon numarası girin (örneğin 0532 000 00 00).',
    ],
    ['no message', { message: '\n\n' }, 'message', 'Lütfen mesajınızı yazın.'],
    ['5,001 characters', { message: 'a'.repeat(5001) }, 'message', 'En fazla 5000 karakter yazabilirsiniz.'],
    ['no meeting type', { type: undefined }, 'type', meeting],
    ['an empty meeting type', { type: '' }, 'type', meeting],
    ['another meeting type', { type: 'Telefon' }, 'type', meeting],
    ['no consent', { kvkk_consent: undefined }, 'kvkk_consent', consent],
    ['consent refused', { kvkk_consent: false }, 'kvkk_consent', consent],
    ['consent as a word', { kvkk_consent: 'true' }, 'kvkk_consent', consent],
    ['another form', { form_type: 'toString' }, 'form_type', 'Form türü geçersiz.'],
    ['an object as service', { selected_service_id: { $ne: 1 } }, 'selected_service_id', 'Bu alan metin olmalıdır.'],
  ])('%s is refused at its field', async (_, changes, field, sentence) => {
    const { status, body } = await write(changes);
    expect([status, body.code]).toEqual([422, 'invalid']);
    expect(body.fields).toEqual({ [field]: sentence });
  });

  test('every wrong field is named at once', async () => {
    const { body } = await write({ name: '', email: 'x', message: '', type: '', kvkk_consent: false });
    expect(Object.keys(body.fields ?? {}).sort()).toEqual(['email', 'kvkk_consent', 'message', 'name', 'type']);
  });

  test.each([
    ['0532 000 00 00'],
    ['(0532) 000-00-00'],
    ['5320000000'],
    ['+90 532 000 00 00'],
    ['0090 532 000 00 00'],
    ['90 532 000 0000'],
    ['0212.000.00.00'],
    ['+49 151 00000000'],
  ])('the phone %s is taken as people write it', async (phone_number) => {
    expect((await write({ phone_number, message: `Telefon ${phone_number}` })).status).toBe(201);
  });

  test('headers, markup, broken and invisible characters arrive as harmless text', async () => {
    const body = JSON.stringify({
      ...words,
      name: 'Ayşe\r\nBcc: kurban@ornek.com',
      surname: '<script>alert(1)</script>',
      message: 'Önce \u202etersten\u202c, sonra \u200bgörünmez.\r\n<b>Kalın</b> BOZUK \u0000',
    }).replace('BOZUK', '\\ud800');
    const answer = await api.send('POST /api/consulting-create-messages', { body, ip: '203.0.113.2' });
    expect(answer.status).toBe(201);
    const [message] = await read();
    expect(message).toMatchObject({
      name: 'Ayşe Bcc: kurban@ornek.com',
      surname: '<script>alert(1)</script>',
      message: 'Önce tersten, sonra görünmez.\n<b>Kalın</b> \ufffd',
    });
  });
});

describe('the limit', () => {
  test('is five accepted messages per hour; refused ones do not count, and the message is friendly', async () => {
    const ip = '203.0.113.77';
    for (let count = 0; count < 7; count += 1) expect((await write({ message: '' }, ip)).status).toBe(422);
    for (let count = 0; count < 5; count += 1) expect((await write({ message: 'Aynı mesaj' }, ip)).status).toBe(201);
    const { status, body, headers } = await write({ message: 'Altıncı' }, ip);
    expect([status, body.code]).toEqual([429, 'too_many_requests']);
    expect(body.message).toMatch(/hepsi bize ulaştı/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000);
    api.advance(3_601_000);
    expect((await write({ message: 'Altıncı' }, ip)).status).toBe(201);
  });
});

describe('admins', () => {
  test('mark a message as read, delete it, and leave an audit entry of each step without its text', async () => {
    await write({ message: 'İz bırakan' });
    const [message] = await read();
    const { id } = message as { id: string };
    const marked = await api.send('PATCH /api/consulting-messages/:id/read', { params: { id }, token: admin.token });
    expect(marked.body).toMatchObject({ id, is_read: true, message: 'İz bırakan' });
    const remove = () => api.send('DELETE /api/consulting-messages/:id', { params: { id }, token: admin.token });
    expect((await remove()).status).toBe(200);
    expect((await remove()).status).toBe(404);
    expect((await read()).some((item) => item.id === id)).toBe(false);
    expect((await readAudit(api, id)).map((entry) => entry.action)).toEqual(['read', 'delete']);
    const entries = await api.ctx.db.select().from(auditLog);
    expect(entries.map((entry) => [entry.action, entry.actor_id])).toContainEqual(['open', admin.id]);
    expect(JSON.stringify(entries)).not.toMatch(/İz bırakan|Işık|ornek\.com/);
  });

  test('see which message cannot be decrypted, and all the others', async () => {
    await write({ message: 'Okunur' });
    await write({ message: 'Kilitli' });
    const [locked] = await read();
    const { db } = api.ctx;
    await db
      .update(enquiries)
      .set({ sealed: Buffer.from('yanlış anahtar') })
      .where(eq(enquiries.id, locked?.id as string));
    const rows = await read();
    expect(rows[0]).toMatchObject({ id: locked?.id, name: '', message: expect.stringContaining('açılamıyor') });
    expect(rows[1]?.message).toBe('Okunur');
  });
});

describe('the inbox', () => {
  const call = (id: string) => ({ params: { id }, token: admin.token });

  test('lists both forms together, with counts that equal the unread of the dashboard', async () => {
    await write({ message: 'Koçluk' });
    await write({ message: 'Danışma', form_type: 'consulting' });
    const all = await read('all');
    expect(all.slice(0, 2).map(({ form_type }) => form_type)).toEqual(['consulting', 'coaching']);
    const { body: counts } = await api.send('GET /api/consulting-messages/counts', { token: admin.token });
    expect(counts.all.total).toBe(all.length);
    expect(counts.coaching.total + counts.consulting.total).toBe(all.length);
    expect(counts.all.unread).toBe(all.filter(({ is_read }) => !is_read).length);
    expect((await api.send('GET /api/admin/stats', { token: admin.token })).body.unread_messages).toBe(
      counts.all.unread,
    );
  });

  test('moves a message from new to answered and back, which is audited', async () => {
    await write({ message: 'Durum' });
    const id = (await read())[0]?.id as string;
    const save = (status: string) =>
      api.send('PATCH /api/consulting-messages/:id/status', { ...call(id), body: { status } });
    expect((await save('answered')).body).toMatchObject({ status: 'answered', is_read: true });
    expect((await save('read')).body).toMatchObject({ status: 'read', is_read: true });
    expect((await save('new')).body).toMatchObject({ status: 'new', is_read: false });
    expect((await save('gone')).status).toBe(422);
    expect((await readAudit(api, id)).map(({ after }) => after)).toEqual([
      { status: 'answered' },
      { status: 'read' },
      { status: 'new' },
    ]);
  });

  test('finds messages by state, and by words of person, message and note, whatever their case and accents', async () => {
    await write({ form_type: 'consulting', name: 'Ilgın', phone_number: '0533 111 22 33', message: 'Uyku sorunu' });
    await write({ name: 'Ilgın', email: 'ilgin@ornek.com', message: 'Sınav kaygısı' });
    const find = async (query: Record<string, string>) => {
      const sent = { query: { form_type: 'all', ...query }, token: admin.token };
      const { body, headers } = await api.send('GET /api/consulting-messages', sent);
      return { messages: body.map(({ message }) => message), total: headers.get('x-total-count') };
    };
    expect((await find({ search: 'ILGIN' })).messages).toEqual(['Sınav kaygısı', 'Uyku sorunu']);
    expect(await find({ search: 'ilgin', page: '2', size: '1' })).toEqual({ messages: ['Uyku sorunu'], total: '2' });
    expect((await find({ search: 'kaygısı ilgin@ornek' })).messages).toEqual(['Sınav kaygısı']);
    expect((await find({ search: '0533 111 22 33' })).messages).toEqual(['Uyku sorunu']);
    expect((await find({ search: 'ılgın', form_type: 'coaching' })).messages).toEqual(['Sınav kaygısı']);
    expect((await find({ search: 'ılgın uzay' })).messages).toEqual([]);
    const [{ id } = { id: '' }] = await read();
    const token = admin.token;
    await api.send('PUT /api/consulting-messages/:id/note', { token, params: { id }, body: { note: 'Salı aranacak' } });
    const send = (status: string) =>
      api.send('PATCH /api/consulting-messages/:id/status', { token, params: { id }, body: { status } });
    for (const status of ['new', 'read', 'answered']) {
      await send(status);
      expect((await find({ search: 'sali', status })).messages).toEqual(['Sınav kaygısı']);
      expect((await find({ search: 'sali', status: status === 'new' ? 'read' : 'new' })).messages).toEqual([]);
    }
  });

  test('keeps a private note sealed, and out of the audit log', async () => {
    await write({ message: 'Notlu' });
    const id = (await read())[0]?.id as string;
    const save = (note: string) => api.send('PUT /api/consulting-messages/:id/note', { ...call(id), body: { note } });
    expect((await save('  Salı günü\naranacak. ')).body.note).toBe('Salı günü\naranacak.');
    expect((await read())[0]?.note).toBe('Salı günü\naranacak.');
    const [row] = await api.ctx.db.select().from(enquiries).where(eq(enquiries.id, id));
    expect(row?.note?.toString('latin1')).not.toContain('aranacak');
    expect(JSON.stringify(await api.ctx.db.select().from(auditLog))).not.toContain('aranacak');
    expect((await save('a'.repeat(2001))).status).toBe(422);
    expect((await save('')).body.note).toBe('');
    expect((await readAudit(api, id)).map(({ action }) => action)).toEqual(['note', 'remove_note']);
  });

  test('does not replace a note that somebody else wrote meanwhile', async () => {
    await write({ message: 'İki yönetici' });
    const id = (await read())[0]?.id as string;
    const save = (note: string, before: string) =>
      api.send('PUT /api/consulting-messages/:id/note', { ...call(id), body: { note, before } });
    const answers = await Promise.all([save('Ben ararım.', ''), save('Salı aranacak.', '')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const { note } = (await read())[0] as { note: string };
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'edit_conflict',
      current: { id, note },
    });
    expect((await save('İkisi de.', note)).body.note).toBe('İkisi de.');
  });
});

describe('background jobs', () => {
  const job = (name: string) => {
    const found = enquiryJobs(api.ctx).find((item) => item.name === name);
    if (!found) throw new Error(`no job ${name}`);
    return runJob(api.ctx, found, { always: true });
  };
  const notices = () => queuedMails(api, 'enquiry');

  test('notify the practice that a message waits, never with its text, and not for every message', async () => {
    api.advance(dayMs);
    const before = (await notices()).length;
    await write({ message: 'İlk haber' });
    await write({ message: 'İkinci haber' });
    expect(await notices()).toHaveLength(before + 1);
    const mail = (await notices()).at(-1);
    expect(mail).toMatchObject({ to: 'merkez@ornek.com', text: expect.stringContaining('/admin/consulting/messages') });
    expect(JSON.stringify(mail)).not.toMatch(/İlk haber|Şeyma|Işık|seyma/i);
    await job('notification: enquiry');
    expect(await notices()).toHaveLength(before + 1);
    api.advance(601_000);
    await job('notification: enquiry');
    await job('notification: enquiry');
    expect(await notices()).toHaveLength(before + 2);
  });

  test('delete messages after a year, not before', async () => {
    await write({ message: 'Eski' });
    api.advance(364 * dayMs);
    await write({ message: 'Yeni' });
    await job('delete expired enquiries');
    // The session of a year ago has expired.
    admin = await api.signUp({ role: 'admin', email: 'yeni-yonetici@ornek.com' });
    expect((await read()).some((item) => item.message === 'Eski')).toBe(true);
    api.advance(2 * dayMs);
    await job('delete expired enquiries');
    admin = await api.signUp({ role: 'admin', email: 'son-yonetici@ornek.com' });
    expect((await read()).map((item) => item.message)).toEqual(['Yeni']);
  });
});
