import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { createLog } from '../../src/api/log.ts';
import { openTestApi } from './harness.ts';

test('an error in the log carries no value of the query that failed', async () => {
  const { ctx } = await openTestApi();
  let written = '';
  const log = createLog(
    'debug',
    new Writable({
      write(chunk, _, done) {
        written += chunk;
        done();
      },
    }),
  );
  const values = { email: 'kanarya@ornek.com', name: 'Kanarya', surname: 'Sarı' };
  const error = await ctx.db
    .insert(users)
    .values([values, values])
    .catch((reason: unknown) => reason);
  log.error({ err: error }, 'request failed');
  expect(written).toContain('users_email');
  expect(written).not.toMatch(/kanarya|Sarı/i);
});
