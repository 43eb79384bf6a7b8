import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllEnvs());

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
