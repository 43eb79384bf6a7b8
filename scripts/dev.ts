// Runs Astro's dev server at PORT and the API behind it at PORT + 1; both reload when code changes.
import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readEnv } from '../src/api/env.ts';
import { exitWithError, requirePort } from '../src/api/startErrors.ts';

/** Checks the environment and both ports here, because after an error the watched API process waits for an edit. */
async function findPort(): Promise<number> {
  try {
    const { port } = readEnv(process.env);
    await requirePort(port);
    await requirePort(port + 1);
    return port;
  } catch (error) {
    exitWithError(error);
  }
}

const port = await findPort();
const apiPort = port + 1;
const api = `http://localhost:${apiPort}`;

const flags = [
  '--disable-warning=ExperimentalWarning',
  '--watch-path=src/api',
  '--watch-path=src/contract',
  '--watch-path=src/shared',
  '--watch-preserve-output',
];
const children: ChildProcess[] = [];

/** Starts a stand-in of the card service that CARD_STANDIN names at PORT + 2; resolves to the variables that use it. */
async function startCardStandIn(): Promise<Record<string, string>> {
  const provider = process.env.CARD_STANDIN;
  if (!provider) return {};
  const standIn = fork('tests/cards/serve.ts', [provider, api, String(port + 2)]);
  children.push(standIn);
  const [environment] = await once(standIn, 'message');
  return environment as Record<string, string>;
}

const cards = await startCardStandIn();
children.push(
  spawn('node', [...flags, 'scripts/start.ts', '--api'], {
    stdio: 'inherit',
    env: { ...process.env, ...cards, PORT: String(apiPort), SITE_URL: `http://localhost:${port}` },
  }),
);

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
