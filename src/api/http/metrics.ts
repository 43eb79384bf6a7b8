import { createHash, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import type { AppContext } from '../context.ts';

const loopback = /^(?:127\.|::1$|::ffff:127\.)/;
const ownName = /^(?:localhost|127\.[\d.]+|\[::1\])$/;
const started = Date.now() / 1000;
const calls = new Map<string, { count: number; seconds: number }>();

/** Counts an answered call, by its declared route and status: never by what is in an address. */
export function countCall(method: string, route: string, status: number, seconds: number): void {
  const labels = `method="${method}",route="${route.replace(/["\\\n]/g, '')}",status="${status}"`;
  const known = calls.get(labels) ?? { count: 0, seconds: 0 };
  calls.set(labels, { count: known.count + 1, seconds: known.seconds + seconds });
}

/** What proxies add to a call. Whoever came through one is not this machine, though its address says so. */
const forwarding = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

/**
 * `/metrics` in the Prometheus format: for who brings METRICS_TOKEN, or without one for this machine alone. Everybody
 * else gets 404, as for any address that is not there.
 */
export function mountMetrics(app: Hono, { env }: AppContext): void {
  app.get('/metrics', (context, next) => {
    const allowed = env.metricsToken ? bringsToken(context, env.metricsToken) : isThisMachine(context);
    if (!allowed) return next();
    return context.text(render(), 200, { 'content-type': 'text/plain; version=0.0.4', 'cache-control': 'no-store' });
  });
}

function isThisMachine(context: Context): boolean {
  const address = (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress ?? '';
  const { hostname } = new URL(context.req.url);
  return loopback.test(address) && ownName.test(hostname) && !forwarding.some((name) => context.req.header(name));
}

function bringsToken(context: Context, token: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(context.req.header('authorization') ?? ''), hash(`Bearer ${token}`));
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
