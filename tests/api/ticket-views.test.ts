import { beforeEach, describe, expect, test } from 'vitest';
import { mails } from '../../src/api/mail/mail.tables.ts';
import type { MailMessage } from '../../src/api/mail/message.ts';
import { sendDueMails } from '../../src/api/mail/sender.ts';
import type { MailTransport } from '../../src/api/mail/transport.ts';
import { readCodes } from '../../src/api/tickets/tickets.service.ts';
import { hourMs } from '../../src/shared/time.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { readPdfText } from './pdfText.ts';
import { addProduct, callOff, cancelOrder, cancelOwn, checkout, linkSeat, recordPayment, takeSeat } from './shop.ts';
import { attend } from './tickets.ts';

let buyer: { id: string; email: string; token: string };

const api = await openTestApi({ RATE_LIMIT_FACTOR: '100' });
const admin = await api.signUp({ role: 'admin' });
beforeEach(async () => {
  buyer = await api.signUp({ email: `${crypto.randomUUID()}@ornek.com` });
});

/** Buys seats for these names at 650.01 lira each. */
async function buy(...names: string[]) {
  const product = await addProduct(api.ctx, { title: 'Çığ, Şiir ve Öykü', price_kurus: 65_001 });
  const participants = names.map((fullName) => ({ fullName }));
  const line = { ...cartLine(product, names.length), price: 650.01, participants };
  const { body } = await checkout(api, buyer.token, [line]);
  const [order] = body.orders;
  const codes = order!.participants.map(({ ticket_url }) => ticket_url!.split('/').at(-1) as string);
  return { id: order!.id, code: order!.code, codes, product };
}
const look = async (code: string) => (await api.send('GET /api/tickets/:code', { params: { code } })).body;
const pay = (code: string, amount: number) => recordPayment(api, admin, code, amount);
const pdfText = async (path: string) => {
  const answer = await api.app.request(`http://site.test/api/tickets/${path}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  return readPdfText(Buffer.from(await answer.arrayBuffer())).replaceAll(/\s+/g, ' ');
};

describe('a ticket', () => {
  test('shows whose it is, what is open for its seat, and that it is valid once it is paid', async () => {
    const { id, code, codes } = await buy('Müjde Yeşilyurtlu', 'Can', 'Ece Işık');
    const [first = '', second = ''] = codes;
    expect(await look(first)).toEqual({
      event_title: 'Çığ, Şiir ve Öykü',
      date: '2199-05-10',
      time: '14:00',
      duration_minutes: 120,
      location: 'Merkez',
      image: expect.stringContaining('/media/'),
      name: 'Müjde Yeşilyurtlu',
      state: 'unpaid',
      checked_in_at: null,
      open: 650.01,
      certificate: null,
      calendar_uid: id,
      sequence: 0,
    });
    await pay(code, 100);
    // 1950.03 - 100 = 1850.03 lira: 616.67 each, two kuruş over.
    expect([(await look(first)).open, (await look(second)).open]).toEqual([616.69, 616.67]);
    await pay(code, 1850.03);
    expect(await look(second)).toMatchObject({ name: 'Can', state: 'valid', open: 0 });
    expect((await look(`${first.slice(0, 4).toLowerCase()} ${first.slice(4)}-`)).state).toBe('valid');
  });

  test('is cancelled with its seat, its line or its event, and names nobody once the seat is gone', async () => {
    const { id, codes, product } = await buy('Ada Su', 'Ece Işık', 'Can Er');
    await cancelOwn(api, buyer, id, 0, [1]);
    expect(await look(codes[0]!)).toMatchObject({ state: 'cancelled', name: '', open: 0, certificate: null });
    expect(await look(codes[1]!)).toMatchObject({ state: 'unpaid', name: 'Ece Işık', open: 650.01 });
    await callOff(api, admin, product);
    expect(await look(codes[1]!)).toMatchObject({ state: 'cancelled', name: 'Ece Işık', open: 0 });
    const text = await pdfText(`${codes[1]}.pdf`);
    expect(text).toContain('Bu bilet artık geçerli değil');
  });

  test('that was handed on is cancelled for whoever had it, and a new one is its taker’s', async () => {
    const { id, codes } = await buy('Ada Su');
    await takeSeat(api, await linkSeat(api, buyer, id), 'Yeni Kişi', 'yeni@ornek.com');
    expect(await look(codes[0]!)).toMatchObject({ state: 'cancelled', name: '' });
    const [taken] = (await readCodes(api.ctx.db, api.ctx, [id])).values();
    expect(await look(taken!.code)).toMatchObject({ state: 'unpaid', name: 'Yeni Kişi' });
  });

  test('comes as a PDF whose text is the ticket’s, Turkish letters included', async () => {
    const long = `Müjde ${'Çağrı '.repeat(17)}İğdır`;
    const { id, codes } = await buy(long);
    const text = await pdfText(`${codes[0]}.pdf`);
    for (const part of ['Çığ, Şiir ve Öykü', '10 Mayıs 2199 Cuma', '14.00–16.00', 'Merkez', long])
      expect(text).toContain(part);
    expect(text).toContain('Ödenmedi · 650,01 ₺');
    expect(text).toContain(codes[0]);
    const answer = await api.send('GET /api/tickets/:code/ticket.pdf', { params: { code: codes[0]! } });
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.text).toMatch(/\/Lang \(tr\)[\s\S]*\/StructTreeRoot|\/StructTreeRoot[\s\S]*\/Lang \(tr\)/);
    await attend(api, id, 1);
    expect(await pdfText(`${codes[0]}.pdf`)).toContain('Girildi. İyi atölyeler! Ödenecek: 650,01 ₺');
  });

  test('that was used says since when, in the buyer’s orders too', async () => {
    const { id, codes } = await buy('Ada Su');
    await attend(api, id, 1);
    const ticket = await look(codes[0]!);
    expect([ticket.state, ticket.certificate]).toEqual(['used', null]);
    const [order] = (await api.send('GET /api/my-orders', { token: buyer.token })).body;
    expect(order?.participants[0]?.checked_in_at).toBe(ticket.checked_in_at);
  });
});

describe('a certificate', () => {
  const certificate = (code: string) => api.send('GET /api/tickets/:code/certificate.pdf', { params: { code } });

  test('is for who was there, once the event is over', async () => {
    const { id, codes } = await buy('Ayşe Nur Işık', 'Can Er');
    expect((await certificate(codes[0]!)).body.code).toBe('conflict');
    await attend(api, id, 1);
    expect((await certificate(codes[0]!)).body.code).toBe('conflict');
    api.advance(2 * hourMs);
    const { certificate: number, state } = await look(codes[0]!);
    expect([state, number]).toEqual(['used', expect.stringMatching(/^[2-9A-HJ-NP-Z]{20}$/)]);
    const text = await pdfText(`${codes[0]}/certificate.pdf`);
    for (const part of ['Katılım belgesi', 'Ayşe Nur Işık', 'Çığ, Şiir ve Öykü', `/belge/${number}`])
      expect(text).toContain(part);
    expect(text).not.toMatch(/sertifika/i);
    const checked = await api.send('GET /api/certificates/:number', { params: { number: number! } });
    expect(checked.body).toEqual({ event_title: 'Çığ, Şiir ve Öykü', date: '2199-05-10', initials: 'A. N. I.' });
    // Who was not there, and a ticket's code instead of a number.
    expect((await certificate(codes[1]!)).status).toBe(409);
    expect((await api.send('GET /api/certificates/:number', { params: { number: codes[0]! } })).status).toBe(404);
  });

  test('is none any more for a line that was cancelled, and its number is unknown then', async () => {
    const { id, codes } = await buy('Ada Su');
    await attend(api, id);
    const { certificate: number } = await look(codes[0]!);
    expect((await cancelOrder(api, admin, id)).status).toBe(200);
    expect((await certificate(codes[0]!)).status).toBe(409);
    expect((await api.send('GET /api/certificates/:number', { params: { number: number! } })).status).toBe(404);
  });
});

test('mails carry tickets that the outbox does not name: links and a PDF to the buyer, a link to a taker', async () => {
  await api.ctx.db.delete(mails);
  const { id, codes } = await buy('Ada Su', 'Ece: Işık');
  const token = await linkSeat(api, buyer, id, 2);
  const taker = `${crypto.randomUUID()}@ornek.com`;
  const sent: MailMessage[] = [];
  const transport = {
    send: async ({ content }: { content: MailMessage }) => void sent.push(content),
    close: () => {},
  } as unknown as MailTransport;
  await sendDueMails(api.ctx, transport);
  await takeSeat(api, token, 'Yeni Kişi', taker);
  const waiting = JSON.stringify(await api.ctx.db.select().from(mails));
  for (const { code } of (await readCodes(api.ctx.db, api.ctx, [id])).values()) expect(waiting).not.toContain(code);
  await sendDueMails(api.ctx, transport);
  const [confirmation] = sent.filter(({ to }) => to === buyer.email);
  for (const code of codes) expect(confirmation?.text).toContain(`http://site.test/bilet/${code}`);
  expect(confirmation?.html).toContain('>Bilet (Ada Su)</a>');
  const file = confirmation?.attachments?.find(({ filename }) => filename === 'biletler.pdf');
  const text = readPdfText(file?.content as Buffer);
  for (const part of [...codes, 'Ada Su', 'Ece: Işık', 'Kapıda bu kodu gösterin']) expect(text).toContain(part);
  const [taken] = sent.filter(({ to }) => to === taker);
  expect(taken?.text).toMatch(/Biletiniz: http:\/\/site\.test\/bilet\/[2-9A-HJ-NP-Z]{20}/);
  expect(taken?.attachments?.map(({ filename }) => filename)).toEqual(['atolye.ics']);
  expect(JSON.stringify(taken)).not.toContain('Yeni Kişi');
});

test('sixty unknown codes and numbers an hour are answered, a known one always', async () => {
  const limited = await openTestApi();
  const customer = await limited.signUp();
  const { body } = await checkout(limited, customer.token, [cartLine(await addProduct(limited.ctx))]);
  const known = body.orders[0]!.participants[0]!.ticket_url!.split('/').at(-1) as string;
  const statuses: number[] = [];
  for (let index = 0; index < 61; index += 1) {
    const word = `\0<${index}`;
    const answer =
      index % 2
        ? await limited.send('GET /api/tickets/:code', { params: { code: word } })
        : await limited.send('GET /api/certificates/:number', { params: { number: word } });
    statuses.push(answer.status);
  }
  expect([new Set(statuses.slice(0, 60)), statuses[60]]).toEqual([new Set([404]), 429]);
  expect((await limited.send('GET /api/tickets/:code/certificate.pdf', { params: { code: 'x' } })).status).toBe(429);
  expect((await limited.send('GET /api/tickets/:code', { params: { code: known } })).status).toBe(200);
});
