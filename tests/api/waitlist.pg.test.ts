import { notLike } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { sendDueMails } from '../../src/api/mail/sender.ts';
import { endOffers } from '../../src/api/waitlist/waitlist.jobs.ts';
import { hourMs } from '../../src/shared/time.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { countSeats, join, ownEntry, seatsLeft, soldOut, startIn } from './line.ts';
import { mailsTo } from './mails.ts';
import {
  cancelOrder,
  checkout,
  editProduct,
  eraseOwn,
  readStock,
  recordPayment,
  releaseCheckout,
  setStatus,
} from './shop.ts';

let admin: { id: string; token: string };
/** An admin's session ends after hours that these tests let pass. */
const signInAdmin = async () => {
  admin = await api.signUp({ role: 'admin', email: `${crypto.randomUUID()}@ornek.com` });
};

const api = await openTestApi({ RATE_LIMIT_FACTOR: '100' });
beforeEach(signInAdmin);

const later = async (hours: number) => {
  api.advance(hours * hourMs);
  await endOffers(api.ctx);
  await signInAdmin();
};
const deleteEntry = (token: string, id: string) => api.send('DELETE /api/waitlist/:id', { token, params: { id } });
const decline = (token: string, id: string) => api.send('POST /api/waitlist/:id/decline', { token, params: { id } });

describe('joining', () => {
  test('answers the entry with its position, once, and only while the seats are not to be had', async () => {
    const { id } = await soldOut(api, 1);
    const first = await join(api, id);
    expect([first.status, first.entry]).toEqual([
      201,
      expect.objectContaining({ product_id: id, quantity: 1, state: 'waiting', position: 1, offer_until: null }),
    ]);
    expect((await join(api, id, 2)).entry.position).toBe(2);
    const again = await api.send('POST /api/waitlist', { token: first.token, body: { product_id: id, quantity: 1 } });
    expect([again.status, again.body.code]).toEqual([409, 'already_waiting']);
    for (const quantity of [0, 11, 1.5, '1', null])
      expect(
        (await api.send('POST /api/waitlist', { token: first.token, body: { product_id: id, quantity } })).status,
      ).toBe(422);
    expect(
      (await api.send('POST /api/waitlist', { token: first.token, body: { product_id: 'x', quantity: 1 } })).status,
    ).toBe(404);
  });

  test('again and again is limited to 60 an hour for an account: entries it left stay listed', async () => {
    const limited = await openTestApi({ RATE_LIMIT_FACTOR: '0.05' });
    const { id } = await soldOut(limited, 1);
    const { token } = await limited.signUp();
    const statuses: number[] = [];
    for (let tried = 0; tried < 4; tried += 1) {
      const { status, body } = await limited.send('POST /api/waitlist', {
        token,
        body: { product_id: id, quantity: 1 },
      });
      statuses.push(status);
      if (status === 201) await limited.send('DELETE /api/waitlist/:id', { token, params: { id: body.id } });
    }
    expect(statuses).toEqual([201, 201, 201, 429]);
  });

  test('a product with enough seats, a hidden and a started one have no line', async () => {
    const open = await soldOut(api, 1);
    await cancelOrder(api, admin, open.buyers[0]!.orderId);
    expect((await join(api, open.id)).code).toBe('seats_available');
    expect((await join(api, open.id, 2)).status).toBe(201);
    const hidden = await soldOut(api, 1);
    await api.send('PATCH /api/product/delete/:id', { token: admin.token, params: { id: hidden.id } });
    expect((await join(api, hidden.id)).code).toBe('not_on_sale');
    const started = await soldOut(api, 1, startIn(api, 1));
    api.advance(2 * hourMs);
    expect((await join(api, started.id)).code).toBe('not_on_sale');
  });
});

