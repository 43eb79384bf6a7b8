import { like } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { readPublishedLegal } from '../../src/api/content/publishedLegal.service.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { readMails } from './mails.ts';
import { addProduct, checkout, readOrders } from './shop.ts';

const api = await openTestApi({ NOTICE_EMAIL: 'merkez@ornek.com' });
const buyer = await api.signUp();

/** Removes the mails of one kind from the outbox and returns them. */
async function outbox(kind: string) {
  const rows = await api.ctx.db.delete(mails).where(like(mails.kind, kind)).returning();
  return readMails(api, rows);
}

describe('after buying', () => {
  test('the buyer gets a mail with product, place, participants, total and a calendar file', async () => {
    const first = await addProduct(api.ctx, { title: 'Renk & Nefes', price_kurus: 78_050 });
    const second = await addProduct(api.ctx, { title: 'Drama', date: '2199-06-01', time: '10:30' });
    const { body } = await checkout(api, buyer.token, [
      { id: first, quantity: 2, participants: [{ fullName: 'Ada <b>Su</b>' }, { fullName: 'Cem' }] },
      cartLine(second),
    ]);
    const [mail, ...others] = await outbox('order_confirmation');
    expect(others).toEqual([]);
    expect(mail?.to).toBe(buyer.email);
    const code = body.orders[0]?.code as string;
    for (const words of [
      'Merhaba Deniz Yılmaz,',
      code,
      '10 Mayıs 2199 Cuma, ',
      '14.00–16.00',
      'Merkez',
      '1.561\u00a0₺',
      '2.211\u00a0₺',
      'http://site.test/orders',
    ]) {
      expect(mail?.text).toContain(words);
      expect(mail?.html).toContain(words);
    }
    expect(mail?.text).toContain('Renk & Nefes');
    expect(mail?.text).toContain('Ada <b>Su</b>, Cem');
    expect(mail?.html).toContain('Ada &lt;b&gt;Su&lt;/b&gt;, Cem');
    const [file] = mail?.attachments ?? [];
    expect(file?.contentType).toMatch(/^text\/calendar; charset=utf-8/);
    expect(file?.content).toContain('DTSTART;TZID=Europe/Istanbul:21990510T140000');
    expect(file?.content).toContain('DTSTART;TZID=Europe/Istanbul:21990601T103000');
    expect(file?.content).toContain(`UID:${body.orders[0]?.id}`);
  });

  test('the practice gets a mail about what was sold, without the participants', async () => {
    await outbox('%');
    const id = await addProduct(api.ctx, { title: 'Kukla' });
    await checkout(api, buyer.token, [{ id, quantity: 1, participants: [{ fullName: 'Gizem Saklı' }] }]);
    const [mail] = await outbox('order_notice');
    expect(mail?.to).toBe('merkez@ornek.com');
    expect(mail?.text).toContain('Kukla');
    expect(mail?.text).toContain('650\u00a0₺');
    expect(JSON.stringify(mail)).not.toMatch(/Gizem|Saklı|kisi\d/);
  });

  test('a refused checkout and a repeated one send nothing', async () => {
    const id = await addProduct(api.ctx, { stock: 1 });
    await checkout(api, buyer.token, [cartLine(id)], { 'idempotency-key': 'once' });
    await outbox('%');
    await checkout(api, buyer.token, [cartLine(id)], { 'idempotency-key': 'once' });
    await checkout(api, buyer.token, [cartLine(id)]);
    expect(await outbox('%')).toEqual([]);
  });

  test('the order stores version and hash of the accepted terms', async () => {
    const [terms] = await readPublishedLegal(api.ctx.db, ['mesafeli-satis'], api.ctx.clock());
    const id = await addProduct(api.ctx);
    const body = { cartItems: [cartLine(id)], terms_version: terms?.version };
    await api.send('POST /api/order/create', { token: buyer.token, body });
    const older = { cartItems: [cartLine(id)], terms_version: '1999-01-01\u0000' };
    await api.send('POST /api/order/create', { token: buyer.token, body: older });
    const sold = (await readOrders(api.ctx)).filter((row) => row.product_id === id);
    expect(sold.map((row) => [row.terms_version, row.terms_hash])).toEqual([
      [terms?.version, terms?.hash],
      ['1999-01-01', null],
    ]);
  });
});
