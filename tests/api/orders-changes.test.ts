import { beforeEach, describe, expect, test } from 'vitest';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { cartLine } from '../load/cartLines.ts';
import { readAudit } from './changeLog.ts';
import { openTestApi } from './harness.ts';
import { queuedMails } from './mails.ts';
import { addProduct, changeProduct, checkout, eraseOwn } from './shop.ts';

let buyer: { id: string; email: string; token: string };

const api = await openTestApi();
const admin = (await api.signUp({ role: 'admin' })).token;
beforeEach(async () => {
  buyer = await api.signUp();
  await api.ctx.db.delete(mails);
});

const setStatus = (id: string, status: string) =>
  api.send('PATCH /api/admin/orders/:id/status', { token: admin, params: { id }, body: { status } });
const hide = (id: string) => api.send('PATCH /api/product/delete/:id', { token: admin, params: { id } });
const restore = (id: string) => api.send('PATCH /api/product/restore/:id', { token: admin, params: { id } });
const write = (id: string, body: unknown) =>
  api.send('POST /api/admin/product/:id/message', { token: admin, params: { id }, body });
const countRecipients = async (id: string) =>
  (await api.send('GET /api/admin/product/:id/recipients', { token: admin, params: { id } })).body.recipients;

/** The mails about changes, oldest first, without those of buying. */
async function changeMails(kind = '%') {
  const queued = await queuedMails(api, kind);
  return queued.filter((mail) => !['order_confirmation', 'order_notice'].includes(mail.kind));
}

async function buy(title: string, stock = 20, date = '2199-05-10') {
  const product = await addProduct(api.ctx, { title, stock, date });
  const { body } = await checkout(api, buyer.token, [cartLine(product, 2)]);
  return { product, id: body.orders[0]?.id as string, code: body.orders[0]?.code as string };
}

describe('the buyer is told by mail, once each', () => {
  test.each([
    ['paid', ['paid'], ['Ödemeniz alındı']],
    ['cancelled', ['cancelled'], ['Siparişiniz iptal edildi']],
    ['back again', ['cancelled', 'reserved'], ['Siparişiniz iptal edildi', 'Yeriniz yeniden ayrıldı']],
    ['not paid after all', ['paid', 'reserved'], ['Ödemeniz alındı', 'Ödeme kaydınız düzeltildi']],
  ])('%s', async (_, statuses, titles) => {
    const { id, code } = await buy('Renkler');
    for (const status of statuses)
      expect((await Promise.all([setStatus(id, status), setStatus(id, status)])).map((one) => one.status)).toEqual([
        200, 200,
      ]);
    const told = await changeMails();
    expect(told.map((mail) => [mail.to, mail.subject])).toEqual(
      titles.map((title) => [buyer.email, `${title}: Renkler`]),
    );
    for (const mail of told)
      for (const words of [code, '10 Mayıs 2199 Cuma, 14.00', 'Merkez', '1.300\u00a0₺', 'http://site.test/orders'])
        expect(mail.text).toContain(words);
  });

  test('a cancelled order that was paid says what becomes of the money; one back again brings its calendar entry', async () => {
    const { id } = await buy('Nefes');
    for (const status of ['paid', 'cancelled', 'paid']) await setStatus(id, status);
    const [, cancelled, back] = await changeMails();
    expect(cancelled?.text).toContain('en geç 14 gün içinde, ödediğiniz yoldan ve kesintisiz iade edilir.');
    expect(back?.text).toContain('Ödemeniz kayıtlı.');
    expect(back?.attachments?.[0]?.content).toContain(`UID:${id}`);
  });

  test('a payment that brings a cancelled line back while another one is open is named', async () => {
    const lines = [cartLine(await addProduct(api.ctx, { title: 'Kil' }), 1), cartLine(await addProduct(api.ctx), 2)];
    const { orders } = (await checkout(api, buyer.token, lines)).body;
    const { id = '' } = orders.find(({ event_title }) => event_title === 'Kil') ?? {};
    for (const status of ['cancelled', 'paid']) await setStatus(id, status);
    const [, back] = await changeMails();
    expect(back).toMatchObject({ kind: 'order_reserved', subject: 'Yeriniz yeniden ayrıldı: Kil' });
    // The order stood all the time.
    expect(back?.text).toContain('siparişinizde bu atölyedeki yeriniz yeniden ayrıldı.');
    expect(back?.text).toContain('650\u00a0₺ ödemeniz bize ulaştı.');
    expect(back?.text).toContain('Ödenecek: 1.300\u00a0₺');
  });

  test('nothing is sent where nothing changed, where the change is refused, or where the buyer was erased', async () => {
    const { product, id } = await buy('Sessiz', 2);
    await setStatus(id, 'reserved');
    expect(await changeMails()).toEqual([]);
    await setStatus(id, 'cancelled');
    const other = await api.signUp();
    await checkout(api, other.token, [cartLine(product, 1)]);
    await api.ctx.db.delete(mails);
    expect((await setStatus(id, 'paid')).status).toBe(409);
    await eraseOwn(api, buyer);
    await api.ctx.db.delete(mails);
    const { body } = await checkout(api, other.token, [cartLine(product, 1)]);
    await eraseOwn(api, other);
    await api.ctx.db.delete(mails);
    expect((await setStatus(body.orders[0]?.id as string, 'cancelled')).status).toBe(200);
    expect(await changeMails()).toEqual([]);
  });
});

