import { expect, test } from 'vitest';
import { yearsBefore } from '../../src/shared/time.ts';

test.each([
  ['2029-11-29', '2026-11-29'],
  // What was agreed on 1 March 2029 is not three years old yet.
  ['2032-02-29', '2029-02-28'],
  ['2031-02-28', '2028-02-28'],
  ['2031-03-01', '2028-03-01'],
])('three years before %s is %s', (day, before) => {
  expect(yearsBefore(new Date(`${day}T10:30:00Z`), 3)).toEqual(new Date(`${before}T10:30:00Z`));
});
