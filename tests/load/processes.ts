import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort } from './ports.ts';
import type { Answer, Sell } from './rush.ts';

const root = new URL('../..', import.meta.url).pathname;

/** The API in a process of its own. */
export interface ApiProcess {
  origin: string;
  pid: number;
  sell: Sell;
  /** Ends it as a power switch would. Resolves when it is gone. */
  kill(): Promise<void>;
  /** Ends it the ordinary way. */
  stop(): Promise<void>;
}

/** Starts `scripts/start.ts --api`. Throws with its words when it does not come up. */
export async function startApi(environment: Record<string, string>): Promise<ApiProcess> {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(root, 'scripts/start.ts'), '--api'],
    {
      cwd: root,
      env: { PATH: process.env.PATH, PORT: String(port), SEED: 'none', LOG_LEVEL: 'error', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  await ready(child);
  const origin = `http://127.0.0.1:${port}`;
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return {
    origin,
    pid: child.pid as number,
    sell: sellAt(origin),
    kill: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  };
}

/** Waits until a start says it is ready. Throws with its words when it ends before; one that hangs is ended. */
export function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let words = '';
    const late = setTimeout(() => child.kill('SIGKILL'), 100_000);
    const hear = (chunk: Buffer) => {
      words += chunk;
      if (!/^Ready: /m.test(words)) return;
      clearTimeout(late);
      resolve();
    };
    child.stdout?.on('data', hear);
    child.stderr?.on('data', hear);
    child.once('exit', () => {
      clearTimeout(late);
      reject(new Error(`It did not start:\n${words}`));
    });
  });
}

/** Checkouts at a running API. */
function sellAt(origin: string): Sell {
  return async (token, cartItems, headers = {}): Promise<Answer> => {
    const response = await fetch(`${origin}/api/order/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body: JSON.stringify({ cartItems }),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };
}
