import { inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { queryRows } from '../../src/api/db/sql.ts';
import { createStatementNames } from '../../src/api/db/statementNames.ts';
import { openTestApi } from './harness.ts';

test('a statement that runs often has a name from then on, one that is new each time has none', () => {
  const nameOf = createStatementNames();
  const names = Array.from({ length: 12 }, () => nameOf('select 1'));
  expect(names.slice(0, 10)).toEqual(Array(10).fill(undefined));
  expect(names[10]).toBeTruthy();
  expect(names[11]).toBe(names[10]);
  for (let count = 0; count < 5000; count += 1) expect(nameOf(`select ${count} as other`)).toBeUndefined();
  expect(nameOf('select 1')).toBe(names[10]);
});

test('so many statements have a name that connections stay small', () => {
  const nameOf = createStatementNames();
  const texts = Array.from({ length: 1000 }, (_, index) => `select ${index}`);
  for (let round = 0; round < 12; round += 1) texts.forEach(nameOf);
  expect(new Set(texts.map(nameOf).filter(Boolean)).size).toBe(200);
});

test('a connection to PostgreSQL keeps what it runs often and answers as before', async () => {
  const { ctx } = await openTestApi();
  await ctx.db.transaction(async (tx) => {
    const ids = Array.from({ length: 20 }, () => crypto.randomUUID());
    for (let count = 1; count <= 20; count += 1) {
      expect(await queryRows(tx, sql`select ${count}::int as number`)).toEqual([{ number: count }]);
      expect(
        await tx
          .select()
          .from(users)
          .where(inArray(users.id, ids.slice(0, count))),
      ).toEqual([]);
    }
    const kept = await queryRows<{ statement: string }>(tx, sql`select statement from pg_prepared_statements`);
    const expected = ctx.connection.kind === 'postgres' ? ['select $1::int as number'] : [];
    expect(kept.map(({ statement }) => statement).filter((text) => /as number|"users"/.test(text))).toEqual(expected);
  });
});
