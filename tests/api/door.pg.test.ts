import { createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { auditLog } from '../../src/api/audit/audit.tables.ts';
import { sha256 } from '../../src/api/hash.ts';
import { participants as orderParticipants } from '../../src/api/orders/orders.tables.ts';
import { replaceTicket } from '../../src/api/tickets/tickets.service.ts';
import type { Door } from '../../src/contract/door.ts';
import { dayInIstanbul, hourMs } from '../../src/shared/time.ts';
import { cartLine, cartLines } from '../load/cartLines.ts';
import { openDevice, readScanned, rushOneScan, sellSeats } from './doorScans.ts';
import { openTestApi } from './harness.ts';
import { moveEvent } from './line.ts';
import { countWaiting } from './lockOrder.ts';
import {
  addProduct,
  askRefund,
  cancelOwn,
  changeProduct,
  checkout,
  editProduct,
  linkSeat,
  recordPayment,
  takeSeat,
} from './shop.ts';

const api = await openTestApi({ RATE_LIMIT_FACTOR: '1000' });
const token = (await api.signUp({ role: 'admin', email: 'kapi@ornek.com' })).token;

const readDoor = async (id: string): Promise<Door> =>
  (await api.send('GET /api/admin/product/:id/door', { token, params: { id } })).body;

/** Opens a box as the contract describes it, without the code of the product. */
function open({ sealed, product }: Door, code: string): unknown {
  const key = createHash('sha256').update(code).digest('hex');
  const box = Buffer.from(sealed.find((each) => each.key === key)!.box, 'base64url');
  const secret = Buffer.from(hkdfSync('sha256', code, product.id, 'door', 32));
  const cipher = createDecipheriv('aes-256-gcm', secret, box.subarray(0, 12)).setAuthTag(box.subarray(-16));
  return JSON.parse(Buffer.concat([cipher.update(box.subarray(12, -16)), cipher.final()]).toString());
}

test('the list names who is expected; its sealed part names nobody but to whoever has the ticket', async () => {
  const { product, tickets, orderId, code } = await sellSeats(api, 3);
  const door = await readDoor(product);
  expect(door.participants.map(({ id, name, surname, status, open }) => [id, name, surname, status, open])).toEqual([
    [`${orderId}-1`, 'Ada Deniz', '1', 'reserved', 650],
    [`${orderId}-2`, 'Ada Deniz', '2', 'reserved', 650],
    [`${orderId}-3`, 'Ada Deniz', '3', 'reserved', 650],
  ]);
  expect(door.sealed).toHaveLength(3);
  const person = { id: `${orderId}-2`, name: 'Ada Deniz', surname: '2', order_code: code, open: 650 };
  expect(open(door, tickets[1]!)).toEqual(person);
  // Three letters may stand in a random box by chance.
  for (const { box } of door.sealed)
    expect(Buffer.from(box, 'base64url').toString('latin1')).not.toContain('Ada Deniz');
  expect(Math.abs(Date.parse(door.server_time) - api.ctx.clock().getTime())).toBeLessThan(10_000);
});

test('what is open is divided among the seats, the rest of it on the first', async () => {
  const { product, code } = await sellSeats(api, 3);
  await recordPayment(api, { token }, code, 949.99, { method: 'onsite' });
  expect((await readDoor(product)).participants.map(({ open }) => open)).toEqual([333.35, 333.33, 333.33]);
});

test('the seat of an erased person is its buyer’s again, to pay, to name and to hand on', async () => {
  const { product, buyer, tickets, orderId } = await sellSeats(api, 3);
  const handOn = async (position: number, name: string, email: string) =>
    takeSeat(api, await linkSeat(api, { token: buyer }, orderId, position), name, email);
  await handOn(1, 'Ece Işık', 'devralan@ornek.com');
  const erased = ['silinen@ornek.com', 'silinen2@ornek.com'];
  for (const [index, email] of erased.entries()) {
    await handOn(index + 2, 'Su Ak', email);
    await api.send('POST /api/admin/people/erase', { token, body: { email } });
  }
  const readSeats = async () => (await readDoor(product)).participants.map(({ name, open }) => [name, open]);
  expect(await readSeats()).toEqual([
    ['Ece', 650],
    ['Silinmiş kişi', 650],
    ['Silinmiş kişi', 650],
  ]);
  const readOwn = async () => (await api.send('GET /api/my-orders', { token: buyer })).body[0]!.participants;
  const [, named] = await readOwn();
  expect(named).toMatchObject({ handed_on: false, ticket_url: expect.stringContaining('/bilet/') });
  const stateOf = async (code: string) => (await api.send('GET /api/tickets/:code', { params: { code } })).body.state;
  expect([await stateOf(tickets[1]!), await stateOf(named!.ticket_url!.slice(7))]).toEqual(['cancelled', 'unpaid']);
  const params = { id: orderId, position: '2' };
  const call = 'PATCH /api/my-orders/:id/participants/:position';
  expect((await api.send(call, { token: buyer, params, body: { fullName: 'Can Er' } })).status).toBe(200);
  expect((await handOn(3, 'Ali Su', 'yeni@ornek.com')).status).toBe(200);
  expect((await readOwn()).map(({ name, handed_on }) => [name, handed_on])).toEqual([
    ['Ece', true],
    ['Can', false],
    ['Ali', true],
  ]);
});

test('what is open for the seat of a person erased since the start is the buyer’s, not of who took another seat over', async () => {
  const { product, buyer, orderId } = await sellSeats(api, 3);
  await takeSeat(api, await linkSeat(api, { token: buyer }, orderId, 1), 'Ece Işık', 'devralan@ornek.com');
  await takeSeat(api, await linkSeat(api, { token: buyer }, orderId, 2), 'Su Ak', 'silinen@ornek.com');
  // A seat that the buyer took over themselves is one of theirs.
  const line = (await api.send('GET /api/my-orders', { token: buyer })).body[0]!;
  await takeSeat(api, await linkSeat(api, { token: buyer }, orderId, 3), 'Ada Deniz', line.buyer_email!);
  await changeProduct(api.ctx, product, { starts_at: api.ctx.clock() });
  await api.send('POST /api/admin/people/erase', { token, body: { email: 'silinen@ornek.com' } });
  const opens = (await readDoor(product)).participants.map(({ name, open }) => [name, open]);
  expect(opens.sort()).toEqual([
    ['Ada', 1300],
    ['Ece', 650],
  ]);
});

test('the doors of one part-paid order ask together for what the buyer owes, and each for its own line', async () => {
  const soon = await addProduct(api.ctx, { date: '2199-05-09' });
  const ids = [soon, await addProduct(api.ctx, { date: '2199-05-10' })] as const;
  const buyer = await api.signUp({ email: `${crypto.randomUUID()}@ornek.com` });
  const { body: bought } = await checkout(api, buyer.token, [cartLine(ids[1], 2), cartLine(soon)]);
  const { id: order_id, code } = bought.orders.find(({ quantity }) => quantity === 1)!;
  const pay = ({ amount, ...more }: { amount: number; order_id?: string }) =>
    recordPayment(api, { token }, code, amount, { method: 'onsite', ...more });
  const opens = () => Promise.all(ids.map(async (id) => (await readDoor(id)).participants.map(({ open }) => open)));
  await pay({ amount: 600 });
  expect(await opens()).toEqual([[50], [650, 650]]);
  expect((await pay({ amount: 50, order_id })).body.open).toBe(1300);
  expect(await opens()).toEqual([[0], [650, 650]]);
  expect((await pay({ amount: 1, order_id: crypto.randomUUID() })).status).toBe(404);
  // A second phone whose list is some seconds old asks for the same money.
  const refused = await pay({ amount: 50, order_id });
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'conflict', message: expect.stringContaining('telefondan') },
  });
  const [other] = bought.orders.filter(({ id }) => id !== order_id);
  const twice = { amount: 1300, order_id: other!.id };
  const atOnce = await Promise.all([1, 2].map(() => pay(twice)));
  expect(atOnce.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await opens()).toEqual([[0], [0, 0]]);
});

