import type { HttpBindings } from '@hono/node-server';
import type { Hono } from 'hono';

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;
const started = Date.now() / 1000;
const calls = new Map<string, { count: number; seconds: number }>();

/** Counts an answered call, by its declared route and status: never by what is in an address. */
export function countCall(method: string, route: string, status: number, seconds: number): void {
  const labels = `method="${method}",route="${route.replace(/["\\\n]/g, '')}",status="${status}"`;
  const known = calls.get(labels) ?? { count: 0, seconds: 0 };
  calls.set(labels, { count: known.count + 1, seconds: known.seconds + seconds });
}

/** `/metrics` in the Prometheus format, for this machine alone: a proxy's callers get 404 like everybody else. */
export function mountMetrics(app: Hono): void {
  app.get('/metrics', (context, next) => {
    const address = (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress ?? '';
    const forwarded = context.req.header('x-forwarded-for') ?? context.req.header('forwarded');
    if (!loopback.test(address) || forwarded !== undefined) return next();
    return context.text(render(), 200, { 'content-type': 'text/plain; version=0.0.4', 'cache-control': 'no-store' });
  });
}

function render(): string {
  const rows = [...calls].sort(([a], [b]) => (a < b ? -1 : 1));
  return [
    '# TYPE http_requests_total counter',
    ...rows.map(([labels, { count }]) => `http_requests_total{${labels}} ${count}`),
    '# TYPE http_request_seconds_total counter',
    ...rows.map(([labels, { seconds }]) => `http_request_seconds_total{${labels}} ${seconds.toFixed(6)}`),
    '# TYPE process_start_time_seconds gauge',
    `process_start_time_seconds ${started.toFixed(3)}`,
    '# TYPE process_resident_memory_bytes gauge',
    `process_resident_memory_bytes ${process.memoryUsage.rss()}`,
    '',
  ].join('\n');
}
