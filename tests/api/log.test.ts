import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { createLog } from '../../src/api/log.ts';
import { openTestApi } from './harness.ts';

/** What the log writes about an error. */
function logged(err: unknown): string {
  let written = '';
  const write = (chunk: unknown, _: string, done: () => void) => {
    written += chunk;
    done();
  };
  createLog('debug', new Writable({ write })).error({ err }, 'request failed');
  return written;
}

test('an error in the log carries no value of the query that failed', async () => {
  const { ctx } = await openTestApi();
  const values = { email: 'kanarya@ornek.com', name: 'Kanarya', surname: 'Sarı' };
  const error = await ctx.db
    .insert(users)
    .values([values, values])
    .catch((reason: unknown) => reason);
  const written = logged(error);
  expect(written).toContain('users_email');
  expect(written).not.toMatch(/kanarya|Sarı/i);
});

test('an error of a database that is down is one short line, any other one has its stack', () => {
  const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' });
  const down = JSON.parse(logged(new Error('query failed', { cause: refused })));
  expect(down.err).toEqual({
    ...{ type: 'Error', message: 'query failed' },
    cause: { type: 'Error', message: refused.message, code: 'ECONNREFUSED' },
  });
  expect(JSON.parse(logged(new Error('Bozuk'))).err.at[0]).toMatch(/^at /);
});
