import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig, devices } from '@playwright/test';
import { findBrowser } from './scripts/browser.ts';
import { freePort } from './tests/load/ports.ts';

// Kept in the environment: Playwright reads this file again in every worker. Set all three to reuse a prepared folder.
process.env.E2E_AUTH_PORT ??= String(await freePort());
process.env.E2E_PAYTR_PORT ??= String(await freePort());
if (!process.env.E2E_DATA_DIR) {
  const folder = mkdtempSync(join(tmpdir(), 'practice-e2e-'));
  process.env.E2E_DATA_DIR = folder;
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
}

/** Journeys in a real browser, against the built site and the real API: one server per worker. */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results/journeys',
  globalSetup: './tests/e2e/prepare.ts',
  // A file's journeys share a server, so that one worker runs them all.
  fullyParallel: false,
  workers: 2,
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list'], ['json', { outputFile: 'test-results/journeys.json' }]],
  use: {
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
    // The wide top bar has no menu button: what is about it is told `@phone-only`. Wide pages do not move, which saves
    // a fifth of the processor's time; those of the phone do.
    {
      name: 'desktop',
      grepInvert: /@phone-only/,
      use: {
        ...devices['Desktop Chrome'],
        viewport: { width: 1280, height: 800 },
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
    {
      name: 'phone',
      grep: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
    },
  ],
});
