// `npm run test:long`: kills, restarts, races and hostile requests, a hundred rounds; about three hours on two cores.
// `-- 20` runs fewer rounds. TEST_SEED repeats a run's random choices.
import { spawnSync } from 'node:child_process';

/** Projects of vitest.config.ts, and the beginnings of the files that run in them. */
export const longRuns = [
  { projects: ['resilience*'], paths: ['tests/faults', 'tests/attack/fuzz'] },
  {
    projects: ['embedded', 'postgres'],
    paths: [
      'tests/api/orders-processes.pg.test.ts',
      'tests/api/money-races.pg.test.ts',
      'tests/api/waitlist-races.pg.test.ts',
      'tests/api/cards-races.pg.test.ts',
      'tests/api/cards-processes.pg.test.ts',
    ],
  },
  { projects: ['unit'], paths: ['tests/api/notice-schedule.unit.test.ts'] },
];

if (import.meta.main) {
  const rounds = process.argv[2] ?? '100';
  const seed = process.env.TEST_SEED ?? String(Math.floor(Math.random() * 2 ** 31));
  const env = { ...process.env, TEST_ROUNDS: rounds, TEST_SEED: seed };
  console.log(`TEST_SEED=${seed}`);
  const failed = longRuns.filter(({ projects, paths }) => {
    const args = ['run', '--testTimeout=86400000', ...projects.flatMap((name) => ['--project', name]), ...paths];
    return spawnSync('vitest', args, { stdio: 'inherit', env }).status;
  });
  process.exitCode = failed.length ? 1 : 0;
}
