import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ApiError } from '../errors.ts';
import { networksOf } from '../limits/networks.ts';

/**
 * Open streams per address: more than people share one address, too few to exhaust the memory from one machine. Beyond
 * it browsers poll instead (web/catalog/seatStream.store.ts).
 */
export const maxStreams = {
  perAddress: 500,
  /** Of callers without a session in one IPv6 /48, which one person gets for nothing. */
  perWideNetwork: 200,
  inAll: 5000,
};
/** Open streams by network. */
const openStreams = new Map<string, number>();
const total = 'all';

/** The networks a stream counts for, with their limits. */
function countersOf(ip: string, anonymous: boolean): [key: string, limit: number][] {
  const networks = networksOf(ip);
  const wide = networks.length > 1 && anonymous ? networks.at(-1) : undefined;
  return [
    [networks[0] as string, maxStreams.perAddress],
    ...(wide ? [[wide, maxStreams.perWideNetwork] as [string, number]] : []),
    [total, maxStreams.inAll],
  ];
}

function addToCounters(counters: [key: string, limit: number][], change: 1 | -1): void {
  for (const [key] of counters) {
    const count = (openStreams.get(key) ?? 0) + change;
    if (count > 0) openStreams.set(key, count);
    else openStreams.delete(key);
  }
}

/** Sends server-sent events until there are no more or the caller leaves. Throws `too_many_requests`. */
export function sendStream(
  context: Context,
  endpoint: Endpoint,
  caller: { ip: string; anonymous: boolean },
  open: () => AsyncIterable<unknown>,
): Response {
  context.header('x-accel-buffering', 'no');
  // Lets a server that stops close the connection without waiting for its next request.
  context.header('connection', 'close');
  // A HEAD request would never read the stream and so never end it.
  if (context.req.method === 'HEAD')
    return context.body(null, 200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  const counters = countersOf(caller.ip, caller.anonymous);
  const isFull = counters.some(([key, limit]) => (openStreams.get(key) ?? 0) >= limit);
  if (isFull) throw new ApiError('too_many_requests', {}, { retryAfter: 60 });
  addToCounters(counters, 1);
  const response = streamSSE(context, async (sse) => {
    const keepAlive = setInterval(() => void sse.write(': \n\n').catch(() => {}), 25_000);
    const iterator = open()[Symbol.asyncIterator]();
    sse.onAbort(() => void iterator.return?.());
    try {
      for (let next = await iterator.next(); !next.done && !sse.aborted; next = await iterator.next()) {
        await sse.writeSSE({ data: JSON.stringify(endpoint.reply.parse(next.value)) });
      }
    } finally {
      clearInterval(keepAlive);
      addToCounters(counters, -1);
    }
  });
  // In place of the helper's own `no-cache`.
  response.headers.set('cache-control', 'no-store');
  return response;
}
