import { beforeEach, describe, expect, test } from 'vitest';
import { listProducts } from '../../src/api/catalog/catalog.service.ts';
import { listSeats } from '../../src/api/catalog/seats.service.ts';
import { catalogTexts } from '../../src/contract/catalog.texts.ts';
import { dayInIstanbul, dayMs, hourMs, isoStart } from '../../src/shared/time.ts';
import { formatUntil } from '../../src/shared/until.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { countSeats, join, ownEntry } from './line.ts';
import { mailsTo } from './mails.ts';
import { addProduct, cancelOrder, checkout, editProduct, readStock, recordPayment, setStatus } from './shop.ts';

let admin: { token: string; email: string };

const api = await openTestApi({ RATE_LIMIT_FACTOR: '100' });
beforeEach(async () => {
  admin = await api.signUp({ role: 'admin', email: `${crypto.randomUUID()}@ornek.com` });
});

const person = () => api.signUp({ email: `${crypto.randomUUID()}@ornek.com` });
async function buy(token: string, lines: object[], paid = 0): Promise<string> {
  const { body } = await checkout(api, token, lines);
  const { code } = body.orders[0]!;
  if (paid) await recordPayment(api, admin, code, paid);
  return code;
}
const about = (id: string, body?: object) => ({ token: admin.token, params: { id }, body });
const callOff = (id: string) =>
  api.send('POST /api/admin/product/:id/cancel', about(id, { reason: 'Eğitmenimiz hastalandı.' }));
const mine = async (token: string) => (await api.send('GET /api/my-checkouts', { token })).body;