describe('a seat that becomes free', () => {
  test('is offered in the same moment, for its owner alone, and bought like any other', async () => {
    const { id, buyers } = await soldOut(api, 1);
    const [first, second] = [await join(api, id), await join(api, id)];
    await cancelOrder(api, admin, buyers[0]!.orderId);
    expect(await seatsLeft(api, admin, id)).toEqual([0, 0]);
    expect(await ownEntry(api, first)).toMatchObject({ state: 'offered', position: null });
    expect(await ownEntry(api, second)).toMatchObject({ state: 'waiting', position: 1 });
    const add = (token: string) => api.send('POST /api/cart/add', { token, body: { product_id: id, quantity: 1 } });
    expect((await add(second.token)).body).toMatchObject({ code: 'stock_exhausted', remaining: 0 });
    expect((await add(first.token)).body.quantity).toBe(1);
    const cart = await api.send('GET /api/cart', { token: first.token });
    expect(cart.body.cart[0]?.product_details.stock).toBe(1);
    const merged = await api.send('POST /api/cart/merge', {
      token: first.token,
      body: { items: [{ product_id: id, quantity: 2 }] },
    });
    expect(merged.body.adjusted).toEqual([{ product_id: id, wanted: 3, quantity: 1 }]);
    const preview = { cartItems: [{ id, quantity: 1 }] };
    expect((await api.send('POST /api/order/preview', { token: second.token, body: preview })).status).toBe(409);
    expect((await api.send('POST /api/order/preview', { token: first.token, body: preview })).status).toBe(200);
    expect((await checkout(api, second.token, [cartLine(id)])).status).toBe(409);
    const atOnce = await Promise.all([1, 2].map(() => checkout(api, first.token, [cartLine(id)])));
    expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect((await ownEntry(api, first))?.state).toBe('taken');
    expect((await mailsTo(api, first.email)).map(({ kind }) => kind)).toEqual(['waitlist_offer', 'order_confirmation']);
    expect([await readStock(api.ctx, id), await countSeats(api, id)]).toEqual([0, 1]);
  });

  test('an offer that is bought in part, declined, left or out of time goes to whoever comes next', async () => {
    const { id, buyers } = await soldOut(api, 2);
    const line = [
      await join(api, id, 2),
      await join(api, id),
      await join(api, id),
      await join(api, id),
      await join(api, id),
    ];
    const states = async () => Promise.all(line.map(async (person) => (await ownEntry(api, person))?.state));
    for (const { orderId } of buyers) await cancelOrder(api, admin, orderId);
    // The first single one passed the pair as the first seat came free.
    expect(await states()).toEqual(['waiting', 'offered', 'offered', 'waiting', 'waiting']);
    expect((await decline(line[1]!.token, line[1]!.entry.id)).body.state).toBe('declined');
    expect((await decline(line[1]!.token, line[1]!.entry.id)).status).toBe(409);
    expect((await deleteEntry(line[1]!.token, line[1]!.entry.id)).status).toBe(409);
    expect(await seatsLeft(api, admin, id)).toEqual([0, 1]);
    expect((await deleteEntry(line[2]!.token, line[2]!.entry.id)).body.state).toBe('left');
    expect(await states()).toEqual(['offered', 'declined', 'left', 'waiting', 'waiting']);
    expect((await checkout(api, line[0]!.token, [cartLine(id)])).status).toBe(201);
    expect(await states()).toEqual(['taken', 'declined', 'left', 'offered', 'waiting']);
    expect((await ownEntry(api, line[4]!))?.position).toBe(1);
    await later(50);
    expect((await states()).slice(3)).toEqual(['lapsed', 'offered']);
    expect((await mailsTo(api, line[3]!.email)).map(({ kind }) => kind)).toEqual(['waitlist_offer', 'waitlist_lapsed']);
    expect(await countSeats(api, id)).toBe(2);
    // Nobody is left to be asked: the seat is on sale, and the mail does not speak of the line alone.
    await later(50);
    expect(await seatsLeft(api, admin, id)).toEqual([1, 1]);
    const lapsed = (await mailsTo(api, line[4]!.email)).at(-1);
    expect([lapsed?.kind, lapsed?.text]).toEqual(['waitlist_lapsed', expect.stringContaining('kaldıysa hemen')]);
  });

  test('is declined, and the line left, by nobody else', async () => {
    const { id, buyers } = await soldOut(api, 1);
    const [owner, other] = [await join(api, id), await join(api, id)];
    await cancelOrder(api, admin, buyers[0]!.orderId);
    const answers = [await decline(other.token, owner.entry.id), await deleteEntry(other.token, owner.entry.id)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect((await ownEntry(api, owner))?.state).toBe('offered');
  });

  test('of an offer that is over is there for a late payment and for a line taken back, before any job ends it', async () => {
    for (const takeBack of ['payment', 'status'] as const) {
      const { id, buyers } = await soldOut(api, 1);
      const person = await join(api, id);
      const [order] = (await api.send('GET /api/my-orders', { token: buyers[0]!.token })).body;
      await releaseCheckout(api, admin, order!.code);
      expect((await ownEntry(api, person))?.state).toBe('offered');
      api.advance(50 * hourMs);
      await signInAdmin();
      if (takeBack === 'payment') await recordPayment(api, admin, order!.code, 650);
      else await setStatus(api, admin, order!.id, 'reserved');
      const query = { search: order!.code };
      const { body } = await api.send('GET /api/admin/orders', { token: admin.token, query });
      expect(body[0]?.status).toBe(takeBack === 'payment' ? 'paid' : 'reserved');
      expect(await countSeats(api, id)).toBe(1);
      expect((await mailsTo(api, person.email)).map(({ kind }) => kind)).toEqual(['waitlist_offer', 'waitlist_lapsed']);
    }
  });

  test('waits a day, once, for an entry that was passed twice, and is not on sale meanwhile', async () => {
    const { id, buyers } = await soldOut(api, 4);
    const pair = await join(api, id, 2);
    await join(api, id);
    await join(api, id);
    const last = await join(api, id);
    for (const { orderId } of buyers.slice(0, 3)) await cancelOrder(api, admin, orderId);
    expect(await seatsLeft(api, admin, id)).toEqual([0, 1]);
    const asAdmin = await api.send('GET /api/admin/product/:id', { token: admin.token, params: { id } });
    expect(asAdmin.body).toMatchObject({ stock: 1, seats_held: 1 });
    expect((await ownEntry(api, last))?.state).toBe('waiting');
    expect((await checkout(api, (await api.signUp()).token, [cartLine(id)])).body).toMatchObject({
      items: [{ id, remaining: 0 }],
    });
    await later(23.9);
    expect(await seatsLeft(api, admin, id)).toEqual([0, 1]);
    await later(0.2);
    expect((await ownEntry(api, last))?.state).toBe('offered');
    expect((await ownEntry(api, pair))?.state).toBe('waiting');
    expect(await countSeats(api, id)).toBe(4);
  });

  test('that waits for a pair goes to a single one who is moved ahead of it', async () => {
    const { id, buyers } = await soldOut(api, 3);
    await join(api, id, 2);
    for (let passing = 0; passing < 2; passing += 1) await join(api, id);
    const last = await join(api, id);
    for (const { orderId } of buyers) await cancelOrder(api, admin, orderId);
    expect((await ownEntry(api, last))?.state).toBe('waiting');
    const params = { id: last.entry.id };
    await api.send('PATCH /api/admin/waitlist/:id', { token: admin.token, params, body: { priority: 1 } });
    expect((await ownEntry(api, last))?.state).toBe('offered');
  });

  test('a pair gets its two seats when the second one frees in time', async () => {
    const { id, buyers } = await soldOut(api, 4);
    const pair = await join(api, id, 2);
    for (let seat = 0; seat < 3; seat += 1) await join(api, id);
    for (const { orderId } of buyers) await cancelOrder(api, admin, orderId);
    expect((await ownEntry(api, pair))?.state).toBe('offered');
    expect(await seatsLeft(api, admin, id)).toEqual([0, 0]);
  });

  test('a seat that fits nobody is on sale, and counts together with the next one', async () => {
    const { id, buyers } = await soldOut(api, 2);
    const pair = await join(api, id, 2);
    await cancelOrder(api, admin, buyers[0]!.orderId);
    expect(await seatsLeft(api, admin, id)).toEqual([1, 1]);
    await cancelOrder(api, admin, buyers[1]!.orderId);
    expect([await seatsLeft(api, admin, id), (await ownEntry(api, pair))?.state]).toEqual([[0, 0], 'offered']);
  });

  test('goes to whoever was moved up; the change is in the audit log', async () => {
    const { id, buyers } = await soldOut(api, 1);
    const [first, second] = [await join(api, id), await join(api, id)];
    const params = { id: second.entry.id };
    const moved = await api.send('PATCH /api/admin/waitlist/:id', {
      token: admin.token,
      params,
      body: { priority: 5 },
    });
    expect(moved.body).toMatchObject({ priority: 5, position: 1, name: 'Deniz Yılmaz', email: second.email });
    await cancelOrder(api, admin, buyers[0]!.orderId);
    expect((await ownEntry(api, second))?.state).toBe('offered');
    const list = await api.send('GET /api/admin/product/:id/waitlist', { token: admin.token, params: { id } });
    expect(list.body.map(({ email, state }) => [email, state])).toEqual([
      [first.email, 'waiting'],
      [second.email, 'offered'],
    ]);
    const audit = await api.send('GET /api/admin/audit', { token: admin.token, query: { entity: 'waitlist' } });
    expect(audit.body[0]).toMatchObject({ before: { priority: 0 }, after: { priority: 5 } });
  });
});

describe('shortly before the start', () => {
  test('offers end, the seat is on sale and everybody who waits is told once', async () => {
    const { id, buyers } = await soldOut(api, 2, startIn(api, 8));
    const line = [await join(api, id), await join(api, id), await join(api, id, 2)];
    await cancelOrder(api, admin, buyers[0]!.orderId);
    const offer = await ownEntry(api, line[0]!);
    expect(Date.parse(offer!.offer_until!)).toBeLessThanOrEqual(api.ctx.clock().getTime() + 2 * hourMs);
    await later(2.1);
    expect((await ownEntry(api, line[0]!))?.state).toBe('lapsed');
    const lapsed = (await mailsTo(api, line[0]!.email)).at(-1);
    expect([lapsed?.kind, lapsed?.text]).toEqual(['waitlist_lapsed', expect.stringContaining('ilk gelene veriliyor')]);
    expect(lapsed?.text).not.toContain('sıraya girebilirsiniz');
    expect(await seatsLeft(api, admin, id)).toEqual([1, 1]);
    await endOffers(api.ctx);
    for (const person of line.slice(1))
      expect((await mailsTo(api, person.email)).map(({ kind }) => kind)).toEqual(['waitlist_open']);
    expect((await checkout(api, (await api.signUp()).token, [cartLine(id)])).status).toBe(201);
    await later(7);
    expect((await ownEntry(api, line[1]!))?.state).toBe('lapsed');
  });

  test('who bought as many seats as they wait for is told of no others; who bought fewer is', async () => {
    const { id, buyers } = await soldOut(api, 3, startIn(api, 7));
    const [one, pair, idle] = [await join(api, id), await join(api, id, 2), await join(api, id)];
    const elsewhere = { product_id: (await soldOut(api, 1)).id, quantity: 1 };
    const { body: entry } = await api.send('POST /api/waitlist', { token: one.token, body: elsewhere });
    await later(1.5);
    for (const { orderId } of buyers.slice(0, 2)) await cancelOrder(api, admin, orderId);
    for (const { token } of [one, pair]) expect((await checkout(api, token, [cartLine(id)])).status).toBe(201);
    const entries = (await api.send('GET /api/my-waitlist', { token: one.token })).body;
    expect(entries.map(({ id, state }) => [id, state])).toEqual([
      [entry.id, 'waiting'],
      [one.entry.id, 'taken'],
    ]);
    for (const person of [pair, idle]) expect((await ownEntry(api, person))?.state).toBe('waiting');
    await api.ctx.db.delete(mails);
    await cancelOrder(api, admin, buyers[2]!.orderId);
    expect([await mailsTo(api, one.email), (await mailsTo(api, pair.email)).map(({ kind }) => kind)]).toEqual([
      [],
      ['waitlist_open'],
    ]);
    expect((await checkout(api, pair.token, [cartLine(id)])).status).toBe(201);
    expect((await ownEntry(api, pair))?.state).toBe('taken');
    expect(await countSeats(api, id)).toBe(3);
  });

  test('also who waits for more seats than there are is told, though one was on sale before', async () => {
    const { id, buyers } = await soldOut(api, 2, startIn(api, 8));
    const [patient] = [await join(api, id, 3), await join(api, id)];
    for (const { orderId } of buyers) await cancelOrder(api, admin, orderId);
    expect(await seatsLeft(api, admin, id)).toEqual([1, 1]);
    await later(2.1);
    expect(await seatsLeft(api, admin, id)).toEqual([2, 2]);
    await endOffers(api.ctx);
    expect((await mailsTo(api, patient.email)).map(({ kind }) => kind)).toEqual(['waitlist_open']);
  });
});

test('an offer that is over and seats of an event that began are not mailed, however long the server was away', async () => {
  const { id, buyers } = await soldOut(api, 1);
  const person = await join(api, id);
  await cancelOrder(api, admin, buyers[0]!.orderId);
  const near = await soldOut(api, 1, startIn(api, 5));
  const other = await join(api, near.id);
  await cancelOrder(api, admin, near.buyers[0]!.orderId);
  const soon = await soldOut(api, 1, startIn(api, 8));
  const late = await join(api, soon.id);
  await cancelOrder(api, admin, soon.buyers[0]!.orderId);
  const queued = async ({ email }: { email: string }) => (await mailsTo(api, email)).map(({ kind }) => kind);
  expect([await queued(person), await queued(other)]).toEqual([['waitlist_offer'], ['waitlist_open']]);
  // Mails of orders are not sent: their tickets take seconds to make.
  await api.ctx.db.delete(mails).where(notLike(mails.kind, 'waitlist_%'));
  await later(50);
  const sent: [string, string][] = [];
  await sendDueMails(api.ctx, {
    send: async ({ kind, content }) => void sent.push([kind, `${content.to}`]),
    close() {},
  });
  const kindsTo = ({ email }: { email: string }) => sent.filter(([, to]) => to === email).map(([kind]) => kind);
  expect([kindsTo(person), kindsTo(other), kindsTo(late)]).toEqual([['waitlist_lapsed'], [], []]);
});

describe('who leaves the line at once', () => {
  test('somebody deactivated or erased, and everybody when the event is hidden; offers are handed on', async () => {
    const { id, buyers } = await soldOut(api, 1);
    const line = [await join(api, id), await join(api, id), await join(api, id)];
    await cancelOrder(api, admin, buyers[0]!.orderId);
    await api.send('PATCH /api/admin/users/deactivate/:id', { token: admin.token, params: { id: line[0]!.id } });
    expect((await ownEntry(api, line[1]!))?.state).toBe('offered');
    await eraseOwn(api, line[1]!);
    expect((await ownEntry(api, line[2]!))?.state).toBe('offered');
    expect(await countSeats(api, id)).toBe(1);
    await api.send('PATCH /api/product/delete/:id', { token: admin.token, params: { id } });
    expect((await ownEntry(api, line[2]!))?.state).toBe('left');
    expect((await mailsTo(api, line[2]!.email)).at(-1)?.kind).toBe('waitlist_closed');
    expect(await readStock(api.ctx, id)).toBe(1);
    const { body } = await api.send('GET /api/profile/export', { token: line[2]!.token });
    expect((body as unknown as { waitlist: object[] }).waitlist).toEqual([expect.objectContaining({ state: 'left' })]);
  });

  test('everybody when the product becomes a draft, which nobody can see', async () => {
    const { id, buyers } = await soldOut(api, 1);
    const line = [await join(api, id), await join(api, id, 2)];
    await cancelOrder(api, admin, buyers[0]!.orderId);
    expect((await editProduct(api, admin, id, { status: 'draft' })).status).toBe(200);
    for (const person of line) {
      expect((await ownEntry(api, person))?.state).toBe('left');
      expect((await mailsTo(api, person.email)).at(-1)?.kind).toBe('waitlist_closed');
    }
    expect([await readStock(api.ctx, id), await countSeats(api, id)]).toEqual([1, 1]);
    expect((await editProduct(api, admin, id, { status: 'published' })).body.stock).toBe(1);
    expect((await join(api, id)).code).toBe('seats_available');
  });
});
