// Starts the product. `--api` leaves the site to somebody else (a CDN, `astro dev`).
import { parseArgs } from 'node:util';
import { readEnv } from '../src/api/env.ts';
import { createProductProcess } from '../src/api/main.ts';
import { exitWithError, requirePort } from '../src/api/startErrors.ts';

/** npm passes no signal on to what its shell runs: a process whose parent has gone was meant to stop. */
function stopWithParent(stop: (reason: string) => void): void {
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && stop('npm is gone'), 500).unref();
}

async function start(): Promise<void> {
  const { values } = parseArgs({ options: { api: { type: 'boolean' } } });
  const { port, listenHost } = readEnv(process.env);
  // Settled before anything else: the site's address, which mails and pages name, contains the port.
  const env = readEnv({ ...process.env, PORT: String(await requirePort(port, listenHost)) });
  const product = createProductProcess(env, { apiOnly: values.api === true, print: console.log });
  let stopped = false;
  const stop = async (reason: string) => {
    if (stopped) return;
    stopped = true;
    console.log(`${reason}: letting running requests end…`);
    await product.stop();
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  if (process.env.npm_lifecycle_event) stopWithParent(stop);
  await product.start();
}

await start().catch(exitWithError);
