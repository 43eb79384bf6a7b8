// `npm run test:long`: kills, restarts and races a hundred times over instead of twice. Takes about two hours on two cores; `-- 20` is shorter.
import { spawnSync } from 'node:child_process';

const rounds = process.argv[2] ?? '100';
const env = { ...process.env, FAULT_ROUNDS: rounds, KILLS: rounds, EQUAL_ROUNDS: rounds };
const day = '--testTimeout=86400000';
const faults = ['vitest', 'run', day, '--project', 'resilience', 'tests/faults'];
const orders = [
  'vitest',
  'run',
  day,
  '--project',
  'embedded',
  '--project',
  'postgres',
  'tests/api/orders-processes.pg.test.ts',
];

const failed = [faults, orders].filter(
  ([program = '', ...rest]) => spawnSync(program, rest, { stdio: 'inherit', env }).status,
);
process.exitCode = failed.length ? 1 : 0;
