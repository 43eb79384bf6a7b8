import { eq, sql } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { products } from '../../src/api/catalog/catalog.tables.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import type { Mail, MailTickets } from '../../src/api/mail/outbox.service.ts';
import { sendDueMails } from '../../src/api/mail/sender.ts';
import { noticeJobs } from '../../src/api/notices/notices.jobs.ts';
import { sendNotices } from '../../src/api/notices/notices.service.ts';
import { sentNotices } from '../../src/api/notices/notices.tables.ts';
import { deleteOldNotices } from '../../src/api/notices/sentNotices.service.ts';
import { orders, participants } from '../../src/api/orders/orders.tables.ts';
import { releaseAt } from '../../src/api/payments/dueDates.ts';
import { dueWords } from '../../src/api/payments/payments.mails.ts';
import { readMailTickets } from '../../src/api/tickets/mailTickets.service.ts';
import { addDays, dayInIstanbul, dayMs, dayStart, startsAt } from '../../src/shared/time.ts';
import { cartLine } from '../load/cartLines.ts';
import { openTestApi } from './harness.ts';
import { moveEvent } from './line.ts';
import { mailsTo, queuedMails } from './mails.ts';
import {
  addProduct,
  cancelOwn,
  changePaymentSettings,
  changeProduct,
  checkout,
  eraseOwn,
  linkSeat,
  moveDue,
  takeSeat,
} from './shop.ts';

/** The first day of a test, Istanbul, early in the morning. */
let today: string;

const api = await openTestApi({ NOTICE_EMAIL: 'merkez@ornek.com', RATE_LIMIT_FACTOR: '100' });
// Weekends alone delay when seats are taken back: over a feast that would be after the events of tests.
await changePaymentSettings(api, await api.signUp({ role: 'admin' }), { holidays: [] });
beforeEach(async () => {
  await api.ctx.db.delete(mails);
  await api.ctx.db.update(products).set({ deleted_at: api.ctx.clock() });
  today = addDays(dayInIstanbul(api.ctx.clock()), 1);
  goTo(0, '08:00');
});

/** Moves the clock to an hour of a day of the test, in Istanbul. */
function goTo(day: number, time: string): void {
  api.advance(startsAt(addDays(today, day), time).getTime() - api.ctx.clock().getTime());
}

/** Two processes at once, as after a restart. */
const send = () => Promise.all([sendNotices(api.ctx), sendNotices(api.ctx)]);

/** Adds an event that starts so many days later at 14:00. */
async function addEvent(day: number, details: Partial<typeof products.$inferInsert> = {}, time = '14:00') {
  const title = `Ebru ${crypto.randomUUID()}`;
  const id = await addProduct(api.ctx, { date: addDays(today, day), time, title, ...details });
  return { id, title, ...details };
}

/** Buys seats for a new person; further addresses are participants of their own. */
async function buy(id: string, ...others: string[]) {
  const buyer = await api.signUp({ email: `${crypto.randomUUID()}@ornek.com` });
  const people = [{ fullName: 'Ada Deniz' }, ...others.map((email) => ({ fullName: 'Ece Deniz', email }))];
  const { body } = await checkout(api, buyer.token, [{ id, quantity: people.length, participants: people }]);
  const order = body.orders[0] as NonNullable<(typeof body.orders)[0]>;
  await api.ctx.db.delete(mails);
  return { ...buyer, order };
}

const address = () => `${crypto.randomUUID()}@ornek.com`;
const recipients = async (kind: string) => (await queuedMails(api, kind)).map(({ to }) => to);

/** Sends the outbox; returns to whom reminders went. */
async function sendReminders(): Promise<unknown[]> {
  const sent: unknown[] = [];
  await sendDueMails(api.ctx, {
    send: async ({ kind, content }) => void (kind === 'event_reminder' && sent.push(content.to)),
    close() {},
  });
  return sent;
}

