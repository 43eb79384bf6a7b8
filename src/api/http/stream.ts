import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ApiError } from '../errors.ts';
import { limitKey } from '../limits/networks.ts';

/**
 * Open streams per address: more than people share one address, too few to exhaust the memory from one machine. Beyond
 * it browsers poll instead (web/catalog/seats.store.ts).
 */
export const maxStreamsPerAddress = 500;
const openStreams = new Map<string, number>();

/** Sends server-sent events until there are no more or the caller leaves. Throws `too_many_requests`. */
export function sendStream(
  context: Context,
  endpoint: Endpoint,
  ip: string,
  open: () => AsyncIterable<unknown>,
): Response {
  context.header('cache-control', 'no-store');
  context.header('x-accel-buffering', 'no');
  // Lets a server that stops close the connection without waiting for its next request.
  context.header('connection', 'close');
  // A HEAD request would never read the stream and so never end it.
  if (context.req.method === 'HEAD') return context.body(null, 200, { 'content-type': 'text/event-stream' });
  const key = limitKey(ip);
  const count = openStreams.get(key) ?? 0;
  if (count >= maxStreamsPerAddress) throw new ApiError('too_many_requests', {}, { retryAfter: 60 });
  openStreams.set(key, count + 1);
  return streamSSE(context, async (sse) => {
    const keepAlive = setInterval(() => void sse.write(': \n\n').catch(() => {}), 25_000);
    const iterator = open()[Symbol.asyncIterator]();
    sse.onAbort(() => void iterator.return?.());
    try {
      for (let next = await iterator.next(); !next.done && !sse.aborted; next = await iterator.next()) {
        await sse.writeSSE({ data: JSON.stringify(endpoint.reply.parse(next.value)) });
      }
    } finally {
      clearInterval(keepAlive);
      const remaining = (openStreams.get(key) ?? 1) - 1;
      if (remaining) openStreams.set(key, remaining);
      else openStreams.delete(key);
    }
  });
}
