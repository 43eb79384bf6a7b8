import { setFlagsFromString } from 'node:v8';
import { defineConfig } from 'vitest/config';
import { unoptimised } from './tests/load/processes.ts';

// V8 now and then ends the process ("jit_page_->allocations_.erase") when it frees WebAssembly code of embedded
// databases that several threads open and close; this keeps the code until its database is closed.
setFlagsFromString('--no-wasm-code-gc');

const slow = { testTimeout: 120_000, hookTimeout: 120_000, setupFiles: ['tests/api/cleanup.setup.ts'] };
const embedded = { ...slow, globalSetup: ['tests/api/embedded.setup.ts'] };
const postgres = { ...slow, globalSetup: ['tests/api/postgres.setup.ts'] };
/** Files share the loaded API: loading it for each takes half of the processor time. */
const shared = { pool: 'threads', isolate: false } as const;
/** A third of their time these wait for processes and sockets. */
const waiting = { maxWorkers: 3, sequence: { groupOrder: 1 } };
/** These replace a module of the API, so each needs a copy of its own. */
const controls = ['tests/api/**/*-control.pg.test.ts'];

// A file's name says where it runs: `x.unit.test.ts` needs no database, `x.pg.test.ts` depends on the kind of database
// (races, locks, limits, jobs, search, backup, what drivers return) and runs on both, others run on the embedded one.
export default defineConfig({
  test: {
    // More workers than cores only wait for each other.
    maxWorkers: 2,
    // What is waited for comes in a moment, and later where the machine has much to do.
    expect: { requireAssertions: true, poll: { timeout: 30_000 } },
    projects: [
      {
        test: {
          name: 'unit',
          unstubEnvs: true,
          unstubGlobals: true,
          // A limit that fires because the types are checked beside it says nothing about the product.
          testTimeout: 60_000,
          setupFiles: ['tests/api/cleanup.setup.ts'],
          include: ['tests/{shared,web}/**/*.test.{ts,tsx}', 'tests/*.test.ts', 'tests/api/**/*.unit.test.ts'],
        },
      },
      {
        test: {
          name: 'embedded',
          ...embedded,
          ...shared,
          include: ['tests/api/**/*.test.ts'],
          exclude: ['tests/api/**/*.unit.test.ts', ...controls],
        },
      },
      { test: { name: 'embedded-controls', ...embedded, include: controls, execArgv: [unoptimised] } },
      { test: { name: 'postgres', ...postgres, ...shared, include: ['tests/api/**/*.pg.test.ts'], exclude: controls } },
      { test: { name: 'postgres-controls', ...postgres, include: controls } },
      // Hostile requests over real sockets; then killed processes and outages.
      {
        test: { name: 'resilience-attack', ...embedded, ...shared, ...waiting, include: ['tests/attack/**/*.test.ts'] },
      },
      {
        test: {
          name: 'resilience',
          ...embedded,
          ...waiting,
          include: ['tests/faults/**/*.test.ts'],
          execArgv: [unoptimised],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
});
