import { defineConfig } from 'vitest/config';

// A second look on machines that others load too, as in playwright.config.ts.
const retry = process.env.CI ? 1 : 0;
const api = { retry, include: ['tests/api/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 };

export default defineConfig({
  test: {
    // Two cores: more workers than that only wait for each other.
    maxWorkers: 2,
    projects: [
      {
        test: { name: 'unit', retry, include: ['tests/{contract,shared,web}/**/*.test.{ts,tsx}', 'tests/*.test.ts'] },
      },
      { test: { name: 'embedded', ...api, provide: { postgresUrl: undefined } } },
      // What strangers try and what breaks: over real sockets and processes of its own, once, on the embedded database.
      {
        test: {
          name: 'hardship',
          retry,
          include: ['tests/{attack,faults}/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          provide: { postgresUrl: undefined },
        },
      },
      { test: { name: 'postgres', ...api, globalSetup: ['tests/api/postgres.setup.ts'] } },
    ],
  },
});
