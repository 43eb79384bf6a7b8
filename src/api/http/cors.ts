import type { MiddlewareHandler } from 'hono';

/**
 * Allows cross-origin calls from `site` alone, without credentials, errors included (docs/rules.md, calls). Sets the
 * headers before the answer exists: changing a finished response makes a new one, which costs more than the call.
 */
export const allowOrigin =
  (site: string): MiddlewareHandler =>
  async (context, next) => {
    context.header('vary', 'Origin');
    context.header('access-control-expose-headers', 'x-total-count,retry-after,etag,date');
    if (context.req.header('origin') === site) context.header('access-control-allow-origin', site);
    if (context.req.method !== 'OPTIONS') return next();
    context.header('access-control-max-age', '600');
    context.header('access-control-allow-methods', 'GET,POST,PUT,PATCH,DELETE');
    context.header('access-control-allow-headers', 'authorization,content-type,idempotency-key,x-device-id');
    return context.body(null, 204);
  };
