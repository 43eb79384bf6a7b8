// Site and API together while the code is being changed: Astro's dev server at PORT, the API behind it, both live.
import { type ChildProcess, spawn } from 'node:child_process';
import { readEnv } from '../src/api/env.ts';
import { explain, probePort } from './faults.ts';

const port = Number(process.env.PORT ?? 4321);
const apiPort = port + 1;
const api = `http://localhost:${apiPort}`;

// Said here at once: the API's own process would wait for an edit after it, and this one for the API.
try {
  readEnv(process.env);
  await probePort(port);
  await probePort(apiPort);
} catch (error) {
  console.error(explain(error));
  process.exit(1);
}

const flags = [
  '--disable-warning=ExperimentalWarning',
  '--watch-path=src/api',
  '--watch-path=src/contract',
  '--watch-preserve-output',
];
const children: ChildProcess[] = [
  spawn('node', [...flags, 'scripts/start.ts', '--api'], {
    stdio: 'inherit',
    env: { ...process.env, PORT: String(apiPort), SITE_URL: `http://localhost:${port}` },
  }),
];

async function answers(): Promise<boolean> {
  for (let tries = 0; tries < 240; tries += 1) {
    if (
      await fetch(`${api}/readyz`).then(
        (response) => response.ok,
        () => false,
      )
    )
      return true;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return false;
}

function stop(): void {
  for (const child of children) child.kill('SIGTERM');
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

if (await answers()) {
  const site = spawn('astro', ['dev', '--port', String(port)], {
    stdio: 'inherit',
    env: {
      ...process.env,
      BUILD_API_URL: api,
      DEV_API_URL: api,
      ASTRO_DEV_BACKGROUND: '0',
      ASTRO_TELEMETRY_DISABLED: '1',
    },
  });
  children.push(site);
  site.once('exit', stop);
} else {
  console.error('The API did not start.');
  stop();
  process.exitCode = 1;
}
