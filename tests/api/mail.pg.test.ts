import { readdir, readFile } from 'node:fs/promises';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { eq, lte } from 'drizzle-orm';
import PostalMime from 'postal-mime';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { jobs as jobsTable } from '../../src/api/jobs/jobs.tables.ts';
import { startJobs } from '../../src/api/jobs/jobs.ts';
import { mailJobs } from '../../src/api/mail/mail.jobs.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import { queueMail, queueNothing } from '../../src/api/mail/outbox.service.ts';
import { deleteExpiredMails, sendAwaitedMails, sendDueMails } from '../../src/api/mail/sender.ts';
import { batchSize, type MailTransport, openTransport } from '../../src/api/mail/transport.ts';
import { readSite, saveSite } from '../../src/api/site/site.service.ts';
import { addDays, dayInIstanbul, startsAt } from '../../src/shared/time.ts';
import { addCleanup } from './cleanup.ts';
import { openTestApi } from './harness.ts';
import { openSmtp } from './smtp.ts';

const second = 1000;
const hour = 3600 * second;
const smtp = await openSmtp();
const api = await openTestApi({ SMTP_URL: smtp.url });
const transport = openTransport(api.ctx.env);
addCleanup(() => transport.close());
beforeEach(async () => {
  await api.ctx.db.delete(mails);
  smtp.received.length = 0;
  smtp.refuse = () => undefined;
});

const mail = (to = 'elif@ornek.com', kind = 'activation') => ({
  kind,
  type: 'transactional' as const,
  to,
  subject: 'Şifreniz değiştirildi: ğüşıöç',
  parts: { title: 'Merhaba <Işıl>', paragraphs: ['İlk söz & son söz'], code: '012345' },
});
const queue = (to?: string) => queueMail(api.ctx.db, mail(to));
const send = () => sendDueMails(api.ctx, transport);
const rows = () => api.ctx.db.select().from(mails);