describe('who pays at one door changes no other door after money was paid back', () => {
  /** Buys a seat of three events, of which the first is paid at its door. */
  async function buyThree() {
    const dates = ['2199-05-09', '2199-05-10', '2199-05-11'];
    const ids = await Promise.all(dates.map((date) => addProduct(api.ctx, { date })));
    const buyer = await api.signUp({ email: `${crypto.randomUUID()}@ornek.com` });
    const { body } = await checkout(api, buyer.token, cartLines(ids));
    const code = body.orders[0]!.code;
    const lines = dates.map((date) => body.orders.find((order) => order.date === date)!.id);
    const pay = (index: number) =>
      recordPayment(api, { token }, code, 650, { method: 'onsite', order_id: lines[index] });
    await pay(0);
    const opens = () => Promise.all(ids.map(async (id) => (await readDoor(id)).participants[0]?.open));
    return { buyer, code, lines, pay, opens };
  }

  test('by an admin', async () => {
    const { code, pay, opens } = await buyThree();
    await askRefund(api, { token }, code, 200);
    expect(await opens()).toEqual([200, 650, 650]);
    await pay(1);
    expect(await opens()).toEqual([200, 0, 650]);
  });

  test('for a line that was cancelled', async () => {
    const { buyer, lines, pay, opens } = await buyThree();
    await cancelOwn(api, buyer, lines[1] as string, 650);
    expect(await opens()).toEqual([650, undefined, 650]);
    await pay(2);
    expect(await opens()).toEqual([650, undefined, 0]);
  });
});

