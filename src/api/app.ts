import { type Context, Hono } from 'hono';
import { getPath } from 'hono/utils/url';
import type { Endpoint } from '../contract/endpoint.ts';
import { type AllEndpoints, endpoints, type Key } from '../contract/endpoints.ts';
import { once } from '../shared/format.ts';
import { accountRoutes } from './account/account.routes.ts';
import { auditRoutes } from './audit/audit.routes.ts';
import { blogRoutes } from './blog/blog.routes.ts';
import { cardsRoutes } from './cards/cards.routes.ts';
import { cartRoutes } from './cart/cart.routes.ts';
import { mountCalendar } from './catalog/calendar.routes.ts';
import { catalogRoutes } from './catalog/catalog.routes.ts';
import { commentsRoutes } from './comments/comments.routes.ts';
import { consultingRoutes } from './consulting/consulting.routes.ts';
import { contentRoutes } from './content/content.routes.ts';
import type { AppContext } from './context.ts';
import { isDatabaseDown } from './db/pgErrors.ts';
import { documentsRoutes } from './documents/documents.routes.ts';
import { doorRoutes } from './door/door.routes.ts';
import { endMovedArrivals } from './door/movedArrivals.service.ts';
import { enquiriesRoutes } from './enquiries/enquiries.routes.ts';
import { ApiError } from './errors.ts';
import { feedbackRoutes } from './feedback/feedback.routes.ts';
import { galleryRoutes } from './gallery/gallery.routes.ts';
import { createAnswerCache } from './http/answerCache.ts';
import { allowOrigin } from './http/cors.ts';
import { mountHealth } from './http/health.ts';
import { mountMetrics, recordCall } from './http/metrics.ts';
import { openApi } from './http/openapi.ts';
import { type AnyHandler, type Handlers, route, sendShared } from './http/route.ts';
import { createAuthorise } from './http/session.ts';
import { apiHeaders } from './http/siteHeaders.ts';
import { decisionsRoutes } from './notices/decisions.routes.ts';
import { lockDueDates } from './orders/movedDueDates.service.ts';
import { seatsSold } from './orders/orders.admin.service.ts';
import { ordersRoutes } from './orders/orders.routes.ts';
import { mailProductHidden, mailProductRestored } from './orders/productMessages.service.ts';
import { seatChangesRoutes } from './orders/seatChanges.routes.ts';
import { paymentsRoutes } from './payments/payments.routes.ts';
import { privacyRoutes } from './privacy/privacy.routes.ts';
import { publishRoutes } from './publish/publish.routes.ts';
import { redirectsRoutes } from './redirects/redirects.routes.ts';
import { samplesRoutes } from './samples/samples.routes.ts';
import { secondFactorRoutes } from './secondFactor/secondFactor.routes.ts';
import { securityRoutes } from './security/security.routes.ts';
import { setupRoutes } from './setup/setup.routes.ts';
import { siteRoutes } from './site/site.routes.ts';
import { isFull } from './startErrors.ts';
import { statsRoutes } from './stats/stats.routes.ts';
import { BucketError } from './storage/bucket.ts';
import { picturesRoutes } from './storage/pictures.routes.ts';
import { templatesRoutes } from './templates/templates.routes.ts';
import { ticketsRoutes } from './tickets/tickets.routes.ts';
import { trashRoutes } from './trash/trash.routes.ts';
import { waitlistRoutes } from './waitlist/waitlist.routes.ts';

