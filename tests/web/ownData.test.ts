import { expect, test, vi } from 'vitest';
import { storageOf } from './browser.ts';

test.each([
  ['after a try without an answer says that the account is gone', true, [{ done: expect.any(String) }, []]],
  ['alone ends the session', false, [expect.objectContaining({ fields: {} }), ['t1']]],
])('an erasure refused for its session %s', async (_, isTriedAgain, expected) => {
  vi.resetModules();
  vi.stubGlobal('localStorage', storageOf(new Map([['token', 't1']])));
  const { eraseAccount } = await import('../../src/web/account/ownData.store.ts');
  const { onTokenRefused } = await import('../../src/web/token.ts');
  const refused: string[] = [];
  onTokenRefused((token) => refused.push(token));
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  if (isTriedAgain)
    expect(await eraseAccount(undefined)).toMatchObject({ message: 'Hesabınız silinemedi. Lütfen tekrar deneyin.' });
  vi.stubGlobal('fetch', async () => Response.json({ code: 'unauthenticated', message: 'Yok' }, { status: 401 }));
  expect([await eraseAccount(undefined), refused]).toEqual(expected);
});
