import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ApiError } from '../errors.ts';
import { limitKey } from '../limits/networks.ts';

/**
 * So many streams one address may hold: more than there are people behind any one door, and too few for one machine to
 * fill the memory with. Past it browsers ask again and again instead (web/catalog/seats.store.ts).
 */
export const streamsOfOne = 500;
const held = new Map<string, number>();

/** Sends events as they come, until there are no more or the caller leaves. Throws `too_many_requests`. */
export function stream(context: Context, endpoint: Endpoint, ip: string, open: () => AsyncIterable<unknown>): Response {
  context.header('cache-control', 'no-store');
  context.header('x-accel-buffering', 'no');
  // Nothing comes after a stream: a server that stops need not wait for the next request on this connection.
  context.header('connection', 'close');
  // Nobody would ever read the stream, and so nobody end it.
  if (context.req.method === 'HEAD') return context.body(null, 200, { 'content-type': 'text/event-stream' });
  const key = limitKey(ip);
  const already = held.get(key) ?? 0;
  if (already >= streamsOfOne) throw new ApiError('too_many_requests', {}, { retryAfter: 60 });
  held.set(key, already + 1);
  return streamSSE(context, async (sse) => {
    const beat = setInterval(() => void sse.write(': \n\n').catch(() => {}), 25_000);
    const iterator = open()[Symbol.asyncIterator]();
    sse.onAbort(() => void iterator.return?.());
    try {
      for (let next = await iterator.next(); !next.done && !sse.aborted; next = await iterator.next()) {
        await sse.writeSSE({ data: JSON.stringify(endpoint.reply.parse(next.value)) });
      }
    } finally {
      clearInterval(beat);
      const left = (held.get(key) ?? 1) - 1;
      if (left) held.set(key, left);
      else held.delete(key);
    }
  });
}
