import { inArray } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { products } from '../../src/api/catalog/catalog.tables.ts';
import type { AppContext } from '../../src/api/context.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { sendNotices } from '../../src/api/notices/notices.service.ts';
import { createContext } from '../../src/api/openContext.ts';
import { addDays, dayInIstanbul, startsAt } from '../../src/shared/time.ts';
import { openDevice } from './doorScans.ts';
import { openTestApi } from './harness.ts';
import { moveEvent } from './line.ts';
import { readMails } from './mails.ts';
import { addProduct, cancelOwn, changeProduct, checkout, linkSeat, takeSeat } from './shop.ts';

const api = await openTestApi({ NOTICE_EMAIL: 'merkez@ornek.com', RATE_LIMIT_FACTOR: '1000' });
const today = addDays(dayInIstanbul(api.ctx.clock()), 1);

const dayOf = (day: number) => addDays(today, day);
const momentOf = (day: number, time: string) => startsAt(dayOf(day), time);

/** Adds an event whose title is its name in the expectations. */
const addEvent = (title: string, day: number, details?: Partial<typeof products.$inferInsert>) =>
  addProduct(api.ctx, { title, date: dayOf(day), stock: 90, ...details });
const move = (id: string, day: number) => moveEvent(api, id, { date: dayOf(day), time: '14:00' });

/** Somebody who buys a seat for themself and for every guest; the address names them in the expectations. */
async function buy(id: string, who: string, ...guests: string[]) {
  const { token } = await api.signUp({ email: `${who}@ornek.com` });
  const people = ['Ada', ...guests].map((name, index) => ({
    fullName: 'Ada Deniz',
    ...(index ? { email: `${name}@ornek.com` } : {}),
  }));
  const { body } = await checkout(api, token, [{ id, quantity: people.length, participants: people }]);
  const order = body.orders[0]!;
  return {
    order,
    cancel: () => cancelOwn(api, { token }, order.id),
    handOn: async (to: string) =>
      takeSeat(api, await linkSeat(api, { token }, order.id), 'Ece Işık', `${to}@ornek.com`),
  };
}

/** What happens, by day and hour. */
type Story = Record<string, () => Promise<unknown>>;

const kinds = ['event_reminder', 'event_thanks', 'decision', 'payment_warning'];

/**
 * Lives forty days while two processes send notices, restarted every third day, and none in the hours of `stops`.
 * Returns the mails with the day and hour they were sent.
 */
async function live(story: Story, stops: [Date, Date][]) {
  const { db, env, connection, log, clock } = api.ctx;
  const sent = new Map<string, { day: number; time: string; row: typeof mails.$inferSelect }>();
  let processes: AppContext[] = [];
  for (let day = 0; day < 40; day += 1) {
    if (day % 3 === 0) processes = await Promise.all([1, 2].map(() => createContext(env, connection, log, clock)));
    for (const time of ['03:00', '08:59', '09:00', '10:00', '11:00', '14:30', '20:59', '21:30']) {
      api.advance(momentOf(day, time).getTime() - clock().getTime());
      await story[`${day} ${time}`]?.();
      if (stops.some(([from, until]) => from <= clock() && clock() < until)) continue;
      await Promise.all(processes.map((process) => sendNotices(process)));
      for (const row of await db.select().from(mails).where(inArray(mails.kind, kinds)))
        if (!sent.has(row.id)) sent.set(row.id, { day, time, row });
    }
  }
  return [...sent.values()];
}

