import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Checkout, CheckoutReply } from './checkouts.ts';
import { freePort } from './ports.ts';

const root = new URL('../..', import.meta.url).pathname;

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

/** Starts `scripts/start.ts`, on a free port unless PORT is given. Throws with its output when it does not come up. */
export async function startProduct(
  environment: Record<string, string | undefined>,
  args: string[] = [],
): Promise<ProductProcess> {
  const PORT = environment.PORT ?? String(await freePort());
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'scripts/start.ts'), ...args],
    {
      cwd: root,
      env: { PATH: process.env.PATH, LOG_LEVEL: 'error', ...environment, PORT },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const collect = (chunk: Buffer) => {
    output += chunk;
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  await waitUntilReady(child);
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    origin: `http://localhost:${PORT}`,
    pid: child.pid as number,
    output: () => output,
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Starts the API alone, without sample content. */
export async function startApi(environment: Record<string, string>): Promise<ApiProcess> {
  const api = await startProduct({ SEED: 'none', ...environment }, ['--api']);
  const origin = api.origin.replace('localhost', '127.0.0.1');
  return { ...api, origin, checkout: checkoutAt(origin) };
}

/** Waits until a start prints that it is ready. Throws with its output when it ends before; kills one that hangs. */
export function waitUntilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    const timeout = setTimeout(() => child.kill('SIGKILL'), 150_000);
    const read = (chunk: Buffer) => {
      output += chunk;
      if (!/^Ready: /m.test(output)) return;
      clearTimeout(timeout);
      resolve();
    };
    child.stdout?.on('data', read);
    child.stderr?.on('data', read);
    child.once('exit', () => {
      clearTimeout(timeout);
      reject(new Error(`It did not start:\n${output}`));
    });
  });
}

/** Checkouts at a running API. */
function checkoutAt(origin: string): Checkout {
  return async (token, cartItems, headers = {}): Promise<CheckoutReply> => {
    const response = await fetch(`${origin}/api/order/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify({ cartItems }),
    });
    return { status: response.status, body: (await response.json()) as CheckoutReply['body'] };
  };
}
