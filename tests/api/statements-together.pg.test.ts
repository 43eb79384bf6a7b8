import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { queryRows } from '../../src/api/db/sql.ts';
import { openTestApi } from './harness.ts';

const { ctx } = await openTestApi();

test('statements that are awaited together run in the order of the calls', async () => {
  await ctx.db.execute(sql`create table app.steps (number serial, step text)`);
  const steps = ['first', 'second', 'third', 'fourth'];
  await ctx.db.transaction((tx) =>
    Promise.all(steps.map((step) => queryRows(tx, sql`insert into app.steps (step) values (${step})`))),
  );
  expect(await queryRows(ctx.db, sql`select step from app.steps order by number`)).toEqual(
    steps.map((step) => ({ step })),
  );
});

test('of statements that are awaited together the one that fails is reported, and nothing of them stays', async () => {
  await ctx.db.execute(sql`create table app.numbers (number integer)`);
  const insert = (number: number) => sql`insert into app.numbers values (${number})`;
  const failing = ctx.db.transaction((tx) =>
    Promise.all([queryRows(tx, insert(1)), queryRows(tx, sql`select 1 / 0`), queryRows(tx, insert(2))]),
  );
  await expect(failing).rejects.toMatchObject({ cause: { code: '22012' } });
  // More often than statements need to get a name, as a failed one must not be taken for prepared.
  for (let run = 0; run < 20; run += 1) {
    await ctx.db
      .transaction((tx) => Promise.all([queryRows(tx, sql`select 1 / 0`), queryRows(tx, insert(run))]))
      .catch(() => {});
  }
  await ctx.db.transaction((tx) => Promise.all([queryRows(tx, insert(3)), queryRows(tx, insert(4))]));
  expect(await queryRows(ctx.db, sql`select number from app.numbers order by number`)).toEqual([
    { number: 3 },
    { number: 4 },
  ]);
});