test('over forty days of moves, cancellations, late orders, restarts and two processes each gets each notice once', async () => {
  api.advance(momentOf(0, '02:00').getTime() - api.ctx.clock().getTime());
  const ids = {
    moved: await addEvent('moved', 5),
    movedLate: await addEvent('movedLate', 20),
    hidden: await addEvent('hidden', 16),
    calledOff: await addEvent('calledOff', 30),
    small: await addEvent('small', 33, { min_participants: 3, decide_hours: 96 }),
    filled: await addEvent('filled', 34, { min_participants: 2, decide_hours: 96 }),
    night: await addEvent('night', 38),
  };
  await buy(ids.moved, 'anne', 'teyze');
  const leaves = await buy(ids.moved, 'vazgecen', 'vazgecenin-konugu');
  const gives = await buy(ids.moved, 'devreden');
  const early = await buy(ids.movedLate, 'erken');
  const half = await buy(ids.movedLate, 'yarida');
  await buy(ids.hidden, 'sakli');
  await buy(ids.calledOff, 'iptal');
  await buy(ids.small, 'az');
  await buy(ids.filled, 'dolan');
  await buy(ids.night, 'gece', 'anne');
  const admin = () => api.signUp({ role: 'admin', email: `${crypto.randomUUID()}@ornek.com` });
  const story: Story = {
    '2 10:00': () => move(ids.moved, 12),
    '3 11:00': () => leaves.cancel(),
    '4 11:00': () => gives.handOn('devralan'),
    '14 10:00': () => changeProduct(api.ctx, ids.hidden, { deleted_at: api.ctx.clock() }),
    '16 09:00': () => changeProduct(api.ctx, ids.hidden, { deleted_at: null }),
    // An hour before the reminder, and one after it: the second one is reminded by their confirmation.
    '19 09:00': () => buy(ids.movedLate, 'son-anda'),
    '19 11:00': () => buy(ids.movedLate, 'gec-kalan'),
    '19 14:30': () => half.cancel(),
    '19 20:59': () => move(ids.movedLate, 25),
    async '25 14:30'() {
      const phone = openDevice(api, (await admin()).token);
      await phone.send([phone.scan(ids.movedLate, { participant_id: `${early.order.id}-1` })]);
    },
    async '28 09:00'() {
      const { token } = await admin();
      const body = { reason: 'Eğitmenimiz hastalandı.' };
      await api.send('POST /api/admin/product/:id/cancel', { token, params: { id: ids.calledOff }, body });
    },
    '30 20:59': () => buy(ids.filled, 'tamamlayan'),
  };
  const sent = await live(story, [[momentOf(36, '20:00'), momentOf(38, '08:00')]]);

  const read = await readMails(
    api,
    sent.map(({ row }) => row),
  );
  const lines = read.map(({ kind, to, subject }, index) => {
    const title = Object.keys(ids).find((each) => subject.endsWith(` ${each}`));
    return [kind, title, to?.split('@')[0], sent[index]?.day, sent[index]?.time].join(' ');
  });
  expect(sent.filter(({ time }) => time < '09:00' || time >= '21:00')).toEqual([]);
  expect(lines.filter((line) => !line.startsWith('payment_warning')).toSorted()).toEqual(
    [
      ...['anne', 'teyze', 'devralan'].map((who) => `event_reminder moved ${who} 11 10:00`),
      ...['anne', 'teyze', 'devralan'].map((who) => `event_thanks moved ${who} 13 11:00`),
      'event_reminder hidden sakli 16 09:00',
      'event_thanks hidden sakli 17 11:00',
      ...['erken', 'yarida', 'son-anda'].map((who) => `event_reminder movedLate ${who} 19 10:00`),
      // Only one of them was scanned.
      'event_thanks movedLate erken 26 11:00',
      'decision small merkez 29 14:30',
      'decision filled merkez 30 14:30',
      'event_reminder small az 32 10:00',
      'event_thanks small az 34 11:00',
      ...['dolan', 'tamamlayan'].map((who) => `event_reminder filled ${who} 33 10:00`),
      ...['dolan', 'tamamlayan'].map((who) => `event_thanks filled ${who} 35 11:00`),
      // No process ran in the night before.
      ...['gece', 'anne'].map((who) => `event_reminder night ${who} 38 09:00`),
      ...['gece', 'anne'].map((who) => `event_thanks night ${who} 39 11:00`),
    ].toSorted(),
  );
  const warnings = read.filter(({ kind }) => kind === 'payment_warning').map(({ text }) => text);
  expect(warnings.length).toBeGreaterThan(5);
  expect(new Set(warnings).size).toBe(warnings.length);
});