test('scans are answered and all written down: in, already, out, wrong event, cancelled, unknown', async () => {
  const { product, tickets, orderId, buyer } = await sellSeats(api, 3);
  const other = await sellSeats(api);
  const phone = openDevice(api, token);
  const first = phone.now() - 60_000;
  await cancelOwn(api, { token: buyer }, orderId, 0, [3]);
  const { body } = await phone.send([
    phone.scan(product, { ticket: ` ${tickets[0]!.toLowerCase()} ` }, first),
    phone.scan(product, { ticket: tickets[0]! }, first + 1000),
    phone.scan(product, { participant_id: `${orderId}-2` }, first + 2000),
    phone.scan(product, { participant_id: `${orderId}-2`, undo: true }, first + 3000),
    phone.scan(product, { ticket: other.tickets[0]! }, first + 4000),
    phone.scan(product, { ticket: tickets[2]! }, first + 5000),
    phone.scan(product, { ticket: 'x'.repeat(20) }, first + 6000),
    phone.scan('no-such', { participant_id: 'nobody' }, first + 7000),
    phone.scan(crypto.randomUUID(), { ticket: tickets[1]! }, first + 8000),
  ]);
  expect(body.results.map(({ result }) => result)).toEqual(
    ['in', 'already', 'in', 'out', 'wrong_event', 'cancelled', 'unknown', 'unknown', 'unknown'], //
  );
  expect(body.results.at(-1)!.participant).toBeNull();
  expect(body.results[1]!.participant).toMatchObject({ id: `${orderId}-1`, surname: '1', open: 650 });
  expect(Math.abs(Date.parse(body.results[1]!.first_at!) - first)).toBeLessThan(5000);
  expect(body.results[1]!.first_at).toBe(body.results[0]!.first_at);
  expect(await readScanned(api, phone.device)).toHaveLength(9);
  expect((await readDoor(product)).participants.map(({ checked_in_at }) => checked_in_at !== null)).toEqual([
    true,
    false,
  ]);
  const entries = (await api.ctx.db.select().from(auditLog)).filter(({ entity }) => entity === 'door');
  expect(entries.at(-1)).toMatchObject({ action: 'scan', entity_id: product, after: { in: 2, unknown: 3 } });
});

test('two devices with wrong clocks agree, whichever sends first', async () => {
  for (const order of ['early first', 'late first']) {
    const { product, tickets } = await sellSeats(api);
    const [early, late] = [openDevice(api, token, undefined, 600_000), openDevice(api, token, undefined, -hourMs)];
    const at = early.now() - 120_000;
    const [one, two] = [
      early.scan(product, { ticket: tickets[0]! }, at),
      late.scan(product, { ticket: tickets[0]! }, at + 40_000),
    ];
    const sendings = [() => early.send([one]), () => late.send([two])];
    for (const send of order === 'early first' ? sendings : sendings.toReversed()) await send();
    const entry = Date.parse((await readDoor(product)).participants[0]!.checked_in_at!);
    expect(Math.abs(entry - at)).toBeLessThan(5000);
    const again = await late.send([{ ...two, ticket: 'something else', undo: true }]);
    expect(again.body.results[0]!.result).toBe(order === 'early first' ? 'already' : 'in');
    const undo = early.scan(product, { ticket: tickets[0]!, undo: true }, at + 20_000);
    expect((await early.send([undo])).body.results[0]!.result).toBe('out');
    // The later scan decides, although the undo came last.
    const mended = Date.parse((await readDoor(product)).participants[0]!.checked_in_at!);
    expect(Math.abs(mended - at - 40_000)).toBeLessThan(5000);
  }
});

