// Starts the product in a process of its own.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cartLine } from '../../tests/load/cartLines.ts';
import { freePort } from '../../tests/load/ports.ts';
import { waitUntilReady } from '../../tests/load/processes.ts';
import { send } from '../../tests/load/send.ts';

const adminAccount = { email: 'yonetici@ornek.com', password: 'uzun-bir-yonetici-sifresi' };

export function createTempFolder() {
  const path = mkdtempSync(join(tmpdir(), 'practice-bench-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** A running product. Disposing it stops the process. */
export interface Product extends AsyncDisposable {
  origin: string;
  /** From the start of the process until it printed that it is ready. */
  seconds: number;
  /** Megabytes of the process and its children: now, and the maximum so far. */
  memory(): { now: number; peak: number };
}

export async function startProduct(environment: Record<string, string>, apiOnly = false): Promise<Product> {
  const port = await freePort();
  const start = performance.now();
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'scripts/run.ts', 'start', ...(apiOnly ? ['--api'] : [])],
    {
      env: {
        PATH: process.env.PATH,
        PORT: String(port),
        LOG_LEVEL: 'error',
        RATE_LIMIT_FACTOR: '1000000',
        ADMIN_EMAIL: adminAccount.email,
        ADMIN_PASSWORD: adminAccount.password,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let peak = 0;
  const sample = () => {
    const now = treeMemory(child.pid as number);
    peak = Math.max(peak, now);
    return now;
  };
  const timer = setInterval(sample, 200);
  await waitUntilReady(child).catch((error) => {
    clearInterval(timer);
    throw error;
  });
  return {
    origin: `http://127.0.0.1:${port}`,
    seconds: (performance.now() - start) / 1000,
    memory: () => ({ now: sample(), peak }),
    async [Symbol.asyncDispose]() {
      clearInterval(timer);
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Resident megabytes of a process and its descendants (Linux); 0 once it has ended. */
function treeMemory(pid: number): number {
  try {
    const own = Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
    const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      (readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').match(/\d+/g) ?? []).map(Number),
    );
    return children.reduce((sum, child) => sum + treeMemory(child), own);
  } catch {
    return 0;
  }
}

/** Signs in as the admin of a running product. */
export async function adminToken(origin: string): Promise<string> {
  const answer = await send(origin, 'POST /api/login', undefined, adminAccount);
  return ((await answer.json()) as { token: string }).token;
}

/** Orders seats of one event. */
export async function buySeats(
  origin: string,
  token: string,
  event: string,
  quantity = 1,
): Promise<{ id: string; participants: { ticket_url: string }[] }> {
  const cartItems = [cartLine(event, quantity)];
  const answer = await send(origin, 'POST /api/order/create', token, { cartItems });
  return ((await answer.json()) as { orders: [Awaited<ReturnType<typeof buySeats>>] }).orders[0];
}
