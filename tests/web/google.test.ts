import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { openWindow, storageOf } from './browser.ts';

beforeEach(() => vi.resetModules());
async function loginScreen(settings: Record<string, string>): Promise<string> {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value);
  const { LoginForm } = await import('../../src/web/account/LoginForm.tsx');
  return renderToString(createElement(LoginForm));
}

const url = { PUBLIC_SUPABASE_URL: 'https://auth.site.test' };
const key = { PUBLIC_SUPABASE_ANON_KEY: 'anon' };

test('the sign-in screen offers Google where an auth service is configured', async () => {
  expect(await loginScreen({ ...url, ...key })).toContain('Google ile giriş yap');
});

test.each([{}, url, key])('without its whole configuration (%o) there is no word of Google', async (settings) => {
  const screen = await loginScreen(settings);
  expect(screen).toContain('Giriş Yap');
  expect(screen).not.toMatch(/Google|ya da/);
});

test('the buttons of a form are disabled until its script has run', async () => {
  expect(await loginScreen({})).toMatch(/<button type="submit" disabled=""[^>]*>Giriş Yap/);
});

test.each([true, false])(
  'a sign-in whose call is cancelled tells of a failure unless its page is left (%s)',
  async (isLeft) => {
    openWindow();
    const storage = storageOf(new Map());
    vi.stubGlobal('sessionStorage', storage);
    vi.stubGlobal('localStorage', storage);
    // Chromium rejects the calls of a page that is left before it hears of that.
    vi.stubGlobal('fetch', async () => {
      if (isLeft) setTimeout(() => dispatchEvent(new Event('pagehide')), 10);
      throw new TypeError('no network');
    });
    vi.doMock('@supabase/auth-js', () => ({
      GoTrueClient: class {
        setSession = async () => ({ data: { session: { access_token: 'a' } }, error: null });
      },
    }));
    const { finishGoogle, readGoogleProblem } = await import('../../src/web/account/google.store.ts');
    await expect(finishGoogle('#access_token=a&refresh_token=b')).rejects.toThrow();
    expect(readGoogleProblem()).toBe(isLeft ? undefined : 'Google login sırasında hata oluştu.');
  },
);

test('nobody leaves for Google with a browser that stores nothing', async () => {
  const { startGoogle } = await import('../../src/web/account/google.store.ts');
  expect(await startGoogle(undefined)).toMatch(/^Tarayıcınız bu sitenin verilerini saklamadığı için/);
});
