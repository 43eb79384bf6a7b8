import type { MiddlewareHandler } from 'hono';

/**
 * Lets pages of `site` call from its own origin, without credentials, errors included; nobody else (CONTRACT.md 1). Says
 * so before the answer is made: whatever touches a finished one has it made anew, which costs more than the call itself.
 */
export const allowOrigin =
  (site: string): MiddlewareHandler =>
  async (context, next) => {
    context.header('vary', 'Origin');
    context.header('access-control-expose-headers', 'x-total-count,retry-after,etag');
    if (context.req.header('origin') === site) context.header('access-control-allow-origin', site);
    if (context.req.method !== 'OPTIONS') return next();
    context.header('access-control-max-age', '600');
    context.header('access-control-allow-methods', 'GET,POST,PUT,PATCH,DELETE');
    context.header('access-control-allow-headers', 'authorization,content-type,idempotency-key');
    return context.body(null, 204);
  };