const createHandlers = (ctx: AppContext) =>
  ({
    ...accountRoutes(ctx),
    ...secondFactorRoutes(ctx),
    ...securityRoutes(ctx),
    ...auditRoutes(ctx),
    ...catalogRoutes(ctx, { seatsSold, lockDueDates, endMovedArrivals, mailProductHidden, mailProductRestored }),
    ...cartRoutes(ctx),
    ...ordersRoutes(ctx),
    ...waitlistRoutes(ctx),
    ...seatChangesRoutes(ctx),
    ...decisionsRoutes(ctx),
    ...feedbackRoutes(ctx),
    ...ticketsRoutes(ctx),
    ...paymentsRoutes(ctx),
    ...cardsRoutes(ctx),
    ...documentsRoutes(ctx),
    ...doorRoutes(ctx),
    ...consultingRoutes(ctx),
    ...contentRoutes(ctx),
    ...galleryRoutes(ctx),
    ...picturesRoutes(ctx),
    ...blogRoutes(ctx),
    ...commentsRoutes(ctx),
    ...enquiriesRoutes(ctx),
    ...privacyRoutes(ctx),
    ...publishRoutes(ctx),
    ...redirectsRoutes(ctx),
    ...statsRoutes(ctx),
    ...siteRoutes(ctx),
    ...templatesRoutes(ctx),
    ...setupRoutes(ctx),
    ...samplesRoutes(ctx),
    ...trashRoutes(ctx),
  }) satisfies Handlers<AllEndpoints>;

/**
 * Path of a request. The slash in the name of a legal text (`content/legal/gizlilik`) is part of that name; a ticket's
 * address with `.pdf` at the end is that of its PDF.
 */
const readPath = (request: Request): string =>
  getPath(request)
    .replace(/^(\/api\/(?:admin\/)?content\/legal)\//, '$1%2F')
    .replace(/^(\/api\/tickets\/[^/]+)\.pdf$/, '$1/ticket.pdf');

/** The API as one Hono app: every declared call, 404 for everything else under /api. */
export function createApp(ctx: AppContext): Hono {
  const app = new Hono({ getPath: readPath });
  const handlers: Record<Key, AnyHandler> = createHandlers(ctx);
  const deps = { ctx, authorise: createAuthorise(ctx), sharedAnswer: createAnswerCache(ctx.events) };

  const headers = Object.entries(apiHeaders(ctx.env));
  app.onError((error, context) => answerError(error, context, ctx));
  app.use('*', async (context, next) => {
    for (const [name, value] of headers) context.header(name, value);
    await next();
  });
  app.use('/api/*', logCalls(ctx));
  app.use('/api/*', allowOrigin(ctx.env.siteUrl));
  mountHealth(app, ctx);
  mountMetrics(app, ctx);
  mountCalendar(app, ctx, deps.sharedAnswer);
  const openApiDocument = once(() => JSON.stringify(openApi(ctx.env.siteUrl)));
  app.get('/api/openapi.json', async (context) => {
    const read = async () => ({ text: openApiDocument(), headers: {} });
    return sendShared(context, await deps.sharedAnswer(context.req.path, read));
  });

  for (const [key, endpoint] of Object.entries(endpoints) as [Key, Endpoint][]) {
    const [method = '', path = ''] = key.split(' ');
    app.on(method, path, (context) => route(context, endpoint, handlers[key], deps));
  }
  app.all('/api/*', () => {
    throw new ApiError('not_found');
  });
  return app;
}

/** Maps every error to an answer. Unexpected ones are logged and answered without details. */
function answerError(error: Error, context: Context, { log }: AppContext): Response {
  let apiError = error instanceof ApiError ? error : undefined;
  if (!apiError) {
    const isDown = isDatabaseDown(error) || error instanceof BucketError || isFull(error);
    apiError = new ApiError(isDown ? 'unavailable' : 'internal');
    // With the id of the answer, by which the entry of a reported error is found.
    log.error(
      { id: context.res.headers.get('x-request-id'), err: error, path: context.req.routePath },
      'request failed',
    );
  }
  context.header('cache-control', 'no-store');
  const retryAfter = apiError.retryAfter ?? (apiError.status === 503 ? 5 : undefined);
  if (retryAfter) context.header('retry-after', String(retryAfter));
  return context.json(apiError.body, apiError.status as 400);
}

/** Logs route, status and duration of each call; never an IP address, body or query. */
function logCalls({ log }: AppContext) {
  return async (context: Context, next: () => Promise<void>) => {
    const id = crypto.randomUUID().slice(0, 8);
    const start = performance.now();
    context.header('x-request-id', id);
    await next();
    const call = { id, method: context.req.method, route: context.req.routePath, status: context.res.status };
    const ms = performance.now() - start;
    log.debug({ ...call, ms: Math.round(ms) }, 'call');
    recordCall(call.method, call.route, call.status, ms / 1000);
  };
}
