import type { HttpBindings } from '@hono/node-server';
import type { Context, Hono } from 'hono';
import { Counter, Histogram } from 'prom-client';
import type { AppContext } from '../context.ts';
import { isSameSecret } from '../hash.ts';
import { registry } from './registry.ts';

const requests = new Counter({
  name: 'http_requests_total',
  help: 'Answered API calls',
  labelNames: ['method', 'route', 'status'],
  registers: [registry],
});
const durations = new Histogram({
  name: 'http_request_duration_seconds',
  help: 'Time until an API call was answered',
  labelNames: ['method', 'route'],
  buckets: [0.002, 0.005, 0.01, 0.03, 0.06, 0.1, 0.3, 1, 3],
  registers: [registry],
});

/** Counts an answered call by its declared route, never by its path, which may contain what people typed. */
export function recordCall(method: string, route: string, status: number, seconds: number): void {
  requests.inc({ method, route, status });
  durations.observe({ method, route }, seconds);
}

/**
 * Mounts `/metrics` in the Prometheus format: for callers that send METRICS_TOKEN as a bearer token, or without that
 * variable for callers on this machine where the site itself is on it only (SITE_URL). Everybody else gets 404.
 */
export function mountMetrics(app: Hono, { env }: AppContext): void {
  app.get('/metrics', async (context, next) => {
    const isAllowed = env.metricsToken
      ? isSameSecret(context.req.header('authorization') ?? '', `Bearer ${env.metricsToken}`)
      : isLocal(context, env.siteUrl);
    if (!isAllowed) return next();
    const headers = { 'content-type': registry.contentType, 'cache-control': 'no-store' };
    return context.body(await registry.metrics(), 200, headers);
  });
}

const loopbackAddress = /^(?:127\.|::1$|::ffff:127\.)/;
const loopbackName = /^(?:localhost|127\.[\d.]+|\[::1\])$/;
/** Headers that proxies add: a caller that came through one is not local although the address says so. */
const proxyHeaders = ['forwarded', 'via', 'x-real-ip', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'];

function isLocal(context: Context, siteUrl: string): boolean {
  // A proxy in front of a public site may add none of the headers below.
  if (!loopbackName.test(new URL(siteUrl).hostname)) return false;
  const address = (context.env as Partial<HttpBindings> | undefined)?.incoming?.socket?.remoteAddress ?? '';
  const { hostname } = new URL(context.req.url);
  const isProxied = proxyHeaders.some((name) => context.req.header(name));
  return loopbackAddress.test(address) && loopbackName.test(hostname) && !isProxied;
}
