import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import { databaseJobs } from '../../src/api/db/db.jobs.ts';
import { queryRows } from '../../src/api/db/sql.ts';
import { runJob } from '../../src/api/jobs/jobs.ts';
import { orders } from '../../src/api/orders/orders.tables.ts';
import { openTestApi } from './harness.ts';
import { addPost, createTestUsers } from './samples.ts';

const api = await openTestApi();
const testUsers = await createTestUsers(api);
const { db } = api.ctx;

const editEveryPost = () => db.update(blogs).set({ content: sql`${blogs.content} || '.'` });

const readTable = async () =>
  (
    await queryRows<{ bytes: number; rows: number }>(
      db,
      sql`select pg_relation_size('app.blogs')::int as bytes, reltuples::int as rows from pg_class where oid = 'app.blogs'::regclass`,
    )
  )[0];

async function maintain(): Promise<void> {
  for (const job of databaseJobs(api.ctx)) expect(await runJob(api.ctx, job, { always: true })).toBe(true);
}

/** Where a start after a kill would begin to replay the log. */
const readReplayStart = async () =>
  (await queryRows<{ redo_lsn: string }>(db, sql`select redo_lsn::text from pg_control_checkpoint()`))[0]?.redo_lsn;

test('the log up to a maintenance need not be kept, and a table that was empty at one is read by its index', async () => {
  expect(await db.$count(orders)).toBe(0);
  await addPost(testUsers);
  const before = await readReplayStart();
  await editEveryPost();
  expect(await readReplayStart()).toBe(before);
  await maintain();
  expect(await readReplayStart()).not.toBe(before);
  const plan = await queryRows(db, sql`explain select from ${orders} where id = gen_random_uuid()`);
  expect(JSON.stringify(plan)).toContain('orders_pkey');
});

test('room of changed rows is used again after a maintenance, and not without one', async () => {
  const rows = (await db.$count(blogs)) + 40;
  for (let count = 0; count < 40; count += 1)
    await addPost(testUsers, { content: `<p>${'Uzun bir yazı. '.repeat(40)}</p>` });
  const fresh = await readTable();
  for (let round = 0; round < 3; round += 1) await editEveryPost();
  const grown = await readTable();
  expect(grown?.bytes).toBeGreaterThan(2 * (fresh?.bytes ?? 0));
  await maintain();
  await editEveryPost();
  const kept = await readTable();
  expect(kept?.bytes).toBe(grown?.bytes);
  expect(kept?.rows).toBe(rows);
});
