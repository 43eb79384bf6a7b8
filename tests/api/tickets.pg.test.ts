import { eq, ne, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { queryRows } from '../../src/api/db/sql.ts';
import { sha256 } from '../../src/api/hash.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { sendDueMails } from '../../src/api/mail/sender.ts';
import { orderJobs } from '../../src/api/orders/orders.jobs.ts';
import { seatsSql } from '../../src/api/orders/seatHolders.service.ts';
import { readMailTickets } from '../../src/api/tickets/mailTickets.service.ts';
import { addMissingTickets } from '../../src/api/tickets/tickets.service.ts';
import { tickets } from '../../src/api/tickets/tickets.tables.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { countWaiting } from './lockOrder.ts';
import { addProduct, checkout, linkSeat, takeSeat } from './shop.ts';

const api = await openTestApi({ RATE_LIMIT_FACTOR: '100' });
const buyer = await api.signUp();

const readSeats = async (orderId: string) => {
  const { body } = await api.send('GET /api/my-orders', { token: buyer.token });
  return body.find(({ id }) => id === orderId)?.participants ?? [];
};
const codeOf = (path: string | null | undefined) => path?.split('/').at(-1) ?? '';

async function buy(seats: number, headers = {}): Promise<string> {
  const { body } = await checkout(api, buyer.token, [cartLine(await addProduct(api.ctx), seats)], headers);
  return body.orders[0]?.id as string;
}

/** Hands a seat on and takes it over. */
async function handOn(orderId: string, position: number): Promise<void> {
  expect((await takeSeat(api, await linkSeat(api, buyer, orderId, position))).status).toBe(200);
}

test('every seat has a code of its own, which no table names', async () => {
  const id = await buy(3);
  const codes = (await readSeats(id)).map(({ ticket_url }) => codeOf(ticket_url));
  expect(new Set(codes).size).toBe(3);
  for (const code of codes) {
    expect(code).toMatch(/^[2-9A-HJ-NP-Z]{20}$/);
    expect(await api.ctx.db.$count(tickets, eq(tickets.code_hash, sha256(code)))).toBe(1);
  }
  const tables = await queryRows<{ name: string }>(
    api.ctx.db,
    sql`select table_name as name from information_schema.tables where table_schema = 'app' and table_type = 'BASE TABLE'`,
  );
  for (const { name } of tables) {
    const rows = await queryRows<{ row: string }>(
      api.ctx.db,
      sql`select t::text as row from ${sql.identifier('app')}.${sql.identifier(name)} t`,
    );
    expect([name, rows.filter(({ row }) => codes.some((code) => row.includes(code))).length]).toEqual([name, 0]);
  }
});

test('a repeated request answers the same codes, and none of a seat that was handed on meanwhile', async () => {
  const cartItems = [cartLine(await addProduct(api.ctx), 2)];
  const send = async () => (await checkout(api, buyer.token, cartItems, { 'idempotency-key': 'bir' })).body.orders[0]!;
  const first = await send();
  expect(await send()).toEqual(first);
  await handOn(first.id, 1);
  expect((await send()).participants.map(({ ticket_url }) => ticket_url)).toEqual([
    null,
    first.participants[1]?.ticket_url,
  ]);
});

test('handing a seat on ends its code and makes another, which the buyer does not see', async () => {
  const id = await buy(2);
  const [before, other] = await readSeats(id);
  await handOn(id, 1);
  const [after, same] = await readSeats(id);
  expect([after?.ticket_url, after?.handed_on, same]).toEqual([null, true, other]);
  const rows = await api.ctx.db.select().from(tickets).where(eq(tickets.order_id, id));
  const ended = rows.find(({ code_hash }) => code_hash === sha256(codeOf(before?.ticket_url)));
  expect([rows.length, ended?.sealed]).toEqual([3, null]);
});

test.each([
  ['Ada Deniz', 'bilet-ada-deniz.pdf'],
  ['Анна Иванова', 'bilet.pdf'],
])('the file of one ticket for %s is called %s', async (fullName, filename) => {
  const cartItems = [{ id: await addProduct(api.ctx), quantity: 1, participants: [{ fullName }] }];
  const { id: order_id } = (await checkout(api, buyer.token, cartItems)).body.orders[0]!;
  const seats = [{ order_id, position: 1, handed_on: false, isNamed: true }];
  const { attachments } = await readMailTickets(api.ctx, { seats, hasPdf: true, isNew: true }, buyer.email);
  expect(attachments.map((file) => file.filename)).toEqual([filename]);
});

test('a confirmation that waits for the mail server carries no ticket of a seat that was handed on meanwhile', async () => {
  await api.ctx.db.delete(mails);
  const id = await buy(2);
  const [, stays] = await readSeats(id);
  await handOn(id, 1);
  const sent = new Map<string, { text?: unknown; attachments?: { filename?: string | false }[] }>();
  await sendDueMails(api.ctx, { send: async ({ kind, content }) => void sent.set(kind, content as never), close() {} });
  const linksOf = (kind: string) => String(sent.get(kind)?.text).match(/\/bilet\/\w+/g);
  expect(linksOf('order_confirmation')).toEqual([stays?.ticket_url]);
  // The name of a PDF with one ticket.
  const files = sent.get('order_confirmation')?.attachments?.map(({ filename }) => filename);
  expect(files).toContainEqual(expect.stringMatching(/^bilet-/));
  expect(sent.get('order_confirmation')?.text).toContain('Kapıda biletinizi gösterin: ektedir, bağlantısı da aşağıda.');
  expect(sent.get('seat_taken_over')?.text).toContain('Kapıda biletinizi gösterin; bağlantısı aşağıda.');
  expect(linksOf('seat_taken_over')).toHaveLength(1);
  expect(linksOf('seat_taken_over')).not.toEqual([stays?.ticket_url]);
});

test('a mail to the buyer who took a seat over waits, and carries no ticket once they handed it on again', async () => {
  const id = await buy(1);
  await takeSeat(api, await linkSeat(api, buyer, id, 1), 'Ada Deniz', buyer.email);
  await api.ctx.db.delete(mails).where(ne(mails.kind, 'seat_taken_over'));
  await takeSeat(api, await linkSeat(api, buyer, id, 1), 'Ece Işık', 'ece@ornek.com');
  const sent: string[] = [];
  const send = async ({ content: { to, text } }: { content: { to?: unknown; text?: unknown } }) =>
    void (/\/bilet\/\w+/.test(String(text)) && sent.push(String(to)));
  await sendDueMails(api.ctx, { send: send as never, close() {} });
  expect(sent).toEqual(['ece@ornek.com']);
});

test('a confirmation whose every seat was handed on meanwhile speaks of no ticket, but says why there is none', async () => {
  await api.ctx.db.delete(mails);
  await handOn(await buy(1), 1);
  const sent = new Map<string, { text?: unknown; attachments?: { filename?: string | false }[] }>();
  await sendDueMails(api.ctx, { send: async ({ kind, content }) => void sent.set(kind, content as never), close() {} });
  const { text, attachments } = sent.get('order_confirmation') ?? {};
  expect(text).not.toMatch(/ektedir|Kapıda|bilet\//);
  expect(text).toContain('devredildiği ya da iptal edildiği için bu e-postada bilet yok.');
  expect(attachments?.map(({ filename }) => filename)).not.toContainEqual(expect.stringMatching(/^bilet/));
});

test('seats sold before there were tickets get one each, also when two processes add them', async () => {
  const ids = [await buy(2), await buy(10)];
  await api.ctx.db.delete(tickets);
  expect((await readSeats(ids[0]!)).map(({ ticket_url }) => ticket_url)).toEqual([null, null]);
  const job = orderJobs(api.ctx).find(({ name }) => name === 'add missing tickets');
  await Promise.all([
    job?.run(new AbortController().signal),
    addMissingTickets(api.ctx, seatsSql),
    addMissingTickets(api.ctx, seatsSql),
  ]);
  const seats = (await Promise.all(ids.map(readSeats))).flat();
  expect(new Set(seats.map(({ ticket_url }) => ticket_url)).size).toBe(12);
  const missing = sql`select count(*)::int as n from app.participants p where (select count(*) from app.tickets t
    where t.order_id = p.order_id and t.position = p.position) <> 1`;
  expect(await queryRows(api.ctx.db, missing)).toEqual([{ n: 0 }]);
});

test('without the index two processes give a seat two tickets, so the race test can fail', async () => {
  const own = await openTestApi();
  const { token } = await own.signUp();
  await checkout(own, token, [cartLine(await addProduct(own.ctx), 5)]);
  await own.ctx.db.delete(tickets);
  await own.ctx.db.execute(sql`drop index app.tickets_seat`);
  // On the embedded database both read before the first one writes.
  const isApart = own.ctx.connection.kind === 'postgres';
  const adding = await own.ctx.db.transaction(async (tx) => {
    if (isApart) await tx.execute(sql`lock table app.tickets in share mode`);
    const begun = Array.from({ length: 2 }, () => addMissingTickets(own.ctx, seatsSql));
    if (isApart) await expect.poll(() => countWaiting(own)).toBe(begun.length);
    return begun;
  });
  await Promise.all(adding);
  expect(await own.ctx.db.$count(tickets)).toBe(10);
});