describe('a queued mail', () => {
  test('is sent once, in Turkish, as HTML and plain text, and its content is deleted', async () => {
    await queue();
    await send();
    await send();
    const [received, ...more] = smtp.received;
    expect(more).toEqual([]);
    expect(received?.recipients).toEqual(['elif@ornek.com']);
    expect(received).toMatchObject({
      subject: 'Şifreniz değiştirildi: ğüşıöç',
      from: { name: 'Danışmanlık', address: 'iletisim@ornek.com' },
    });
    expect(received?.text).toContain('İlk söz & son söz\n\n012345');
    expect(received?.html).toContain('Merhaba &lt;Işıl&gt;</h1>');
    const [row] = await rows();
    expect(row).toMatchObject({ content: null, attempts: 1, last_error: null });
    expect(received?.messageId).toBe(`<${row?.id}@ornek.com>`);
  });

  test('names the practice by its current settings, not by those of the time it was queued', async () => {
    const { ctx } = api;
    const before = await readSite(ctx.db);
    await queueMail(ctx.db, mail(), { ...mail(), to: undefined });
    const admin = await api.signUp({ role: 'admin' });
    const edited = { ...before, name: 'Yeni "İp" Evi', email: 'yeni@ornek.com', phone: '+90 511 111 11 11' };
    await saveSite(ctx, admin.id, edited);
    await send();
    expect(smtp.received.map(({ recipients }) => recipients).sort()).toEqual([['elif@ornek.com'], ['yeni@ornek.com']]);
    for (const { from, text, html } of smtp.received) {
      expect(from).toEqual({ name: 'Yeni "İp" Evi', address: 'yeni@ornek.com' });
      expect(text).toContain(`Yeni "İp" Evi, ${before.tagline}\n+90 511 111 11 11 · yeni@ornek.com`);
      expect(html).toContain('Yeni &quot;İp&quot; Evi');
      expect(`${text}${html}`).not.toContain(before.phone);
    }
    await saveSite(ctx, admin.id, { ...before, updated_at: undefined });
  });

  test('is not stored when its transaction is rolled back', async () => {
    const { db } = api.ctx;
    await db
      .transaction(async (tx) => {
        await queueMail(tx, mail());
        throw new Error('rolled back');
      })
      .catch(() => {});
    await send();
    expect(smtp.received).toEqual([]);
  });

  test('is sent at once on the mail event', async () => {
    const jobs = startJobs(api.ctx, mailJobs(api.ctx, transport));
    const finished = () => api.ctx.db.$count(jobsTable, lte(jobsTable.claimed_until, api.ctx.clock()));
    await expect
      .poll(finished, { message: 'first runs, which find no mail' })
      .toBe(mailJobs(api.ctx, transport).length);
    await queue();
    api.ctx.events.emit('mail');
    const start = performance.now();
    await smtp.waitFor(1);
    // The period of the job is ten seconds.
    expect(performance.now() - start).toBeLessThan(8000);
    await jobs.stop();
  });

  test('is sent although others are queued without pause', async () => {
    for (let count = 0; count < 12; count += 1) await queue(`kisi${count}@ornek.com`);
    const rush = setInterval(() => api.ctx.events.emit('mail'), 5);
    await send().finally(() => clearInterval(rush));
    expect(smtp.received).toHaveLength(12);
  });

  test('that somebody waits for at a screen overtakes all others', async () => {
    for (let count = 0; count < 12; count += 1)
      await queueMail(api.ctx.db, mail(`kisi${count}@ornek.com`, 'order_confirmation'));
    const { promise, resolve: endSending } = Promise.withResolvers<void>();
    const sent: string[] = [];
    const slow: MailTransport = {
      async send({ kind }) {
        sent.push(kind);
        if (kind === 'order_confirmation') await promise;
      },
      close: () => {},
    };
    const jobs = startJobs(api.ctx, mailJobs(api.ctx, slow));
    api.ctx.events.emit('mail');
    await expect.poll(() => sent, { timeout: 5000 }).toEqual(Array(batchSize).fill('order_confirmation'));
    const { email } = await api.signUp();
    await api.send('POST /api/forgot-password/request', { body: { email } });
    await expect.poll(() => sent.slice(batchSize), { timeout: 5000 }).toEqual(['reset_code']);
    endSending();
    await jobs.stop();
  });

  test('is sent once when several processes send at the same time', async () => {
    for (let count = 0; count < 30; count += 1) await queue(`kisi${count}@ornek.com`);
    const other = openTransport(api.ctx.env);
    await Promise.all([send(), sendDueMails(api.ctx, other), send(), sendDueMails(api.ctx, other)]);
    other.close();
    const sent = smtp.received.flatMap(({ recipients }) => recipients);
    expect(sent).toHaveLength(30);
    expect(new Set(sent).size).toBe(30);
  });

  test('of a process that was killed is sent by another, with the same Message-ID', async () => {
    await queue();
    const { promise, resolve: endSending } = Promise.withResolvers<void>();
    const hanging = sendDueMails(api.ctx, { send: () => promise, close: () => {} });
    await expect.poll(async () => (await rows())[0]?.attempts, { timeout: 10_000 }).toBe(1);
    await send();
    expect(smtp.received).toEqual([]);
    api.advance(121 * second);
    await send();
    const [row] = await rows();
    expect(smtp.received.map(({ messageId }) => messageId)).toEqual([`<${row?.id}@ornek.com>`]);
    endSending();
    await hanging;
  });
});

describe('a mail that goes by day', () => {
  test('waits for 09:00 at night, and is given up once its moment has passed', async () => {
    // Up to a day and a half passes here, after which the mails of other tests would be given up unsent.
    const own = await openTestApi({ SMTP_URL: smtp.url });
    /** Moves the clock on to the next time it is so late in Istanbul. */
    const waitFor = (time: string) => {
      const now = own.ctx.clock();
      const day = dayInIstanbul(now);
      const next = startsAt(day, time) > now ? day : addDays(day, 1);
      own.advance(startsAt(next, time).getTime() - now.getTime());
    };
    const send = () => sendDueMails(own.ctx, transport);
    waitFor('20:59');
    const until = (hours: number) => ({ until: new Date(own.ctx.clock().getTime() + hours * hour).toISOString() });
    await queueMail(
      own.ctx.db,
      { ...mail('sabah@ornek.com'), daytime: until(13) },
      { ...mail('gec@ornek.com'), daytime: until(6) },
    );
    waitFor('21:00');
    await send();
    waitFor('08:59');
    await send();
    expect(smtp.received).toEqual([]);
    waitFor('09:00');
    await send();
    expect(smtp.received.map(({ recipients }) => recipients)).toEqual([['sabah@ornek.com']]);
    const left = await own.ctx.db.select().from(mails);
    expect(left.map(({ content, last_error }) => [content, last_error])).toContainEqual([null, 'too late']);
  });
});

