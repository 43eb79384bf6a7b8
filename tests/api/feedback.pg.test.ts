import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { queryRows } from '../../src/api/db/sql.ts';
import { deleteOldFeedback } from '../../src/api/feedback/feedback.service.ts';
import { feedbackAnswers, usedFeedbackLinks } from '../../src/api/feedback/feedback.tables.ts';
import { newFeedbackToken } from '../../src/api/feedback/feedbackToken.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { sendNotices } from '../../src/api/notices/notices.service.ts';
import { addDays, dayInIstanbul, dayMs, startsAt } from '../../src/shared/time.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { mailsTo } from './mails.ts';
import { addProduct, checkout } from './shop.ts';

const api = await openTestApi({ RATE_LIMIT_FACTOR: '100' });

const scores = { content: 5, pace: 4, place: 3, again: 2 };
const address = () => `${crypto.randomUUID()}@ornek.com`;
const link = (id: string) => newFeedbackToken(api.ctx.encryption, id);
const give = (token: string, body: object = { scores }) =>
  api.send('POST /api/feedback/:token', { params: { token }, body });
const read = (token: string) => api.send('GET /api/feedback/:token', { params: { token } });
const see = async (id: string) => {
  const admin = await api.signUp({ role: 'admin', email: address() });
  return (await api.send('GET /api/admin/product/:id/feedback', { token: admin.token, params: { id } })).body;
};

describe('a feedback link', () => {
  test('shows its event, takes one answer, and is over then', async () => {
    const id = await addProduct(api.ctx, { title: 'Ebru' });
    const token = link(id);
    expect((await read(token)).body).toEqual({ event_title: 'Ebru', date: '2199-05-10' });
    const wrong = await give(token, { scores: { ...scores, pace: 6, place: 0 }, text: 'Söz' });
    expect([wrong.status, Object.keys(wrong.body.fields ?? {})]).toEqual([422, ['scores.pace', 'scores.place']]);
    const answers = await Promise.all(Array.from({ length: 5 }, () => give(token)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410]);
    expect([(await read(token)).body.code, (await see(id)).count]).toEqual(['link_expired', 1]);
  });

  test('that nobody made is refused and counted; a known one never is', async () => {
    const token = link(await addProduct(api.ctx));
    const strict = await openTestApi();
    const ip = '198.51.100.7';
    const call = (given: string) => strict.send('GET /api/feedback/:token', { params: { token: given }, ip });
    const forged = [`${token.slice(0, -2)}AA`, token.slice(2), 'x', token];
    expect(await Promise.all(forged.map(async (one) => (await call(one)).status))).toEqual([410, 410, 410, 410]);
    await Promise.all(Array.from({ length: 56 }, () => call('x')));
    expect((await call('x')).status).toBe(429);
    const own = newFeedbackToken(strict.ctx.encryption, await addProduct(strict.ctx));
    expect((await call(own)).status).toBe(200);
  });

  test('is mailed the day after at 11:00 to those who were there, and works once', async () => {
    const today = addDays(dayInIstanbul(api.ctx.clock()), 1);
    const goTo = (day: number, time: string) =>
      api.advance(startsAt(addDays(today, day), time).getTime() - api.ctx.clock().getTime());
    const id = await addProduct(api.ctx, { date: addDays(today, 1), time: '14:00', title: 'Kil' });
    const [here, away] = [await api.signUp({ email: address() }), await api.signUp({ email: address() })];
    const bought = [];
    for (const { token } of [here, away]) bought.push((await checkout(api, token, [cartLine(id)])).body.orders[0]);
    goTo(1, '14:00');
    const at = api.ctx.clock().toISOString();
    const ticket = bought[0]?.participants[0]?.ticket_url?.split('/').at(-1);
    const admin = await api.signUp({ role: 'admin', email: address() });
    const scans = [{ nonce: crypto.randomUUID(), product_id: id, ticket, at }];
    await api.send('POST /api/admin/door/scans', { token: admin.token, body: { device: 'kapi', sent_at: at, scans } });
    await api.ctx.db.delete(mails);
    goTo(2, '10:59');
    await sendNotices(api.ctx);
    expect(await mailsTo(api, here.email)).toEqual([]);
    goTo(2, '11:00');
    await Promise.all([sendNotices(api.ctx), sendNotices(api.ctx)]);
    goTo(5, '12:00');
    await sendNotices(api.ctx);
    expect((await mailsTo(api, away.email)).map(({ kind }) => kind)).toEqual([]);
    const sent = await mailsTo(api, here.email);
    expect(sent.map(({ kind }) => kind)).toEqual(['event_thanks']);
    const token = /\/geri-bildirim\/([\w-]+)/.exec(sent[0]?.text ?? '')?.[1] as string;
    expect((await read(token)).body.event_title).toBe('Kil');
    expect((await give(token)).status).toBe(200);
  });
});

