import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import { cartLine } from '../load/cartLines.ts';
import { readAudit } from './changeLog.ts';
import { openTestApi } from './harness.ts';
import { queuedMails } from './mails.ts';
import { addProduct, cancelOrder, checkout } from './shop.ts';

const api = await openTestApi();
const { token } = await api.signUp({ role: 'admin' });

const sendNotice = (id: string) => api.send('POST /api/admin/product/:id/notice', { token, params: { id } });
const sent = () => queuedMails(api, 'event_moved');

test('everybody with a seat is mailed once, and nobody whose order is cancelled', async () => {
  const id = await addProduct(api.ctx, { title: 'Taşınan', date: '2199-07-01', time: '10:30' });
  const [one, two, gone] = [await api.signUp(), await api.signUp(), await api.signUp()];
  const person = (email?: string) => ({ fullName: 'Ada Deniz', email });
  await checkout(api, one.token, [{ id, quantity: 2, participants: [person(), person('misafir@ornek.com')] }]);
  await checkout(api, two.token, [{ id, quantity: 1, participants: [person('misafir@ornek.com')] }]);
  const { body } = await checkout(api, gone.token, [{ id, quantity: 1, participants: [person('iptal@ornek.com')] }]);
  await cancelOrder(api, { token }, body.orders[0]?.id as string);

  const answer = await sendNotice(id);
  expect([answer.status, answer.body]).toEqual([202, { recipients: 3, message: '3 kişiye e-posta gönderiliyor.' }]);
  const mailed = await sent();
  expect(mailed.map((mail) => mail.to).sort()).toEqual([one.email, two.email, 'misafir@ornek.com'].sort());
  expect(mailed[0]?.text).toContain('1 Temmuz 2199 Pazartesi, 10.30');
  expect(mailed[0]?.attachments?.[0]?.content).toContain('DTSTART;TZID=Europe/Istanbul:21990701T103000');

  expect(await readAudit(api, id)).toMatchObject([{ action: 'notice', entity: 'product', after: { recipients: 3 } }]);
});

test('pressed several times at once it mails everybody once; after a change once more', async () => {
  const id = await addProduct(api.ctx, { title: 'Aynı anda' });
  const buyer = await api.signUp();
  await checkout(api, buyer.token, [cartLine(id)]);
  const countMails = async () => (await sent()).filter(({ to }) => to === buyer.email).length;
  const answers = await Promise.all([sendNotice(id), sendNotice(id)]);
  const messages = ['1 kişiye e-posta gönderiliyor.', 'Bu bilgiler zaten gönderildi.'];
  expect(answers.map(({ status, body }) => [status, body.recipients])).toEqual([
    [202, 1],
    [202, 1],
  ]);
  expect(answers.map(({ body }) => body.message).sort()).toEqual(messages);
  expect([await countMails(), (await readAudit(api, id)).length]).toEqual([1, 1]);

  await api.ctx.db
    .update(products)
    .set({ sequence: sql`${products.sequence} + 1` })
    .where(eq(products.id, id));
  expect((await sendNotice(id)).body.message).toBe(messages[0]);
  expect(await countMails()).toBe(2);
});

test('the fourth notice within an hour is refused', async () => {
  const id = await addProduct(api.ctx);
  for (const status of [202, 202, 202, 429]) expect((await sendNotice(id)).status).toBe(status);
});

test('a notice about an unknown product answers 404', async () => {
  const hidden = await addProduct(api.ctx, { deleted_at: new Date() });
  expect([(await sendNotice(hidden)).status, (await sendNotice('x')).status]).toEqual([404, 404]);
});
