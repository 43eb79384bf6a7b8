import { type ChildProcessByStdio, type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Checkout, CheckoutReply } from './checkouts.ts';
import { freePort } from './ports.ts';
import { send } from './send.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

type Environment = Record<string, string | undefined>;
export type ScriptProcess = ChildProcessByStdio<null, Readable, Readable>;

/**
 * Optimising the embedded database's code takes half of the processor time of a process that lives for seconds, and
 * 600 MB: one function of PostgreSQL's parser has 100 kB.
 */
export const unoptimised = '--liftoff-only';

/** Runs a script of scripts/ as npm does, with nothing of this process's environment but PATH. */
export const spawnScript = (
  name: string,
  args: string[],
  environment: Environment,
  options: SpawnOptions = {},
): ScriptProcess =>
  spawn(
    process.execPath,
    [unoptimised, '--disable-warning=ExperimentalWarning', join(root, 'scripts/run.ts'), name, ...args],
    { cwd: root, env: { PATH: process.env.PATH, ...environment }, ...options, stdio: ['ignore', 'pipe', 'pipe'] },
  );

/** Starts to collect what a process prints; the returned function tells what came so far. */
export function collectOutput({ stdout, stderr }: ScriptProcess): () => string {
  let output = '';
  for (const stream of [stdout, stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return () => output;
}

/** Waits for a script to end by itself; returns its exit code and output. */
export async function finish(child: ScriptProcess): Promise<{ code: number | null; output: string }> {
  const output = collectOutput(child);
  const [code] = await once(child, 'close');
  return { code, output: output() };
}

/** The product in a process of its own. */
export interface ProductProcess {
  origin: string;
  pid: number;
  /** What it printed so far. */
  output(): string;
  /** Ends it with SIGKILL, as a power cut would. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Ends it with SIGTERM. Resolves when it is gone. */
  stop(): Promise<void>;
}

/** The API without the site in a process of its own. */
export interface ApiProcess extends ProductProcess {
  checkout: Checkout;
}

/** Starts the product, on a free port unless PORT is given. Throws with its output when it does not come up. */
export async function startProduct(environment: Environment, args: string[] = []): Promise<ProductProcess> {
  const PORT = environment.PORT ?? String(await freePort());
  const child = spawnScript('start', args, { LOG_LEVEL: 'error', ...environment, PORT });
  const output = collectOutput(child);
  await waitUntilReady(child);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    origin: `http://localhost:${PORT}`,
    pid: child.pid as number,
    output,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Starts the API alone, without sample content. */
export async function startApi(environment: Environment): Promise<ApiProcess> {
  const api = await startProduct({ SEED: 'none', ...environment }, ['--api']);
  const origin = api.origin.replace('localhost', '127.0.0.1');
  return { ...api, origin, checkout: checkoutAt(origin) };
}

/** Waits until a start prints that it is ready. Throws with its output when it ends before; kills one that hangs. */
export function waitUntilReady(child: ScriptProcess): Promise<void> {
  const output = collectOutput(child);
  return new Promise((resolve, reject) => {
    const timeout = setTimeout(() => child.kill('SIGKILL'), 300_000);
    child.stdout.on('data', () => {
      if (!/^Ready: /m.test(output())) return;
      clearTimeout(timeout);
      resolve();
    });
    child.once('exit', () => {
      clearTimeout(timeout);
      reject(new Error(`It did not start:\n${output()}`));
    });
  });
}

/** Checkouts at a running API. */
function checkoutAt(origin: string): Checkout {
  return async (token, cartItems, headers): Promise<CheckoutReply> => {
    const response = await send(origin, 'POST /api/order/create', token, { cartItems }, headers);
    return { status: response.status, body: (await response.json()) as CheckoutReply['body'] };
  };
}
