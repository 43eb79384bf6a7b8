// The load generator, in a process of its own: what it measures shares no event loop with whoever asks for it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { arrivals, onTime } from './arrivals.ts';
import { openWire, type Shot, type Wire } from './wire.ts';

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

/**
 * The same load goes before each measurement and is not counted: for so many seconds, or so many times. Code that runs
 * for the first time and connections that open are another question than how long an answer takes.
 */
const warmUp = { seconds: 2, bursts: 5 };

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
function loader({ origin, method, path, bodies, tokens }: Run): () => Shot {
  let next = 0;
  return () => {
    const turn = next++;
    const body = bodies?.[turn % bodies.length] ?? '';
    const token = tokens?.[turn % tokens.length];
    const head = [
      `${method} ${path} HTTP/1.1`,
      `host: ${new URL(origin).host}`,
      ...(token ? [`authorization: Bearer ${token}`] : []),
      ...(bodies ? ['content-type: application/json', `content-length: ${Buffer.byteLength(body)}`] : []),
    ];
    return { head: `${head.join('\r\n')}\r\n\r\n`, body };
  };
}

/** What was measured so far. */
interface Log {
  times: number[];
  refused: number;
}

/** Sends one and writes down how it went, counted from `due`. */
async function shoot(wire: Wire, shot: Shot, log: Log, due = performance.now()): Promise<void> {
  const status = await wire.send(shot).catch(() => 0);
  if (status < 200 || status > 299) log.refused += 1;
  log.times.push(performance.now() - due);
}

function summary({ times, refused }: Log, seconds: number): Result {
  times.sort((a, b) => a - b);
  const at = (part: number) => times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? Number.NaN;
  return { latency: { p50: at(0.5), p95: at(0.95), p99: at(0.99) }, average: times.length / seconds, refused };
}

/**
 * A request counts from the moment it was due, so that a stalled server, or a stalled generator, does not look quick.
 * One that finds every connection taken waits for the next free one.
 */
async function paced(wires: Wire[], load: () => Shot, rate: number, seconds: number): Promise<Result> {
  const log: Log = { times: [], refused: 0 };
  const free = [...wires];
  const queue: number[] = [];
  const serve = async (wire: Wire, first: number) => {
    for (let due: number | undefined = first; due !== undefined; due = queue.shift())
      await shoot(wire, load(), log, due);
    free.push(wire);
  };
  const running: Promise<void>[] = [];
  const start = performance.now();
  await onTime(arrivals(rate, seconds), (due) => {
    const wire = free.shift();
    if (wire) running.push(serve(wire, due));
    else queue.push(due);
  });
  await Promise.all(running);
  return summary(log, (performance.now() - start) / 1000);
}

/** Each connection sends its next request as soon as the last is answered. */
async function stream(wires: Wire[], load: () => Shot, seconds: number): Promise<Result> {
  const log: Log = { times: [], refused: 0 };
  const start = performance.now();
  const end = start + seconds * 1000;
  const everybody = wires.map(async (wire) => {
    while (performance.now() < end) await shoot(wire, load(), log);
  });
  await Promise.all(everybody);
  return summary(log, (performance.now() - start) / 1000);
}

/** All connections at one moment, again and again. */
async function bursts(wires: Wire[], load: () => Shot, count: number): Promise<Result> {
  const log: Log = { times: [], refused: 0 };
  const start = performance.now();
  for (let index = 0; index < count; index += 1) await Promise.all(wires.map((wire) => shoot(wire, load(), log)));
  return summary(log, (performance.now() - start) / 1000);
}

async function measure(run: Run): Promise<Result> {
  const { origin, connections, rate } = run;
  const load = loader(run);
  const wires = await Promise.all(Array.from({ length: connections }, () => openWire(origin)));
  const fire = (seconds: number, count: number) => {
    if ('bursts' in run.for) return bursts(wires, load, count);
    return rate ? paced(wires, load, rate, seconds) : stream(wires, load, seconds);
  };
  await fire(warmUp.seconds, warmUp.bursts);
  return fire('seconds' in run.for ? run.for.seconds : 0, 'bursts' in run.for ? run.for.bursts : 0);
}

// `on`, not `once`: without a listener the process would end, at times before its result has arrived.
if (process.send) process.on('message', async (run: Run) => process.send?.(await measure(run)));
