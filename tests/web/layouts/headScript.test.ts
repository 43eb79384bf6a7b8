import { createContext, runInContext } from 'node:vm';
import { expect, test } from 'vitest';
import { headScript } from '../../../src/web/layouts/headScript.ts';

test('storage that is null is none afterwards, so that nanostores do without it', () => {
  const page = { document: { querySelectorAll: () => [], referrer: '/' }, location: { origin: '/' } };
  const window: object = createContext({ ...page, localStorage: null });
  Object.assign(window, { window });
  runInContext(headScript, window);
  expect(window).toHaveProperty('localStorage', undefined);
});
