// Every check of the house in order: types, style, rules and API on both databases, journeys. Ends with one count.
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';

interface Step {
  name: string;
  command: string[];
}

const steps: Step[] = [
  { name: 'types and style', command: ['npm', 'run', '--silent', 'check'] },
  { name: 'a browser', command: ['node', 'scripts/browser.ts'] },
  {
    name: 'rules and API',
    command: ['vitest', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/rules.json'],
  },
  { name: 'journeys', command: ['playwright', 'test'] },
];

rmSync('test-results', { recursive: true, force: true });
const failedSteps = steps.filter(({ name, command: [program = '', ...rest] }) => {
  console.log(`\n── ${name}`);
  const start = performance.now();
  const { status } = spawnSync(program, rest, { stdio: 'inherit' });
  console.log(
    `── ${name}: ${status === 0 ? 'fine' : 'FAILED'} after ${Math.round((performance.now() - start) / 1000)} s`,
  );
  return status !== 0;
});

const read = (file: string) => {
  try {
    return JSON.parse(readFileSync(`test-results/${file}.json`, 'utf8'));
  } catch {
    return {};
  }
};
const rules = read('rules');
const journeys = read('journeys').stats ?? {};
const passed = (rules.numPassedTests ?? 0) + (journeys.expected ?? 0) + (journeys.flaky ?? 0);
// Counted from the reports, too: what a test left behind may end a runner with a zero of its own.
const failed =
  (rules.numFailedTests ?? 1) + (rules.numPendingTests ?? 0) + (journeys.unexpected ?? 1) + (journeys.skipped ?? 0);
if (journeys.flaky) console.log(`${journeys.flaky} journeys passed at the second look only`);
for (const { name } of failedSteps) console.log(`failed: ${name}`);
console.log(`${passed} passed, ${Math.max(failed, failedSteps.length)} failed`);
process.exitCode = failed || failedSteps.length ? 1 : 0;
