import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { blogs } from '../../src/api/blog/blog.tables.ts';
import { databaseJobs } from '../../src/api/db/db.jobs.ts';
import { queryRows } from '../../src/api/db/sql.ts';
import { runJob } from '../../src/api/jobs/jobs.ts';
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

async function vacuum(): Promise<void> {
  for (const job of databaseJobs(api.ctx)) expect(await runJob(api.ctx, job, { always: true })).toBe(true);
}

test('room of changed rows is used again after a vacuum, and not without one', async () => {
  for (let count = 0; count < 40; count += 1)
    await addPost(testUsers, { content: `<p>${'Uzun bir yazı. '.repeat(40)}</p>` });
  const fresh = await readTable();
  for (let round = 0; round < 3; round += 1) await editEveryPost();
  const grown = await readTable();
  expect(grown?.bytes).toBeGreaterThan(2 * (fresh?.bytes ?? 0));
  await vacuum();
  await editEveryPost();
  const kept = await readTable();
  expect(kept?.bytes).toBe(grown?.bytes);
  expect(kept?.rows).toBe(40);
});
