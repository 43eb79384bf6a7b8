import { defineConfig } from 'vitest/config';

const slow = { testTimeout: 120_000, hookTimeout: 120_000 };
const embedded = { ...slow, globalSetup: ['tests/api/embedded.setup.ts'] };

// A file's name says where it runs: `x.unit.test.ts` needs no database, `x.pg.test.ts` depends on the kind of database
// (races, locks, limits, jobs, search, backup, what drivers return) and runs on both, others run on the embedded one.
export default defineConfig({
  test: {
    // More workers than cores only wait for each other.
    maxWorkers: 2,
    projects: [
      {
        test: {
          name: 'unit',
          include: ['tests/{shared,web}/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/api/**/*.unit.test.ts'],
        },
      },
      {
        test: {
          name: 'embedded',
          ...embedded,
          include: ['tests/api/**/*.test.ts'],
          exclude: ['tests/api/**/*.unit.test.ts'],
        },
      },
      {
        test: {
          name: 'postgres',
          ...slow,
          include: ['tests/api/**/*.pg.test.ts'],
          globalSetup: ['tests/api/postgres.setup.ts'],
        },
      },
      // Hostile requests, killed processes and outages, over real sockets.
      {
        test: {
          name: 'resilience',
          ...embedded,
          include: ['tests/{attack,faults}/**/*.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