describe('a product with seats that is hidden', () => {
  test('is told to everybody with a seat, as many as were said before; being back is told too', async () => {
    const { product } = await buy('Kukla');
    const friend = { fullName: 'Cem Su', email: 'arkadas@ornek.com' };
    await checkout(api, buyer.token, [{ id: product, quantity: 1, participants: [friend] }]);
    const gone = await api.signUp();
    const { body } = await checkout(api, gone.token, [cartLine(product)]);
    await setStatus(body.orders[0]?.id as string, 'cancelled');
    expect(await countRecipients(product)).toBe(2);

    const answer = await hide(product);
    expect([answer.status, answer.body]).toEqual([200, { message: '✅ Ürün başarıyla silindi.', recipients: 2 }]);
    expect((await hide(product)).status).toBe(404);
    const told = await changeMails('event_hidden');
    expect(told.map(({ to }) => to).sort()).toEqual(['arkadas@ornek.com', buyer.email].sort());
    expect(told[0]?.subject).toBe('Atölye programdan kaldırıldı: Kukla');
    expect(told[0]?.text).toContain('10 Mayıs 2199 Cuma, 14.00');
    // Nobody but the buyer took the seat, or has an order to be called about.
    for (const { to, text } of told)
      expect([to, text]).toEqual([
        to,
        expect.stringMatching(
          to === buyer.email ? /Yer ayırttığınız “.*Siparişiniz ve varsa/ : /Yeriniz olan “.*Siparişi veren kişiyle/,
        ),
      ]);
    expect(await readAudit(api, product)).toMatchObject([{ action: 'hide', after: { recipients: 2 } }]);

    await restore(product);
    expect((await changeMails('event_restored')).map(({ to }) => to)).toHaveLength(2);
  });

  test('is told to nobody when it is over', async () => {
    const { product } = await buy('Geçmiş');
    await changeProduct(api.ctx, product, { starts_at: new Date(0) });
    expect((await hide(product)).body.recipients).toBe(0);
    await restore(product);
    expect(await changeMails()).toEqual([]);
  });
});

describe('writing to the participants', () => {
  test('mails each address once, with paragraphs as typed, and is written down without the words', async () => {
    const { product } = await buy('Ebru');
    await checkout(api, buyer.token, [cartLine(product)]);
    const text = 'Merhaba,\n\nyanınıza <b>önlük</b> alın.';
    const answer = await write(product, { subject: 'Ebru için küçük bir not', text });
    expect([answer.status, answer.body]).toEqual([202, { recipients: 1, message: '1 kişiye e-posta gönderiliyor.' }]);
    const [mail, ...others] = await changeMails('participants_message');
    expect(others).toEqual([]);
    expect([mail?.to, mail?.subject]).toEqual([buyer.email, 'Ebru için küçük bir not']);
    expect(mail?.html).toContain('yanınıza &lt;b&gt;önlük&lt;/b&gt; alın.');
    const entries = await readAudit(api, product);
    expect(entries).toMatchObject([{ action: 'message', entity: 'product', after: { recipients: 1 } }]);
    expect(JSON.stringify(entries)).not.toMatch(/önlük|küçük bir not/);
  });

  test('sent again with its key the words go out once; a key is of one product and its words', async () => {
    const { product } = await buy('Seramik');
    const send = (id: string, text: string) =>
      api.send('POST /api/admin/product/:id/message', {
        token: admin,
        params: { id },
        body: { subject: 'Kapı kodu', text },
        headers: { 'idempotency-key': 'ileti' },
      });
    expect((await send(product, '1234')).body).toEqual((await send(product, '1234')).body);
    expect(await changeMails('participants_message')).toHaveLength(1);
    expect((await send(product, '4321')).body.code).toBe('idempotency_mismatch');
    expect((await send(await addProduct(api.ctx), '1234')).body.code).toBe('idempotency_mismatch');
  });

  test('blank words are 422, an unknown product 404, the sixth in an hour 429', async () => {
    const product = await addProduct(api.ctx);
    expect((await write(product, { subject: ' ', text: '' })).status).toBe(422);
    expect((await write('x', { subject: 'a', text: 'b' })).status).toBe(404);
    for (const status of [202, 202, 202, 202, 202, 429])
      expect((await write(product, { subject: 'a', text: 'b' })).status).toBe(status);
  });
});