test('the practice sees averages and words from five answers on, sealed until then', async () => {
  const id = await addProduct(api.ctx);
  const words = ['bir', 'iki', 'üç', 'dört', 'beş'].map((word) => `Gizli söz ${word}`);
  for (const text of words.slice(0, 4)) await give(link(id), { scores, text });
  expect(await see(id)).toEqual({ count: 4, averages: null, texts: [] });
  await give(link(id), { scores: { ...scores, content: 1 }, text: words[4] });
  const seen = await see(id);
  expect([seen.count, seen.averages]).toEqual([5, { content: 4.2, pace: 4, place: 3, again: 2 }]);
  expect(seen.texts.toSorted()).toEqual(words.toSorted());
  expect(JSON.stringify(await api.ctx.db.select().from(feedbackAnswers))).not.toContain('Gizli');
});

describe('an answer', () => {
  /** Every table's rows as text, in every order the database knows: each column, place in the table, transaction. */
  async function readOrders(table: string): Promise<[order: string, rows: string[]][]> {
    const [schema, name] = table.split('.') as [string, string];
    const columns = await queryRows<{ name: string }>(
      api.ctx.db,
      sql`select column_name as name from information_schema.columns where table_schema = ${schema} and table_name = ${name}`,
    );
    const orders = [...columns.map((column) => `"${column.name}"::text`), 'ctid', 'xmin::text::bigint, ctid'];
    const read = async (order: string): Promise<[string, string[]]> => {
      const rows = await queryRows<{ row: string }>(
        api.ctx.db,
        sql.raw(`select t::text as row from ${table} t order by ${order}`),
      );
      return [`${table} by ${order}`, rows.map(({ row }) => row)];
    };
    return Promise.all(orders.map(read));
  }

  test('cannot be joined to a person by any column, place or transaction of the whole database', async () => {
    const id = await addProduct(api.ctx, { title: 'Orman' });
    const people = Array.from({ length: 12 }, (_, index) => ({ index, token: link(id), email: address() }));
    for (const { email } of people) {
      const { token } = await api.signUp({ email });
      await checkout(api, token, [cartLine(id)]);
    }
    // Each person's answer is told apart by its scores; nothing else of it is readable.
    const scoresOf = (index: number) => ({
      ...{ content: 1 + (index % 5), pace: 1 + Math.floor(index / 5), place: 3, again: 3 },
    });
    for (const { index, token } of people) await give(token, { scores: scoresOf(index) });
    const answers = (await readOrders('app.feedback_answers')).map(([order, rows]): [string, string] => [
      order,
      rows
        .filter((row) => row.includes(id))
        .map((row) => row.split(',').slice(2, 4).join('-'))
        .join(' '),
    ]);
    const given = people.map(({ index }) => `${scoresOf(index).content}-${scoresOf(index).pace}`);
    for (const [order, found] of answers) {
      expect([order, found.split(' ').length]).toEqual([order, 12]);
      // Sorting by the scores themselves says nothing about people.
      if (/content|pace/.test(order)) continue;
      expect([order, found]).not.toEqual([order, given.join(' ')]);
      expect([order, found]).not.toEqual([order, given.toReversed().join(' ')]);
    }
    const one = await queryRows<{ transactions: number }>(
      api.ctx.db,
      sql`select count(distinct xmin::text)::int as transactions from ${feedbackAnswers} where product_id = ${id}`,
    );
    expect(one).toEqual([{ transactions: 1 }]);
    // No row of any other table holds an answer's id, and none of a link's holds a person.
    const tables = await queryRows<{ name: string }>(
      api.ctx.db,
      sql`select table_schema || '.' || table_name as name from information_schema.tables where table_schema = 'app'`,
    );
    const ids = (await api.ctx.db.select({ id: feedbackAnswers.id }).from(feedbackAnswers)).map((row) => row.id);
    const hashes = (await api.ctx.db.select().from(usedFeedbackLinks)).map((row) => row.token_hash);
    for (const { name } of tables.filter((table) => !/feedback/.test(table.name))) {
      const rows = (await queryRows<{ row: string }>(api.ctx.db, sql.raw(`select t::text as row from ${name} t`))).map(
        ({ row }) => row,
      );
      const text = rows.join('\n');
      expect([name, [...ids, ...hashes].filter((mark) => text.includes(mark))]).toEqual([name, []]);
    }
    const links = JSON.stringify(await api.ctx.db.select().from(usedFeedbackLinks));
    expect(people.filter(({ email, token }) => links.includes(email) || links.includes(token))).toEqual([]);
  });

  test('is gone a year after its event, and so is its link', async () => {
    const date = addDays(dayInIstanbul(api.ctx.clock()), 1);
    const id = await addProduct(api.ctx, { date });
    await give(link(id));
    api.advance(367 * dayMs);
    await deleteOldFeedback(api.ctx);
    expect((await see(id)).count).toBe(0);
    expect((await give(link(id))).body.code).toBe('link_expired');
  });
});