test('the same scan a hundred times at once is one row and one answer', async () => {
  expect(await rushOneScan(api)).toEqual({ rows: 1, answers: 1 });
});

test('a seat that was handed on is entered again: the old code is cancelled, the new person is not in yet', async () => {
  const { product, tickets, orderId, buyer } = await sellSeats(api, 2);
  const alone = await sellSeats(api, 1, product);
  const phone = openDevice(api, token);
  const other = await addProduct(api.ctx);
  await phone.send([phone.scan(other, { ticket: tickets[0]! })]);
  const first = phone.scan(product, { ticket: tickets[0]! });
  const present = [tickets[1]!, alone.tickets[0]!].map((ticket) => phone.scan(product, { ticket }));
  await phone.send([first, ...present]);
  await takeSeat(api, await linkSeat(api, { token: buyer }, orderId));
  const door = await readDoor(product);
  expect(door.participants.map(({ name, checked_in_at }) => [name, checked_in_at !== null])).toEqual([
    ['Ada Deniz', true],
    ['Ada Deniz', true],
    ['Ece', false],
  ]);
  // A device that had this list without network afterwards knows the old code no more, and one new ticket.
  const old = createHash('sha256').update(tickets[0]!).digest('hex');
  expect(door.sealed.filter(({ key }) => key !== old)).toHaveLength(3);
  const { body } = await phone.send([phone.scan(product, { ticket: tickets[0]! })]);
  expect(body.results[0]).toMatchObject({ result: 'cancelled', participant: null });
  // What was scanned before, sent once more, names nobody who was not scanned.
  const repeated = await phone.send([first]);
  expect(repeated.body.results[0]).toMatchObject({ result: 'in', participant: null });
});

test('whoever was in is not once the event moves to another day ahead', async () => {
  const { product, tickets } = await sellSeats(api, 2);
  const phone = openDevice(api, token);
  const enter = async () => (await phone.send([phone.scan(product, { ticket: tickets[0]! })])).body.results[0]?.result;
  const listed = async () => (await readDoor(product)).participants.map(({ checked_in_at }) => checked_in_at !== null);
  const move = async (change: object) => expect((await editProduct(api, { token }, product, change)).status).toBe(200);
  expect(await enter()).toBe('in');
  await move({ time: '14:30' });
  expect(await listed()).toEqual([true, false]);
  await move({ date: '2199-06-14' });
  expect(await listed()).toEqual([false, false]);
  expect(await enter()).toBe('in');
  // A day ahead that was wrong, while people come in.
  await move({ date: dayInIstanbul(api.ctx.clock()), time: '23:59' });
  expect(await listed()).toEqual([true, false]);
  // A day that was recorded wrongly is put right afterwards.
  await move({ date: '2025-06-14' });
  expect(await listed()).toEqual([true, false]);
});

test('a scan of a phone without network that is sent after the event moved to another day counts for nobody', async () => {
  const { product, tickets } = await sellSeats(api, 2);
  const phone = openDevice(api, token);
  await moveEvent(api, product, { date: dayInIstanbul(api.ctx.clock()), time: '23:59' });
  const before = phone.scan(product, { ticket: tickets[0]! });
  api.advance(60_000);
  expect((await editProduct(api, { token }, product, { date: '2199-06-14' })).status).toBe(200);
  api.advance(60_000);
  expect((await phone.send([before])).status).toBe(200);
  const listed = async () => (await readDoor(product)).participants.map(({ checked_in_at }) => checked_in_at !== null);
  expect(await listed()).toEqual([false, false]);
  await phone.send([phone.scan(product, { ticket: tickets[0]! })]);
  expect(await listed()).toEqual([true, false]);
  // The day before was wrong: who comes in on the right one is in, also by a scan of before the change.
  await moveEvent(api, product, { date: dayInIstanbul(new Date(phone.now() - 24 * hourMs)), time: '10:00' });
  const onTheDay = phone.scan(product, { ticket: tickets[1]! });
  api.advance(60_000);
  const today = { date: dayInIstanbul(api.ctx.clock()), time: '23:59' };
  expect((await editProduct(api, { token }, product, today)).status).toBe(200);
  await phone.send([onTheDay]);
  expect(await listed()).toEqual([true, true]);
});