describe('a reminder', () => {
  test('goes at 10:00 of the day before to every address once, with what is needed on the day', async () => {
    const other = await addEvent(9, { title: 'Başka Bir Atölye' });
    const event = await addEvent(3, { bring: 'Rahat giysi', online_url: 'https://toplanti.example/oda' });
    const own = address();
    const buyer = await buy(event.id, own);
    const gone = await buy(event.id, address());
    await buy(other.id);
    await cancelOwn(api, gone, gone.order.id);
    await api.ctx.db.delete(mails);
    goTo(2, '09:59');
    await send();
    expect(await recipients('event_reminder')).toEqual([]);
    goTo(2, '10:00');
    await send();
    await send();
    expect((await recipients('event_reminder')).sort()).toEqual([buyer.email, own].sort());
    const mail = (await mailsTo(api, buyer.email)).find(({ kind }) => kind === 'event_reminder');
    expect(mail?.subject).toBe(`Atölyeniz yaklaşıyor: ${event.title}`);
    for (const words of [
      '14.00–16.00',
      'Merkez',
      'Rahat giysi',
      'https://toplanti.example/oda',
      'Ödenecek: 1.300\u00a0₺',
    ])
      expect(mail?.text).toContain(words);
    const [theirs] = await mailsTo(api, own);
    // What their ticket says, and nothing of the order.
    expect(theirs?.text).toContain('Ödenecek: 650\u00a0₺, yeriniz için');
    for (const words of ['1.300', 'Sipariş kodu', 'IBAN']) expect(theirs?.text).not.toContain(words);
    expect(`${mail?.text}${theirs?.text}`).not.toContain(other.title);
    // Links of tickets are added when it is sent; a queued mail holds no code.
    const rows = await api.ctx.db.select().from(mails).where(eq(mails.kind, 'event_reminder'));
    const queued = rows.map(({ content }) => content as Mail).find(({ to }) => to === buyer.email);
    const { paragraphs } = await readMailTickets(api.ctx, queued?.tickets as MailTickets, buyer.email);
    expect(paragraphs).toEqual([`Biletiniz: http://site.test${buyer.order.participants[0]?.ticket_url}`]);
    expect(JSON.stringify(rows)).not.toContain('/bilet/');
  });

  test('names tickets to whoever typed the names, and carries none of them to another address', async () => {
    const event = await addEvent(3);
    const [stranger, temporary] = [address(), address()];
    await buy(event.id, stranger, stranger);
    const buyer = await buy(event.id, temporary);
    await api.ctx.db.update(participants).set({ email: buyer.email }).where(eq(participants.email, temporary));
    goTo(2, '10:00');
    await send();
    const rows = await api.ctx.db.select().from(mails).where(eq(mails.kind, 'event_reminder'));
    const readLabels = async (email: string) => {
      const mail = rows.map(({ content }) => content as Mail).find(({ to }) => to === email);
      const { paragraphs } = await readMailTickets(api.ctx, mail?.tickets as MailTickets, email);
      return paragraphs.map((line) => line.split(': ')[0]);
    };
    expect(await readLabels(buyer.email)).toEqual(['Bilet (Ada Deniz)', 'Bilet (Ece Deniz)']);
    expect(await readLabels(stranger)).toEqual(['1. biletiniz', '2. biletiniz']);
  });

  test('says until when to pay where the seats are taken back before the start, and nothing of paying on arrival', async () => {
    const due = new Date(dayStart(addDays(today, 4)).getTime() - 1000);
    const release = releaseAt(due, []);
    const day = (release.getTime() - startsAt(today, '12:00').getTime()) / dayMs + 1;
    const [event, later] = [await addEvent(day), await addEvent(day + 3)];
    const [own, buyer] = [address(), await api.signUp({ email: address() })];
    const people = [{ fullName: 'Ada Deniz' }, { fullName: 'Ece Deniz', email: own }];
    const lines = [event, later].map(({ id }) => ({ id, quantity: people.length, participants: people }));
    const { body } = await checkout(api, buyer.token, lines);
    await api.ctx.db.delete(mails);
    await moveDue(api.ctx, body.orders[0]!.code, due);
    goTo(day - 1, '10:00');
    await send();
    const [mail] = (await mailsTo(api, buyer.email)).filter(({ kind }) => kind === 'event_reminder');
    const [theirs] = await mailsTo(api, own);
    expect(mail?.text).toContain(`Ödeme ${dueWords(release.toISOString())} ulaşmazsa yeriniz boşaltılabilir.`);
    expect(theirs?.text).toContain('zamanında ödenmezse yeriniz boşaltılabilir.');
    expect(`${mail?.text}${theirs?.text}`).not.toContain('geldiğinizde');
    // No job ran at the hour of the release; seats of an event that has begun are not taken back.
    goTo(day + 2, '10:00');
    await send();
    for (const email of [buyer.email, own])
      expect((await mailsTo(api, email)).find(({ subject }) => subject.endsWith(later.title))?.text).toMatch(
        /geldiğinizde/,
      );
  });

  test('does not go out for a seat that a process that was down has yet to take back', async () => {
    const event = await addEvent(9);
    const { order, email } = await buy(event.id);
    const due = new Date(dayStart(addDays(today, 2)).getTime() - 1000);
    await moveDue(api.ctx, order.code, due);
    goTo(8, '10:00');
    expect(releaseAt(due, []) < api.ctx.clock()).toBe(true);
    await noticeJobs(api.ctx)[0]?.run(new AbortController().signal);
    expect((await mailsTo(api, email)).map(({ kind }) => kind)).toEqual(['order_released']);
  });

  test('of a seat whose buyer was erased says how its holder can pay, and nothing of the buyer', async () => {
    const event = await addEvent(3);
    const { order, token } = await buy(event.id);
    const own = address();
    await takeSeat(api, await linkSeat(api, { token }, order.id), 'Ece Işık', own);
    await eraseOwn(api, { token });
    goTo(2, '10:00');
    await send();
    const [reminder] = (await mailsTo(api, own)).filter(({ kind }) => kind === 'event_reminder');
    expect(reminder?.text).toContain('Ödenecek: 650\u00a0₺, yeriniz için');
    expect(reminder?.text).toContain('bu e-postayı yanıtlayın ya da bizi arayın; zamanında ödenmezse yeriniz');
    expect(reminder?.text).not.toContain('siparişi veren');
  });

  test('goes to the buyer of a seat whose person was erased', async () => {
    const event = await addEvent(3);
    const named = address();
    const admin = await api.signUp({ role: 'admin', email: address() });
    const { email, token } = await api.signUp({ email: address() });
    await checkout(api, token, [
      { id: event.id, quantity: 1, participants: [{ fullName: 'Ece Deniz', email: named }] },
    ]);
    await api.send('POST /api/admin/people/erase', { token: admin.token, body: { email: named } });
    goTo(2, '10:00');
    await send();
    expect(await sendReminders()).toEqual([email]);
  });

  test('that cannot be made keeps nobody of another event from theirs', async () => {
    const [broken, other] = [await addEvent(3), await addEvent(3, {}, '15:00')];
    const [{ email: unlucky }, { email }] = [await buy(broken.id), await buy(other.id)];
    goTo(2, '10:00');
    const { encryption } = api.ctx;
    await sendNotices({
      ...api.ctx,
      encryption: {
        ...encryption,
        fingerprint(text) {
          if (text.includes(unlucky)) throw new Error('broken');
          return encryption.fingerprint(text);
        },
      },
    });
    expect(await recipients('event_reminder')).toEqual([email]);
  });

  test('that waits in the outbox does not go out once its seats are cancelled', async () => {
    const event = await addEvent(3);
    const [stays, leaves] = [await buy(event.id), await buy(event.id)];
    goTo(2, '10:00');
    await send();
    await cancelOwn(api, leaves, leaves.order.id);
    expect(await sendReminders()).toEqual([stays.email]);
  });

  test('that waits in the outbox does not go out to whoever handed the seat on meanwhile', async () => {
    const event = await addEvent(3);
    const holder = address();
    const buyer = await buy(event.id, holder);
    goTo(2, '10:00');
    await send();
    await takeSeat(api, await linkSeat(api, buyer, buyer.order.id, 2), 'Yeni Kişi', address());
    expect(await sendReminders()).toEqual([buyer.email]);
  });

  test('that waits in the outbox goes out as long as one seat that its reader bought stands', async () => {
    const event = await addEvent(3);
    const [guest, other] = [address(), address()];
    const [stays, leaves] = [await buy(event.id, guest), await buy(event.id, other)];
    // The buyer of the second order has no seat of their own.
    await api.ctx.db.update(participants).set({ email: other }).where(eq(participants.order_id, leaves.order.id));
    goTo(2, '10:00');
    await send();
    await cancelOwn(api, stays, stays.order.id, 0, [1]);
    await cancelOwn(api, leaves, leaves.order.id);
    expect((await sendReminders()).toSorted()).toEqual([stays.email, guest].toSorted());
  });

  test('that waits in the outbox does not go out once the event is hidden', async () => {
    const event = await addEvent(3);
    await buy(event.id);
    goTo(2, '10:00');
    await send();
    await changeProduct(api.ctx, event.id, { deleted_at: api.ctx.clock() });
    expect(await sendReminders()).toEqual([]);
  });

  test('that an earlier version queued goes out, unless its seats are cancelled or the event is hidden', async () => {
    const [event, hidden] = [await addEvent(3), await addEvent(3)];
    const [guest, leaves] = [await buy(event.id), await buy(event.id)];
    await buy(hidden.id);
    const other = address();
    await api.ctx.db.update(participants).set({ email: other }).where(eq(participants.order_id, guest.order.id));
    goTo(2, '10:00');
    await send();
    await api.ctx.db.update(mails).set({ content: sql`content - 'onlyFor'` });
    await api.ctx.db.update(orders).set({ status: 'cancelled' }).where(eq(orders.id, leaves.order.id));
    await changeProduct(api.ctx, hidden.id, { deleted_at: api.ctx.clock() });
    expect((await sendReminders()).toSorted()).toEqual([guest.email, other].toSorted());
  });

  test('follows an event that moves, and never comes twice', async () => {
    const event = await addEvent(3);
    const buyer = await buy(event.id);
    const move = (day: number) => moveEvent(api, event.id, { date: addDays(today, day), time: '14:00' });
    await move(5);
    goTo(2, '12:00');
    await send();
    expect(await recipients('event_reminder')).toEqual([]);
    await move(3);
    await send();
    expect(await recipients('event_reminder')).toEqual([buyer.email]);
    await move(6);
    goTo(5, '12:00');
    await send();
    expect(await recipients('event_reminder')).toEqual([buyer.email]);
  });

  test('is in the confirmation of a seat bought after its hour; whoever else holds a seat gets one', async () => {
    const event = await addEvent(1, { bring: 'Önlük', online_url: 'https://toplanti.example/oda' });
    goTo(0, '12:00');
    await send();
    const buyer = await api.signUp({ email: address() });
    const own = address();
    const people = [{ fullName: 'Ada Deniz' }, { fullName: 'Ece Deniz', email: own }];
    await checkout(api, buyer.token, [{ id: event.id, quantity: 2, participants: people }]);
    const [confirmation] = await mailsTo(api, buyer.email);
    expect(confirmation?.text).toContain('Önlük');
    expect(confirmation?.text).toContain('https://toplanti.example/oda');
    await send();
    expect(await recipients('event_reminder')).toEqual([own]);
    // A seat bought early says nothing of it yet.
    const early = await addEvent(5, { bring: 'Önlük' });
    const soon = await api.signUp({ email: address() });
    await checkout(api, soon.token, [cartLine(early.id)]);
    expect((await mailsTo(api, soon.email))[0]?.text).not.toContain('Önlük');
  });

  test('is not sent for what was due before the product had notices', async () => {
    const event = await addEvent(1, { notices_from: api.ctx.clock() });
    await buy(event.id);
    goTo(0, '12:00');
    await changeProduct(api.ctx, event.id, { notices_from: api.ctx.clock() });
    await send();
    expect(await recipients('event_reminder')).toEqual([]);
  });

  test('keeps a keyed hash of the address only, which an export shows, an erasure deletes and 30 days forget', async () => {
    const event = await addEvent(2);
    const [one, two] = [await buy(event.id), await buy(event.id)];
    goTo(1, '12:00');
    await send();
    const rows = () => api.ctx.db.select().from(sentNotices).where(eq(sentNotices.subject, event.id));
    expect(JSON.stringify(await rows())).not.toContain(one.email);
    const admin = await api.signUp({ role: 'admin', email: address() });
    const exported = await api.send('POST /api/admin/people/export', {
      token: admin.token,
      body: { email: one.email },
    });
    expect(exported.body).toMatchObject({ notices: [{ kind: 'reminder', event_title: event.title }] });
    await api.send('POST /api/admin/people/erase', { token: admin.token, body: { email: one.email } });
    expect(await rows()).toHaveLength(1);
    goTo(33, '12:00');
    await deleteOldNotices(api.ctx);
    expect(await rows()).toEqual([]);
    expect(two.email).toBeTruthy();
  });
});

