// The load generator, in a process of its own: what it measures shares no event loop with whoever asks for it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import autocannon from 'autocannon';
import { arrivals } from './arrivals.ts';

/** What is sent: to one path, with bodies and tokens by turns. */
export interface Shots {
  method: 'GET' | 'POST';
  path: string;
  bodies?: string[];
  tokens?: string[];
}

export interface Run extends Shots {
  origin: string;
  connections: number;
  /** How long, or how often everybody at once. */
  for: { seconds: number } | { bursts: number };
  /** Requests a second, at moments that know nothing of each other; without, each connection goes on at once. */
  rate?: number;
}

export interface Result {
  /** Milliseconds. */
  latency: { p50: number; p95: number; p99: number };
  /** Answers a second. */
  average: number;
  /** Requests that were answered with anything but 2xx, or not at all. */
  refused: number;
}

/** Runs in a process of its own. Throws when that ends without a result. */
export async function cannon(run: Run): Promise<Result> {
  const child = fork(new URL(import.meta.url), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.send(run);
  const [result] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [Result | number];
  if (typeof result !== 'object') throw new Error('the load generator ended early');
  child.kill();
  return result;
}

/** Bodies and tokens each go round by themselves. */
function loader({ bodies, tokens }: Shots) {
  let next = 0;
  return () => {
    const turn = next++;
    const token = tokens?.[turn % tokens.length];
    return {
      body: bodies?.[turn % bodies.length],
      headers: {
        ...(bodies ? { 'content-type': 'application/json' } : {}),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
    };
  };
}

function summary(times: number[], refused: number, seconds: number): Result {
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
  return { latency: { p50: at(0.5), p95: at(0.95), p99: at(0.99) }, average: times.length / seconds, refused };
}

/** Not by autocannon: it lets a second's thousands go at its first moment. */
async function paced(run: Run, rate: number, seconds: number): Promise<Result> {
  const { origin, method, path } = run;
  const load = loader(run);
  const { count, quantile, refused } = await arrivals({ rate, seconds }, () =>
    fetch(`${origin}${path}`, { method, ...load() }),
  );
  return {
    latency: { p50: quantile(0.5), p95: quantile(0.95), p99: quantile(0.99) },
    average: count / seconds,
    refused,
  };
}

async function stream(run: Run, seconds: number): Promise<Result> {
  const { origin, connections, method, path } = run;
  const load = loader(run);
  const times: number[] = [];
  const options = {
    url: origin,
    connections,
    duration: seconds,
    requests: [{ method, path, setupRequest: (fresh: autocannon.Request) => ({ ...fresh, ...load() }) }],
  };
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const running = autocannon(options, (error, end) => (error ? reject(error) : resolve(end)));
    running.on('response', (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  });
  return summary(times, result.non2xx + result.errors, seconds);
}

async function bursts(run: Run, count: number): Promise<Result> {
  const { origin, connections, method, path } = run;
  const load = loader(run);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let refused = 0;
  const shoot = (path: string, method: string, { body, headers }: ReturnType<typeof load>) =>
    new Promise<void>((resolve) => {
      const start = performance.now();
      const shot = request(`${origin}${path}`, { agent, method, headers }, (answer) => {
        answer.resume().on('end', () => {
          times.push(performance.now() - start);
          if ((answer.statusCode ?? 500) >= 300) refused += 1;
          resolve();
        });
      });
      shot.on('error', () => {
        refused += 1;
        resolve();
      });
      shot.end(body);
    });
  const everybody = (one: () => Promise<void>) => Promise.all(Array.from({ length: connections }, one));
  const start = performance.now();
  for (let index = 0; index < count; index += 1) {
    // Open connections are part of having arrived.
    await everybody(() => shoot('/healthz', 'GET', { body: undefined, headers: {} }));
    times.length -= connections;
    await everybody(() => shoot(path, method, load()));
  }
  return summary(times, refused, (performance.now() - start) / 1000);
}

if (process.send) {
  // `on`, not `once`: without a listener the process would end, at times before its result has arrived.
  process.on('message', async (run: Run) => {
    const { rate } = run;
    if ('bursts' in run.for) process.send?.(await bursts(run, run.for.bursts));
    else if (rate) process.send?.(await paced(run, rate, run.for.seconds));
    else process.send?.(await stream(run, run.for.seconds));
  });
}
