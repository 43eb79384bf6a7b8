import { expect, test } from 'vitest';
import { isDatabaseDown } from '../../src/api/db/pgErrors.ts';

/** An error as Drizzle passes it on. */
const wrapped = (code: string) => new Error('query failed', { cause: Object.assign(new Error('reason'), { code }) });

test.each(['ECONNREFUSED', 'EAI_AGAIN', 'EHOSTUNREACH', '08006', '25006', '25P03', '53100', '53300', '57P01'])(
  '%s means that the database cannot work now',
  (code) => {
    expect(isDatabaseDown(wrapped(code))).toBe(true);
  },
);

test.each(['23505', '42P01', '57014', 'ERR_INVALID_ARG_TYPE'])('%s is about the query', (code) => {
  expect(isDatabaseDown(wrapped(code))).toBe(false);
});
