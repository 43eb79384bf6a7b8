import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './scripts/browser.ts';
import { freePort } from './tests/load/ports.ts';

// Kept in the environment: Playwright reads this file again in every worker. Set both to reuse a running server.
process.env.E2E_PORT ??= String(await freePort());
// The auth service of the Google journeys (tests/auth-server.ts), built into the site's pages.
process.env.E2E_AUTH_PORT ??= String(await freePort());
if (!process.env.E2E_DATA_DIR) {
  const folder = mkdtempSync(join(tmpdir(), 'practice-e2e-'));
  process.env.E2E_DATA_DIR = folder;
  // Not in a global teardown: the server still lives then.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}
const origin = `http://localhost:${process.env.E2E_PORT}`;

/** Journeys in a real browser, against the built site and the real API, all on one server started here. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/journeys',
  fullyParallel: true,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
    baseURL: origin,
    locale: 'tr-TR',
    timezoneId: 'Europe/Istanbul',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    // The wide top bar has no menu button: what is about it is told `@phone-only`.
    {
      name: 'desktop',
      grepInvert: /@phone-only/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
    {
      name: 'phone',
      grep: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
  webServer: {
    command: 'node --disable-warning=ExperimentalWarning scripts/start.ts',
    url: `${origin}/`,
    timeout: 600_000,
    reuseExistingServer: true,
    stdout: 'pipe',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
    env: {
      PORT: process.env.E2E_PORT,
      DATA_DIR: process.env.E2E_DATA_DIR,
      ADMIN_EMAIL: 'yonetici@ornek.com',
      ADMIN_PASSWORD: 'uzun-bir-yonetici-sifresi',
      PUBLIC_SUPABASE_URL: `http://127.0.0.1:${process.env.E2E_AUTH_PORT}`,
      PUBLIC_SUPABASE_ANON_KEY: 'local-anon-key',
      RATE_LIMIT_FACTOR: '10000',
      LOG_LEVEL: 'error',
    },
  },
});