describe('an event that is called off', () => {
  test('pays back what was paid beyond the price, too, where nothing of the checkout stands any more', async () => {
    const [id, other] = [await addProduct(api.ctx), await addProduct(api.ctx)];
    const [one, both] = [await person(), await person()];
    await buy(one.token, [cartLine(id)], 700);
    await buy(both.token, [cartLine(id), cartLine(other)], 1400);
    await callOff(id);
    const refundsOf = async ({ token }: { token: string }) =>
      (await mine(token))[0]?.refunds.map(({ amount }) => amount);
    expect([await refundsOf(one), await refundsOf(both)]).toEqual([[700], [650]]);
    await callOff(other);
    expect((await refundsOf(both))?.toSorted()).toEqual([650, 750]);
  });

  test('tells buyers of other lines that these stand, and what is to be paid for them in all their orders', async () => {
    const [id, other] = [await addProduct(api.ctx), await addProduct(api.ctx)];
    const [owing, paid, single, guest] = [await person(), await person(), await person(), await person()];
    await buy(owing.token, [cartLine(id), cartLine(other, 2)], 700);
    await buy(owing.token, [cartLine(id), cartLine(other)]);
    await buy(paid.token, [cartLine(id), cartLine(other)], 1300);
    const withGuest = { id, quantity: 1, participants: [{ fullName: 'Konuk Kişi', email: guest.email }] };
    await buy(single.token, [withGuest]);
    await callOff(id);
    const told = async ({ email }: { email: string }) =>
      /diğer yerler.*$/m.exec((await mailsTo(api, email)).at(-1)?.text ?? '')?.[0].replace('\u00a0', ' ');
    expect(await Promise.all([owing, paid, single, guest].map(told))).toEqual([
      'diğer yerler duruyor; onlar için 1.250 ₺ ödenecek.',
      'diğer yerler duruyor.',
      undefined,
      undefined,
    ]);
  });

  test('cancels every line, asks for every refund, mails everybody once and never comes back', async () => {
    const id = await addProduct(api.ctx, { stock: 6, title: 'Orman Yürüyüşü' });
    const other = await addProduct(api.ctx);
    const [payer, both, guest] = [await person(), await person(), await person()];
    await buy(payer.token, [cartLine(id)], 650);
    await buy(payer.token, [cartLine(id)], 100);
    await buy(both.token, [cartLine(id), cartLine(other)], 1300);
    const withGuest = { id, quantity: 1, participants: [{ fullName: 'Konuk Kişi', email: guest.email }] };
    await buy((await person()).token, [withGuest]);
    const inDoubt = await person();
    await buy(inDoubt.token, [cartLine(id, 2)]);
    const line = [await join(api, id), await join(api, id, 2)];
    await cancelOrder(api, admin, (await api.send('GET /api/my-orders', { token: inDoubt.token })).body[0]!.id);
    expect((await ownEntry(api, line[0]!))?.state).toBe('offered');

    const preview = await api.send('GET /api/admin/product/:id/cancellation', about(id));
    expect(preview.body).toEqual({ orders: 4, seats: 4, refunds: 3, refund_total: 1400, recipients: 6, waiting: 2 });
    const { status, body } = await callOff(id);
    expect([status, body]).toEqual([200, { orders: 4, refunds: 3, recipients: 6, message: expect.any(String) }]);

    const checkouts = await mine(payer.token);
    expect(checkouts.map(({ state, refunds }) => [state, refunds.map(({ amount }) => amount)])).toEqual([
      ['cancelled', [100]],
      ['cancelled', [650]],
    ]);
    const [mixed] = await mine(both.token);
    expect(mixed).toMatchObject({ state: 'paid', open: 0, refunds: [{ amount: 650 }] });
    expect(mixed?.orders.map(({ status, event_cancelled }) => [status, event_cancelled]).sort()).toEqual([
      ['cancelled', true],
      ['paid', false],
    ]);
    for (const { email } of [payer, both, guest, ...line]) {
      const mails = (await mailsTo(api, email)).filter(({ kind }) => kind === 'event_cancelled');
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain('Eğitmenimiz hastalandı.');
    }
    const readMail = async ({ email }: { email: string }) =>
      (await mailsTo(api, email)).find(({ kind }) => kind === 'event_cancelled');
    const mail = await readMail(payer);
    // Whoever bought nothing has no orders to look at.
    expect((await readMail(guest))?.text).not.toContain('/orders');
    expect((await readMail(guest))?.text).toContain('Yeriniz olan “');
    expect(mail?.text).toContain('/orders');
    expect(mail?.text).toContain('Yer ayırttığınız “');
    expect(mail?.text).toContain('750\u00a0₺');
    expect(mail?.attachments?.[0]?.content.match(/STATUS:CANCELLED/g)).toHaveLength(2);
    expect(await Promise.all(line.map(async (one) => (await ownEntry(api, one))?.state))).toEqual(['lapsed', 'lapsed']);
    expect([await readStock(api.ctx, id), await countSeats(api, id)]).toEqual([6, 6]);

    const listed = (await api.send('GET /api/products')).body.find((product) => product.id === id);
    expect(listed?.cancelled).toBe(true);
    expect((await callOff(id)).body.code).toBe('conflict');
    const order = checkouts[0]!.orders[0]!.id;
    const undo = await setStatus(api, admin, order, 'reserved');
    expect([undo.status, undo.body.code]).toEqual([409, 'conflict']);
    const add = { product_id: id, quantity: 1 };
    expect((await api.send('POST /api/cart/add', { token: payer.token, body: add })).body.code).toBe('not_on_sale');
    expect((await api.send('POST /api/waitlist', { token: payer.token, body: add })).body.code).toBe('not_on_sale');
    expect((await api.send('POST /api/admin/product/:id/notice', about(id))).body.code).toBe('conflict');
    const restore = () => api.send('PATCH /api/product/restore/:id', about(id));
    expect((await restore()).body.code).toBe('conflict');
    await api.send('PATCH /api/product/delete/:id', about(id));
    expect((await restore()).body.code).toBe('conflict');
    const audit = await api.send('GET /api/admin/audit', { token: admin.token, query: { entity_id: id } });
    expect(audit.body.find(({ action }) => action === 'cancel')?.after).toEqual({
      orders: 4,
      refunds: 3,
      recipients: 6,
      amount_kurus: 140_000,
    });
  });

  test('is called off once, whatever is hidden, restored and cancelled in the same moment', async () => {
    const id = await addProduct(api.ctx, { stock: 4 });
    const buyer = await person();
    await buy(buyer.token, [cartLine(id, 2)], 1300);
    const [line] = (await api.send('GET /api/my-orders', { token: buyer.token })).body;
    const own = { token: buyer.token, params: { id: line!.id }, body: { expected_refund: 1300 } };
    const status = (next: 'reserved' | 'cancelled') =>
      api.send('PATCH /api/admin/orders/:id/status', about(line!.id, { status: next }));
    const hide = () => api.send('PATCH /api/product/delete/:id', about(id));
    const restore = () => api.send('PATCH /api/product/restore/:id', about(id));
    const [off, ...others] = await Promise.all([
      Promise.all(Array.from({ length: 3 }, () => callOff(id))),
      ...[restore(), hide(), restore(), status('cancelled'), status('reserved'), hide(), restore()],
      api.send('POST /api/my-orders/:id/cancel', own),
    ]);
    expect(off.filter((answer) => answer.status === 200).length).toBeLessThanOrEqual(1);
    expect([...off, ...others].filter((answer) => ![200, 404, 409].includes(answer.status))).toEqual([]);
    await restore();
    await callOff(id);
    const [checkout] = await mine(buyer.token);
    expect(checkout?.refunds.filter(({ state }) => state === 'asked').map(({ amount }) => amount)).toEqual([1300]);
    expect([checkout?.state, await readStock(api.ctx, id)]).toEqual(['cancelled', 4]);
    expect((await restore()).status).not.toBe(200);
    const told = (await mailsTo(api, buyer.email)).filter(({ kind }) => kind === 'event_cancelled');
    expect(told.length).toBeLessThanOrEqual(1);
  });

  test('of two admins one calls it off; orders made at the same moment are cancelled or refused', async () => {
    const id = await addProduct(api.ctx, { stock: 30 });
    const buyers = await Promise.all(Array.from({ length: 10 }, person));
    for (const { token } of buyers.slice(0, 5)) await buy(token, [cartLine(id)]);
    const [, ...answers] = await Promise.all([
      Promise.all(buyers.slice(5).map(({ token }) => checkout(api, token, [cartLine(id)]))),
      callOff(id),
      callOff(id),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const states = (await Promise.all(buyers.map(({ token }) => mine(token)))).flat().map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(['cancelled']));
    expect(await readStock(api.ctx, id)).toBe(30);
  });

  test('is not one that started, is unknown, or has no reason', async () => {
    expect((await callOff(await addProduct(api.ctx, { date: '2020-01-01' }))).body.code).toBe('conflict');
    expect((await callOff(crypto.randomUUID())).status).toBe(404);
    const id = await addProduct(api.ctx);
    expect((await api.send('POST /api/admin/product/:id/cancel', about(id, { reason: ' ' }))).status).toBe(422);
  });
});

describe('an event that moves', () => {
  const edit = (id: string, change: object) => editProduct(api, admin, id, change);
  const preview = async (token: string) => {
    const [order] = (await api.send('GET /api/my-orders', { token })).body;
    return (await api.send('GET /api/my-orders/:id/cancellation', { token, params: { id: order!.id } })).body;
  };
  /** So many days from now. */
  const day = (days: number) => new Date(api.ctx.clock().getTime() + days * dayMs).toISOString().slice(0, 10);

  test('lets those who ordered before choose for seven days once they were told, and those after not', async () => {
    const id = await addProduct(api.ctx, { date: day(1), time: '23:00' });
    const [before, after] = [await person(), await person()];
    await buy(before.token, [cartLine(id)], 650);
    expect(await preview(before.token)).toMatchObject({ percent: 0 });
    api.advance(1000);
    await edit(id, { date: day(1), time: '23:30' });
    expect((await api.send('GET /api/admin/product/:id', about(id))).body).toMatchObject({
      notice_due: true,
      decide_until: null,
    });
    await buy(after.token, [cartLine(id)]);
    expect(await preview(before.token)).toMatchObject({ percent: 0 });
    await api.send('POST /api/admin/product/:id/notice', about(id));
    const told = (await api.send('GET /api/admin/product/:id', about(id))).body;
    const start = Date.parse(`${day(1)}T23:30:00+03:00`);
    expect(told).toMatchObject({ notice_due: false, moved_from: { date: day(1), time: '23:00' } });
    expect(Date.parse(told.decide_until as string)).toBe(start);
    expect(await preview(before.token)).toMatchObject({
      percent: 100,
      refund: 650,
      until: new Date(start).toISOString(),
    });
    expect(await preview(after.token)).toMatchObject({ percent: 0, until: null });
    const mail = (await mailsTo(api, before.email)).at(-1);
    expect([mail?.kind, mail?.text.includes('tamamı iade edilir')]).toEqual(['event_moved', true]);
    expect(mail?.text).toMatch(/Önceki tarih: .*, 23\.00$/m);
    expect(mail?.text).not.toMatch(/Önceki (yer|yürüten)/);
    expect(mail?.attachments?.[0]?.content).toContain('SEQUENCE:1');
    expect((await mailsTo(api, after.email)).at(-1)?.text).not.toContain('tamamı iade edilir');
    // Told again without another change: the choice stays as it is.
    await api.send('POST /api/admin/product/:id/notice', about(id));
    expect((await api.send('GET /api/admin/product/:id', about(id))).body.decide_until).toBe(told.decide_until);
  });

  test('and moves back before anybody was told opens no choice', async () => {
    const id = await addProduct(api.ctx, { date: day(20) });
    await edit(id, { location: 'Bahçe' });
    await edit(id, { location: 'Merkez' });
    await api.send('POST /api/admin/product/:id/notice', about(id));
    expect((await api.send('GET /api/admin/product/:id', about(id))).body).toMatchObject({
      decide_until: null,
      moved_from: null,
    });
  });

  test('and moves back after somebody ordered it as it was in between lets them choose', async () => {
    const id = await addProduct(api.ctx, { date: day(1), time: '23:00' });
    const between = await person();
    for (const location of ['Bahçe', 'Park']) await edit(id, { location });
    api.advance(1000);
    await buy(between.token, [cartLine(id)], 650);
    await edit(id, { location: 'Bahçe' });
    api.advance(1000);
    await edit(id, { location: 'Merkez' });
    expect((await api.send('GET /api/admin/product/:id', about(id))).body.notice_due).toBe(true);
    await api.send('POST /api/admin/product/:id/notice', about(id));
    expect(await preview(between.token)).toMatchObject({ percent: 100, refund: 650 });
    expect((await mailsTo(api, between.email)).at(-1)?.text).toContain('tamamı iade edilir');
  });

  test('another leader is told and opens the choice as another place does; the first name does not', async () => {
    const id = await addProduct(api.ctx, { date: day(20) });
    const buyer = await person();
    await buy(buyer.token, [cartLine(id)], 650);
    api.advance(1000);
    const read = async () => (await api.send('GET /api/admin/product/:id', about(id))).body;
    await edit(id, { leader: 'Ece Işık' });
    expect((await read()).notice_due).toBe(false);
    await edit(id, { leader: 'Can Su' });
    expect((await read()).notice_due).toBe(true);
    await edit(id, { leader: 'Ece Işık' });
    expect((await read()).notice_due).toBe(false);
    await edit(id, { leader: 'Can Su', location: 'Bahçe' });
    await api.send('POST /api/admin/product/:id/notice', about(id));
    expect(await read()).toMatchObject({ notice_due: false, moved_from: null, decide_until: expect.any(String) });
    expect(await preview(buyer.token)).toMatchObject({ percent: 100, refund: 650 });
    const mail = (await mailsTo(api, buyer.email)).at(-1);
    expect(mail?.kind).toBe('event_moved');
    expect(mail?.text).toMatch(/^Yürüten: Can Su\nÖnceki yer: Merkez\nÖnceki yürüten: Ece Işık$/m);
    expect(mail?.text).not.toContain('Önceki tarih');
  });

  test('keeps its offers within the limits of the new start; more stock goes to the line', async () => {
    const id = await addProduct(api.ctx, { date: day(30), stock: 1 });
    await buy((await person()).token, [cartLine(id)]);
    const line = [await join(api, id), await join(api, id)];
    await edit(id, { stock: 1 });
    const first = await ownEntry(api, line[0]!);
    expect(first?.state).toBe('offered');
    await edit(id, { date: day(40) });
    expect((await ownEntry(api, line[0]!))?.offer_until).toBe(first?.offer_until);
    await edit(id, { date: day(1), time: '23:30' });
    const limited = Date.parse((await ownEntry(api, line[0]!))?.offer_until as string);
    expect(limited).toBeLessThanOrEqual(Date.parse(`${day(1)}T17:30:00+03:00`));
    const told = async () => (await mailsTo(api, line[0]!.email)).map(({ kind }) => kind);
    expect(await told()).toEqual(['waitlist_offer', 'waitlist_offer']);
    const [, shorter] = await mailsTo(api, line[0]!.email);
    expect(shorter?.text).toContain('süreniz bu yüzden kısaldı');
    expect(shorter?.text).toContain(formatUntil(new Date(limited).toISOString()));
    const start = new Date(api.ctx.clock().getTime() + 3 * hourMs + 5 * hourMs).toISOString();
    await edit(id, { date: start.slice(0, 10), time: start.slice(11, 16) });
    expect((await ownEntry(api, line[0]!))?.state).toBe('lapsed');
    expect(await told()).toEqual(['waitlist_offer', 'waitlist_offer', 'waitlist_lapsed']);
    expect(await countSeats(api, id)).toBe(2);
  });
});

test('an event called off does not become a draft, which would take what is said of it off the pages', async () => {
  const id = await addProduct(api.ctx);
  await callOff(id);
  const answer = await editProduct(api, admin, id, { status: 'draft' });
  expect([answer.status, answer.body.fields]).toEqual([422, { status: catalogTexts.draftCalledOff }]);
  expect((await editProduct(api, admin, id, { status: 'published', title: 'Kil' })).status).toBe(200);
});

test('an event called off is not moved: buyers read the day that was called off', async () => {
  const id = await addProduct(api.ctx);
  const buyer = await person();
  await buy(buyer.token, [cartLine(id)]);
  const read = async () => (await api.send('GET /api/my-orders', { token: buyer.token })).body[0];
  const { date, time, location } = (await read())!;
  await callOff(id);
  const later = { date: dayInIstanbul(new Date(api.ctx.clock().getTime() + 90 * dayMs)), location: 'Başka yer' };
  const answer = await editProduct(api, admin, id, later);
  const fields = { date: catalogTexts.movedCalledOff, location: catalogTexts.movedCalledOff };
  expect([answer.status, answer.body.fields]).toEqual([422, fields]);
  expect(await read()).toMatchObject({ date, time, location, status: 'cancelled' });
  expect((await editProduct(api, admin, id, { description: 'Ne yazık ki olmuyor.' })).status).toBe(200);
});

test('an event called off stays listed until its start, with its page until its day is over; a draft has no public seats', async () => {
  const tomorrow = dayInIstanbul(new Date(api.ctx.clock().getTime() + dayMs));
  const noon = Date.parse(isoStart(tomorrow, '12:00'));
  const [called, passed, draft] = [
    await addProduct(api.ctx, { date: tomorrow, time: '12:00' }),
    await addProduct(api.ctx, { date: tomorrow, time: '12:00' }),
    await addProduct(api.ctx, { date: tomorrow, time: '20:00', status: 'draft' }),
  ];
  await callOff(called);
  const read = async () => {
    // Past the answers that are kept for a few seconds.
    const [listed, pages] = [await listProducts(api.ctx, {}), await listProducts(api.ctx, { called_off: 'today' })];
    const seats = (await listSeats(api.ctx.db, api.ctx.clock())).map(({ id }) => id);
    expect(seats.sort()).toEqual(listed.rows.map(({ id }) => id).sort());
    const isIn = ({ rows }: typeof listed) => [called, passed, draft].map((own) => rows.some(({ id }) => id === own));
    return { listed: isIn(listed), pages: isIn(pages) };
  };
  expect(await read()).toEqual({ listed: [true, true, false], pages: [true, true, false] });
  api.advance(noon + hourMs - api.ctx.clock().getTime());
  expect(await read()).toEqual({ listed: [false, false, false], pages: [true, false, false] });
  const found = await api.send('GET /api/products', { query: { called_off: 'today' } });
  expect(found.body.find(({ id }) => id === called)?.cancelled).toBe(true);
  api.advance(11 * hourMs);
  expect(await read()).toEqual({ listed: [false, false, false], pages: [false, false, false] });
});
