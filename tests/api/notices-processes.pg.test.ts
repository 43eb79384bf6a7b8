import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import pg from 'pg';
import { expect, inject, test } from 'vitest';
import type { AppContext } from '../../src/api/context.ts';
import { mails } from '../../src/api/mail/mail.tables.ts';
import type { Mail } from '../../src/api/mail/outbox.service.ts';
import { sentNotices } from '../../src/api/notices/notices.tables.ts';
import { orders, participants } from '../../src/api/orders/orders.tables.ts';
import { addDays, dayInIstanbul, startsAt } from '../../src/shared/time.ts';
import { withContext } from '../load/context.ts';
import { countRounds, createRandom } from '../load/longRun.ts';
import { newDatabase } from '../load/postgres.ts';
import { tempFolder } from './cleanup.ts';
import { addProduct } from './shop.ts';

const server = inject('postgresUrl');
const DATA_DIR = tempFolder('notices');
const environment: Record<string, string> = {
  DATA_DIR,
  SITE_URL: 'http://site.test',
  ...(server ? { DATABASE_URL: await newDatabase(server) } : {}),
};

/** Fewer than leave in a minute. */
const people = 10;
const day = addDays(dayInIstanbul(new Date()), 3);
/** How far the processes' clock is ahead: noon of the day before the event, and so many minutes. */
const aheadMs = (minutes: number) => startsAt(addDays(day, -1), '12:00').getTime() + minutes * 60_000 - Date.now();

const inside = <T>(work: (ctx: AppContext) => Promise<T>) => withContext(environment, work);

/** An event with seats of as many people, in a way that mails nobody. */
const sellEvent = () =>
  inside(async ({ db, clock }) => {
    const product_id = await addProduct({ db } as AppContext, { date: day });
    const lines = Array.from({ length: people }, (_, index) => ({
      ...{ id: crypto.randomUUID(), code: crypto.randomUUID().slice(0, 8), product_id, event_title: 'Drama' },
      ...{ unit_price_kurus: 0, quantity: 1, status: 'paid' as const, created_at: clock() },
      ...{ buyer_email: `kisi-${index}@${product_id}.example`, buyer_name: 'Ada Deniz' },
    }));
    await db.insert(orders).values(lines);
    await db.insert(participants).values(
      lines.map(({ id, buyer_email }) => ({
        ...{ order_id: id, position: 1, name: 'Ada', surname: 'Deniz', email: buyer_email },
      })),
    );
    return { id: product_id, addresses: lines.map(({ buyer_email }) => buyer_email) };
  });

/** How often each address was mailed a reminder, and how many notices are recorded. */
const readSent = (id: string) =>
  inside(async ({ db }) => {
    const rows = await db.select().from(mails).where(eq(mails.kind, 'event_reminder'));
    const to = rows.map(({ content }) => (content as Mail).to as string).filter((each) => each.includes(id));
    return { to: to.toSorted(), recorded: await db.$count(sentNotices, eq(sentNotices.subject, id)) };
  });

const spawnSender = (minutes = 0) =>
  spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'tests/load/noticeProcess.ts', String(aheadMs(minutes))], //
    { env: { PATH: process.env.PATH, ...environment }, stdio: ['ignore', 'pipe', 'inherit'] },
  );

const exited = async (child: ChildProcess) => child.exitCode ?? child.signalCode ?? (await once(child, 'exit'))[0];

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await exited(child);
}

if (server)
  test('a process killed between the claim of a notice and its mail takes the claim with it', async () => {
    const { id, addresses } = await sellEvent();
    // No mail can be written until this connection releases the lock.
    const blocker = new pg.Client({ connectionString: environment.DATABASE_URL });
    await blocker.connect();
    await blocker.query('begin; lock table app.mails in share mode');
    const dying = spawnSender();
    const waiting = "select 1 from pg_locks where not granted and relation = 'app.mails'::regclass";
    const countWaiting = async () => (await blocker.query(waiting)).rowCount;
    await once(dying.stdout, 'data');
    await expect.poll(countWaiting).toBe(1);
    await kill(dying);
    await blocker.query('commit');
    await expect.poll(countWaiting).toBe(0);
    await blocker.end();
    const both = [spawnSender(), spawnSender()];
    expect(await Promise.all(both.map(exited))).toEqual([0, 0]);
    expect(await readSent(id)).toEqual({ to: addresses.toSorted(), recorded: people });
  });
else
  test('a process killed while it sends notices leaves each to be sent exactly once', async () => {
    const random = createRandom();
    for (let round = 0; round < countRounds(1); round += 1) {
      const { id, addresses } = await sellEvent();
      const dying = spawnSender(2 * round);
      await once(dying.stdout, 'data');
      await sleep(random() * 100);
      await kill(dying);
      expect(await exited(spawnSender(2 * round))).toBe(0);
      expect(await readSent(id)).toEqual({ to: addresses.toSorted(), recorded: people });
    }
  });