test('a reset code or a link is not mailed once it is dead, however long the server was away', async () => {
  const email = 'defne@ornek.com';
  const registration = { email, password: 'pamuk-iplik-42-kedi', name: 'Defne', surname: 'Ak', kvkk_consent: true };
  expect((await api.send('POST /api/register', { body: registration })).status).toBe(201);
  expect((await api.send('POST /api/forgot-password/request', { body: { email } })).status).toBe(200);
  api.advance(180 * second);
  await send();
  expect(smtp.received.map(({ subject }) => subject)).toEqual(['Hesabınızı etkinleştirin']);
  expect((await rows()).filter(({ content }) => content)).toEqual([]);
  expect((await api.send('POST /api/activate/resend', { body: { email } })).status).toBe(200);
  api.advance(24 * hour);
  await send();
  expect(smtp.received).toHaveLength(1);
  expect((await rows()).filter(({ last_error }) => last_error === 'too late')).toHaveLength(2);
  api.advance(-24 * hour - 180 * second);
});

describe('a failing mail server', () => {
  test('loses no mail and gets all of them when it is back', async () => {
    const down = await openSmtp();
    const { port } = down;
    await down.close();
    const away = openTransport({ ...api.ctx.env, smtpUrl: `smtp://127.0.0.1:${port}` });
    for (const name of ['a', 'b', 'c']) await queue(`${name}@ornek.com`);
    // Queued before the product stood still for days; it is up again before the network is.
    await api.ctx.db.update(mails).set({ created_at: new Date(api.ctx.clock().getTime() - 72 * hour) });
    await sendDueMails(api.ctx, away);
    expect((await rows()).every(({ content, last_error }) => content && last_error)).toBe(true);
    const back = await openSmtp(port);
    await sendDueMails(api.ctx, away);
    expect(back.received).toEqual([]);
    api.advance(6 * second);
    await sendDueMails(api.ctx, away);
    expect(back.received.map(({ recipients }) => recipients[0]).sort()).toEqual(
      ['a', 'b', 'c'].map((name) => `${name}@ornek.com`),
    );
    away.close();
  });

  test('that answers with a temporary error is tried again at growing intervals for 24 hours', async () => {
    let asked = 0;
    smtp.refuse = () => {
      asked += 1;
      return { code: 451, text: 'greylisted' };
    };
    let now = api.ctx.clock();
    const clock = vi.spyOn(api.ctx, 'clock').mockImplementation(() => now);
    await queue();
    const gaps: number[] = [];
    await send();
    for (let [row] = await rows(); row?.content; [row] = await rows()) {
      const due = row.next_attempt_at.getTime();
      expect(asked).toBe(gaps.push((due - now.getTime()) / second));
      now = new Date(due - 1);
      await send();
      expect(asked).toBe(gaps.length);
      now = new Date(due);
      await send();
    }
    clock.mockRestore();
    expect(gaps.at(-1)).toBe(3600);
    expect(gaps).toEqual([...gaps].sort((one, other) => one - other));
    const hours = gaps.reduce((sum, gap) => sum + gap) / 3600;
    expect([hours > 23, hours < 25, asked < 40]).toEqual([true, true, true]);
    const [row] = await rows();
    expect(row).toMatchObject({ content: null, sent_at: null, last_error: 'EENVELOPE RCPT TO 451' });
  });

  test('that takes a minute to confirm gets each mail once', async () => {
    // The sender's timeout of a minute takes three seconds here; its longer ones never end.
    const { setTimeout } = Socket.prototype;
    const faster = vi.spyOn(Socket.prototype, 'setTimeout').mockImplementation(function (this: Socket, ms, onTimeout) {
      const isLonger = ms > 60_000;
      return setTimeout.call(this, this.remotePort === smtp.port ? (isLonger ? 0 : ms / 20) : ms, onTimeout);
    });
    smtp.confirmAfterMs = 60_000 / 20;
    for (const name of ['a', 'b', 'c', 'd'])
      await queueMail(api.ctx.db, mail(`${name}@ornek.com`, 'order_confirmation'));
    const sending = send();
    await smtp.waitFor(3);
    // A code has a connection of its own.
    await queue();
    const sendingCode = sendAwaitedMails(api.ctx, transport);
    const recipients = (await smtp.waitFor(4)).flatMap((received) => received.recipients);
    const confirmed = (await rows()).filter(({ sent_at }) => sent_at);
    await Promise.all([sending, sendingCode]);
    faster.mockRestore();
    smtp.confirmAfterMs = 0;
    expect([recipients[3], confirmed]).toEqual(['elif@ornek.com', []]);
    expect(smtp.received).toHaveLength(5);
    expect((await rows()).every(({ sent_at, attempts }) => sent_at && attempts === 1)).toBe(true);
  });

  test('that rejects an address permanently is not asked again, and other mails are sent', async () => {
    smtp.refuse = (address) => (address.startsWith('yok') ? { code: 550, text: `no ${address} here` } : undefined);
    await queue('yok@ornek.com');
    await queue('var@ornek.com');
    await send();
    api.advance(2 * hour);
    await send();
    expect(smtp.received.map(({ recipients }) => recipients[0])).toEqual(['var@ornek.com']);
    const [given] = await api.ctx.db.select().from(mails).where(eq(mails.attempts, 1)).orderBy(mails.created_at);
    expect(JSON.stringify(given)).not.toContain('yok@');
    expect(given).toMatchObject({ content: null, sent_at: null, last_error: 'EENVELOPE RCPT TO 550' });
  });

  test('makes no request fail', async () => {
    const dead = await openTestApi({ SMTP_URL: 'smtp://127.0.0.1:1' });
    const body = { name: 'Ada', surname: 'Er', email: 'ada@ornek.com', password: 'uzun bir söz dizisi' };
    expect((await dead.send('POST /api/register', { body })).status).toBe(201);
    const away = openTransport(dead.ctx.env);
    await sendDueMails(dead.ctx, away);
    expect((await dead.ctx.db.select().from(mails))[0]).toMatchObject({ attempts: 1, sent_at: null });
    away.close();
  });
});

