import { expect, test } from 'vitest';
import { CallError } from '../../src/web/http.ts';
import { isOver, readKey } from '../../src/web/ui/linkPage.ts';

test.each([
  ['/devir/abc_-9', 'abc_-9'],
  ['/devir/abc/', 'abc'],
  ['/devir', ''],
  ['/devir/%E0%A4', '%E0%A4'],
])('%s has the key %s, whatever was typed', (path, key) => {
  expect(readKey(path)).toBe(key);
});

test('a link is over where the key names nothing any more, not where the call failed', () => {
  const over = [404, 410, 422].map((status) => isOver(new CallError(status, {})));
  const failed = [0, 429, 500].map((status) => isOver(new CallError(status, {})));
  expect([over, failed, isOver(new Error())]).toEqual([[true, true, true], [false, false, false], false]);
});