test('a tick by name that was made before the seat was handed on and sent after it counts for nobody', async () => {
  const { product, orderId, buyer } = await sellSeats(api);
  const phone = openDevice(api, token);
  const tick = () => phone.scan(product, { participant_id: `${orderId}-1` });
  const before = tick();
  api.advance(60_000);
  await takeSeat(api, await linkSeat(api, { token: buyer }, orderId));
  api.advance(60_000);
  const late = await phone.send([before]);
  expect(late.body.results[0]).toMatchObject({ result: 'cancelled', participant: null });
  expect((await readDoor(product)).participants[0]).toMatchObject({ name: 'Ece', checked_in_at: null });
  const own = await phone.send([tick()]);
  expect(own.body.results[0]).toMatchObject({ result: 'in', participant: { name: 'Ece' } });
  expect((await readDoor(product)).participants[0]?.checked_in_at).toBe(own.body.results[0]?.first_at);
  // The same where the seat goes back to its buyer.
  await phone.send([{ ...tick(), undo: true }]);
  const ofErased = tick();
  api.advance(60_000);
  await api.send('POST /api/admin/people/erase', { token, body: { email: 'ece@ornek.com' } });
  api.advance(60_000);
  await phone.send([ofErased]);
  expect((await readDoor(product)).participants[0]).toMatchObject({ name: 'Silinmiş kişi', checked_in_at: null });
  await phone.send([tick()]);
  expect((await readDoor(product)).participants[0]?.checked_in_at).not.toBeNull();
});

test.each(['check_ins', 'orders'])(
  'whoever looks while a seat is handed on has the name of its ticket, also where %s are read later',
  async (table) => {
    const { product, orderId, tickets } = await sellSeats(api);
    const [code = ''] = tickets;
    // On the embedded database one simply waits for the other.
    const isApart = api.ctx.connection.kind === 'postgres';
    const looks = await api.ctx.db.transaction(async (tx) => {
      if (isApart)
        await tx.execute(sql`lock table ${sql.identifier('app')}.${sql.identifier(table)} in access exclusive mode`);
      const begun = [readDoor(product), api.send('GET /api/tickets/:code', { params: { code } })] as const;
      if (isApart) await expect.poll(() => countWaiting(api)).toBe(begun.length);
      await tx.update(orderParticipants).set({ name: 'Ece' }).where(eq(orderParticipants.order_id, orderId));
      await replaceTicket(tx, api.ctx, { order_id: orderId, position: 1 });
      return begun;
    });
    const [door, { body: ticket }] = await Promise.all(looks);
    const isOld = door.participants[0]?.name !== 'Ece';
    expect(door.sealed.some(({ key }) => key === sha256(code))).toBe(isOld);
    expect(ticket).toMatchObject(ticket.state === 'cancelled' ? { name: '' } : { name: 'Ada Deniz 1' });
  },
);

test('a broken scan is named by its path; more than 500, and signs nobody can store, are refused', async () => {
  const phone = openDevice(api, token);
  const scan = () => phone.scan('x', { ticket: 'y' });
  const fieldsOf = async (scans: object[]) => {
    const { status, body } = await phone.send(scans);
    expect(status).toBe(422);
    return Object.keys(body.fields ?? {});
  };
  expect(await fieldsOf([scan(), scan(), scan(), { ...scan(), at: 'dün' }])).toEqual(['scans.3.at']);
  expect(await fieldsOf([{ ...scan(), ticket: undefined }])).toEqual(['scans.0.ticket']);
  expect(await fieldsOf([{ ...scan(), nonce: 'a\u0000b' }])).toEqual(['scans.0.nonce']);
  expect(await fieldsOf([{ ...scan(), at: '0000-01-01T00:00:00Z' }])).toEqual(['scans.0.at']);
  expect(await fieldsOf(Array.from({ length: 501 }, scan))).toEqual(['scans']);
  expect((await phone.send([{ ...scan(), ticket: 'a\u0000b' }])).body.results[0]!.result).toBe('unknown');
  expect((await phone.send([{ ...scan(), at: '1970-01-01T00:00:00Z' }])).status).toBe(200);
});

test('200 scans are written in one call', async () => {
  const product = (await sellSeats(api)).product;
  const sold = [];
  for (let index = 0; index < 20; index += 1) sold.push(await sellSeats(api, 10, product));
  const phone = openDevice(api, token);
  const scans = sold.flatMap(({ tickets }) => tickets.map((ticket) => phone.scan(product, { ticket })));
  const { body } = await phone.send(scans);
  expect(body.results.filter(({ result }) => result === 'in')).toHaveLength(200);
});