test('without a server each mail is one file in the outbox folder', async () => {
  const env = { ...api.ctx.env, smtpUrl: undefined };
  const folder = openTransport(env);
  await queue('bir@ornek.com');
  await queue('iki@ornek.com');
  await sendDueMails(api.ctx, folder);
  const files = await readdir(join(env.dataDir, 'outbox'));
  expect(files).toHaveLength(2);
  expect(files.every((name) => /^[\d-]+T[\d-]+Z-activation-[0-9a-f]{8}\.eml$/.test(name))).toBe(true);
  const parsed = await PostalMime.parse(await readFile(join(env.dataDir, 'outbox', files[0] as string)));
  expect(parsed.subject).toBe('Şifreniz değiştirildi: ğüşıöç');
  expect(parsed.html).toContain('012345');
});

test('rows of sent mails are deleted after their retention, waiting ones never', async () => {
  // A second API: the clock of the first one was advanced by days.
  const fresh = await openTestApi({ SMTP_URL: smtp.url });
  const { db } = fresh.ctx;
  await queueMail(db, mail('gitti@ornek.com'));
  await sendDueMails(fresh.ctx, transport);
  await queueNothing(db, 'reset_code');
  smtp.refuse = () => ({ code: 451, text: 'later' });
  await queueMail(db, mail('bekliyor@ornek.com'));
  await sendDueMails(fresh.ctx, transport);
  const left = async () => (await db.select().from(mails)).map(({ sent_at, content }) => [sent_at, content] as const);
  await deleteExpiredMails(fresh.ctx);
  expect(await left()).toHaveLength(2);
  fresh.advance(31 * 24 * hour);
  await deleteExpiredMails(fresh.ctx);
  expect(await left()).toEqual([[null, expect.objectContaining({ to: 'bekliyor@ornek.com' })]]);
});