test('what was held back overnight leaves at 09:00, 30 a minute', async () => {
  const event = await addEvent(1);
  const { order } = await buy(event.id);
  const [row] = await api.ctx.db.select().from(orders).where(eq(orders.id, order.id));
  const more = Array.from({ length: 39 }, () => ({ ...row!, id: crypto.randomUUID(), buyer_email: address() }));
  await api.ctx.db.insert(orders).values(more);
  await api.ctx.db.insert(participants).values(
    more.map(({ id, buyer_email }) => ({
      order_id: id,
      position: 1,
      name: 'Ada',
      surname: 'Deniz',
      email: buyer_email,
    })),
  );
  for (const time of ['21:00', '23:59']) {
    goTo(0, time);
    await send();
  }
  goTo(1, '08:59');
  await send();
  expect(await recipients('event_reminder')).toEqual([]);
  goTo(1, '09:00');
  await send();
  await send();
  expect(await recipients('event_reminder')).toHaveLength(30);
  goTo(1, '09:02');
  await send();
  expect(new Set(await recipients('event_reminder')).size).toBe(40);
  expect(await recipients('event_reminder')).toHaveLength(40);
});

describe('the question whether an event takes place', () => {
  test('goes to the practice once where too few seats are sold, and not where enough are', async () => {
    const few = await addEvent(4, { min_participants: 3, decide_hours: 48 });
    const enough = await addEvent(4, { min_participants: 2, decide_hours: 48 });
    for (const { id } of [few, enough]) await buy(id, address());
    goTo(2, '13:59');
    await send();
    expect(await recipients('decision')).toEqual([]);
    goTo(2, '14:00');
    await send();
    expect(await recipients('decision')).toEqual(['merkez@ornek.com']);
    const [mail] = await mailsTo(api, 'merkez@ornek.com');
    expect(mail?.subject).toBe(`2/3, karar? ${few.title}`);
  });

  test('is asked where the last seat that was needed is given up a minute before its hour', async () => {
    const event = await addEvent(4, { min_participants: 2, decide_hours: 48 });
    await buy(event.id);
    const { token, order } = await buy(event.id);
    goTo(2, '13:59');
    await send();
    await cancelOwn(api, { token }, order.id);
    goTo(2, '14:00');
    await send();
    const [mail] = (await mailsTo(api, 'merkez@ornek.com')).filter(({ kind }) => kind === 'decision');
    expect(mail?.subject).toBe(`1/2, karar? ${event.title}`);
  });

  test('waits until 09:00 where its hour lies in the night', async () => {
    await addEvent(3, { min_participants: 3, decide_hours: 48 }, '22:00');
    goTo(1, '22:00');
    await send();
    expect(await recipients('decision')).toEqual([]);
    goTo(2, '09:00');
    await send();
    expect(await recipients('decision')).toHaveLength(1);
  });
});
