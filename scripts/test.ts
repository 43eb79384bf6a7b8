// Runs every check: lane after lane, types and style beside the first ones. Ends with one count.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Step {
  name: string;
  command: string[];
  /** The vitest project whose report says whether it passed. */
  project?: string;
}

/** What the report of vitest says of one file. */
interface FileReport {
  name: string;
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
}

const projects = ['unit', 'embedded', 'postgres', 'resilience'];
const reportFile = (name: string) => `test-results/${name}.json`;
const runProject = (name: string): Step => ({
  name: `tests: ${name}`,
  project: name,
  command: [
    ...['vitest', 'run', '--project', `${name}*`],
    ...['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile(name)}`],
  ],
});
const steps: Step[] = [
  ...projects.map(runProject),
  { name: 'journeys', command: ['npm', 'run', '--silent', 'test:e2e'] },
];

const readReport = (name: string) => {
  try {
    return JSON.parse(readFileSync(reportFile(name), 'utf8'));
  } catch {
    return {};
  }
};

/** A folder for the tests' files, in memory where there is room: a disk copies a product's 3000 files in seconds. */
function makeTemporaryFolder(): string {
  const memory = '/dev/shm';
  const neededBytes = 4 * 1024 ** 3;
  const freeBytes = () => {
    const { bavail, bsize } = statfsSync(memory);
    return Math.min(bavail * bsize, process.availableMemory() / 2);
  };
  const hasRoom = existsSync(memory) && freeBytes() >= neededBytes;
  const folder = mkdtempSync(join(hasRoom ? memory : tmpdir(), 'practice-tests-'));
  // PostgreSQL runs as another user, who needs access.
  chmodSync(folder, 0o755);
  return folder;
}
const TMPDIR = makeTemporaryFolder();
// Memory is given back after an interrupted run, too.
process.once('exit', () => rmSync(TMPDIR, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
rmSync('test-results', { recursive: true, force: true });

/** Runs a step. Its output is shown at once, or as a whole at its end. */
async function runStep({ name, project, command: [program = '', ...rest] }: Step, isShownAtOnce: boolean) {
  const start = performance.now();
  const child = spawn(program, rest, {
    stdio: isShownAtOnce ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TMPDIR },
  });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part: Buffer) => output.push(part));
  const [status] = await once(child, 'close');
  const seconds = Math.round((performance.now() - start) / 1000);
  // The package that runs PostgreSQL ends a failed run with status 0.
  const isFailed = status !== 0 || (project !== undefined && !readReport(project).success);
  process.stdout.write(Buffer.concat(output));
  console.log(`── ${name}: ${isFailed ? 'FAILED' : 'passed'} after ${seconds} s`);
  return isFailed ? [name] : [];
}
const failedSteps: string[] = [];
// Checking types keeps one core busy only, and for longer than the unit tests take.
const checking = runStep({ name: 'types and style', command: ['npm', 'run', '--silent', 'check'] }, false);
for (const step of steps) {
  console.log(`\n── ${step.name}`);
  failedSteps.push(...(await runStep(step, true)));
}
failedSteps.push(...(await checking));

/** Counts of one report; a report that is missing counts as a failure. Only other systems than Linux may skip tests. */
const counts = [
  ...projects.map(readReport).map((report) => ({
    passed: report.numPassedTests ?? 0,
    failed: report.numFailedTests ?? 1,
    skipped: report.numPendingTests ?? 0,
  })),
  ...[readReport('journeys').stats ?? {}].map((stats) => ({
    passed: stats.expected ?? 0,
    failed: (stats.unexpected ?? 1) + (stats.flaky ?? 0),
    skipped: stats.skipped ?? 0,
  })),
];
/** Names of the tests that failed: a log that is cut still ends with them. */
const failedNames = projects.flatMap((project) =>
  (readReport(project).testResults ?? []).flatMap(({ name: file, assertionResults }: FileReport) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) =>
        [`${project}: ${file.split('/tests/')[1]} > ${fullName}`, failureMessages[0]?.split('\n')[0]].join('\n    '),
      ),
  ),
);
const sum = (name: 'passed' | 'failed' | 'skipped') => counts.reduce((total, report) => total + report[name], 0);
const skipped = process.platform === 'linux' ? sum('skipped') : 0;
const failed = sum('failed') + skipped;
for (const name of failedNames) console.log(`failed: ${name}`);
for (const name of failedSteps) console.log(`failed: ${name}`);
if (skipped) console.log(`failed: ${skipped} skipped, which only other systems may`);
// A runner may exit with an error after all its tests passed.
console.log(`${sum('passed')} passed, ${Math.max(failed, failedSteps.length)} failed`);
process.exitCode = failed || failedSteps.length ? 1 : 0;
