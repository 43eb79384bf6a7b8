// The load generator. It runs in a process of its own, so that it shares no event loop with its caller.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Connection, openConnection, type RawRequest } from './httpConnection.ts';

/** Requests to one path; bodies and tokens are used in turn. */
export interface Requests {
  method: 'GET' | 'POST';
  path: string;
  bodies?: string[];
  tokens?: string[];
}

interface Load extends Requests {
  origin: string;
  connections: number;
  /** Either for some time, or a number of bursts, in which every connection sends one request at the same moment. */
  for: { seconds: number } | { bursts: number };
  /** Requests per second at random moments; without it each connection sends its next request at once. */
  rate?: number;
}

interface LoadResult {
  /** Milliseconds. */
  latency: { p50: number; p95: number; p99: number };
  perSecond: number;
  /** Requests that were not answered with 2xx. */
  failed: number;
}

/** The same load before each measurement, which is not counted: first runs of code and new connections are slower. */
const warmUp = { seconds: 2, bursts: 5 };

/** Sends a load from a child process. Throws if that ends without a result. */
export async function generateLoad(load: Load): Promise<LoadResult> {
  const child = fork(new URL(import.meta.url), { execArgv: ['--disable-warning=ExperimentalWarning'] });
  child.send(load);
  const [result] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as [LoadResult | number];
  if (typeof result !== 'object') throw new Error('the load generator ended early');
  child.kill();
  return result;
}

function createRequests({ origin, method, path, bodies, tokens }: Load): () => RawRequest {
  let count = 0;
  return () => {
    const body = bodies?.[count % bodies.length] ?? '';
    const token = tokens?.[count % tokens.length];
    count += 1;
    const head = [
      `${method} ${path} HTTP/1.1`,
      `host: ${new URL(origin).host}`,
      'accept-encoding: gzip, deflate, br',
      ...(token ? [`authorization: Bearer ${token}`] : []),
      ...(bodies ? ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`] : []),
    ];
    return { head: `${head.join('\r\n')}\r\n\r\n`, body };
  };
}

interface Samples {
  latencies: number[];
  failed: number;
}

/** Sends a request and records its latency, counted from `dueAt`. */
async function sendTimed(
  connection: Connection,
  request: RawRequest,
  samples: Samples,
  dueAt = performance.now(),
): Promise<void> {
  const status = await connection.send(request).catch(() => 0);
  if (status < 200 || status > 299) samples.failed += 1;
  samples.latencies.push(performance.now() - dueAt);
}

function summarize({ latencies, failed }: Samples, seconds: number): LoadResult {
  latencies.sort((a, b) => a - b);
  const at = (share: number) =>
    latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? Number.NaN;
  return { latency: { p50: at(0.5), p95: at(0.95), p99: at(0.99) }, perSecond: latencies.length / seconds, failed };
}

/** Milliseconds until each of `rate` requests per second that are independent of each other (a Poisson process). */
function* randomArrivals(rate: number, seconds: number): Generator<number> {
  const interval = () => (-Math.log(1 - Math.random()) / rate) * 1000;
  for (let dueMs = interval(); dueMs < seconds * 1000; dueMs += interval()) yield dueMs;
}

/**
 * Sends requests at random moments. Latency counts from the moment a request was due, so that a stalled server or
 * generator does not look fast. A request that is due while every connection is busy waits for the next free one.
 */
async function sendAtRate(
  connections: Connection[],
  next: () => RawRequest,
  rate: number,
  seconds: number,
  samples: Samples,
) {
  const free = [...connections];
  const waiting: number[] = [];
  const send = async (connection: Connection, first: number) => {
    for (let dueAt: number | undefined = first; dueAt !== undefined; dueAt = waiting.shift())
      await sendTimed(connection, next(), samples, dueAt);
    free.push(connection);
  };
  const running: Promise<void>[] = [];
  const start = performance.now();
  for (const dueMs of randomArrivals(rate, seconds)) {
    const dueAt = start + dueMs;
    const untilDue = () => dueAt - performance.now();
    for (let waitMs = untilDue(); waitMs > 0; waitMs = untilDue()) await sleep(waitMs);
    const connection = free.shift();
    if (connection) running.push(send(connection, dueAt));
    else waiting.push(dueAt);
  }
  await Promise.all(running);
}

/** Each connection sends its next request as soon as the last is answered. */
async function sendContinuously(connections: Connection[], next: () => RawRequest, seconds: number, samples: Samples) {
  const end = performance.now() + seconds * 1000;
  const sendUntilEnd = async (connection: Connection) => {
    while (performance.now() < end) await sendTimed(connection, next(), samples);
  };
  await Promise.all(connections.map(sendUntilEnd));
}

/** All connections send one request at the same moment; the next burst follows when all are answered. */
async function sendBursts(connections: Connection[], next: () => RawRequest, count: number, samples: Samples) {
  for (let burst = 0; burst < count; burst += 1)
    await Promise.all(connections.map((connection) => sendTimed(connection, next(), samples)));
}

async function runLoad(load: Load): Promise<LoadResult> {
  const next = createRequests(load);
  const connections = await Promise.all(Array.from({ length: load.connections }, () => openConnection(load.origin)));
  const run = async (limit: Load['for']) => {
    const samples: Samples = { latencies: [], failed: 0 };
    const start = performance.now();
    if ('bursts' in limit) await sendBursts(connections, next, limit.bursts, samples);
    else if (load.rate) await sendAtRate(connections, next, load.rate, limit.seconds, samples);
    else await sendContinuously(connections, next, limit.seconds, samples);
    return summarize(samples, (performance.now() - start) / 1000);
  };
  await run('bursts' in load.for ? { bursts: warmUp.bursts } : { seconds: warmUp.seconds });
  return run(load.for);
}

// `on`, not `once`: without a listener the process would end, sometimes before its result arrives.
if (process.send) process.on('message', async (load: Load) => process.send?.(await runLoad(load)));
