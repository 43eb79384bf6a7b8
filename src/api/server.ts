import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener, RequestError } from '@hono/node-server';
import { createApp } from './app.ts';
import type { AppContext } from './context.ts';
import type { Env } from './env.ts';
import { mountMedia } from './http/media.ts';
import { type ServedSite, serveSite } from './http/serveSite.ts';
import { apiHeaders, cameraHeaders, isCameraPath, siteHeaders } from './http/siteHeaders.ts';
import { createRedirects } from './redirects/redirects.service.ts';

/** The HTTP server for `/api`, `/media` and the site. */
export interface Server {
  port: number;
  /** Serves this release of the site from now on. */
  showSite(site: ServedSite): void;
  /** Closes when the running requests have ended, after 10 s at the latest. */
  close(): Promise<void>;
}

/** Limits of a connection, in milliseconds, so that slow clients cannot hold every connection. */
const limitsOf = ({ trustedProxies }: Env) => ({
  headersTimeout: 15_000,
  // Long enough for seven photographs over a slow line.
  requestTimeout: 300_000,
  // Longer than proxies keep idle ones (Caddy two minutes): what a proxy sends on one that closes here first is lost.
  keepAliveTimeout: trustedProxies.length ? 125_000 : 10_000,
  connectionsCheckingInterval: 5_000,
});

/** Answers malformed and timed out requests. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex, headers: [string, string][]): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = statuses[error.code ?? ''] ?? '400 Bad Request';
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status}\r\n${lines}Connection: close\r\n\r\n`);
}

/** Two Host headers: a proxy may have looked at the other one. */
const hasTwoHosts = ({ rawHeaders }: IncomingMessage): boolean =>
  rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length > 1;

const statuses: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
};

/** Listens on the configured port. Throws the listen error (`EADDRINUSE`, …). */
export async function listen(ctx: AppContext, limits = limitsOf(ctx.env)): Promise<Server> {
  const app = createApp(ctx);
  mountMedia(app, ctx);
  let site: ServedSite | undefined;
  const headers = Object.entries(apiHeaders(ctx.env));
  const pageHeaders = siteHeaders(ctx.env);
  const doorHeaders = { ...pageHeaders, ...cameraHeaders };
  const findRedirect = createRedirects(ctx);
  app.on(['GET', 'POST'], '*', (context) =>
    serveSite(site, context, findRedirect, isCameraPath(context.req.path) ? doorHeaders : pageHeaders),
  );
  const answer = getRequestListener(app.fetch, {
    // A malformed address never reaches the app, which answers its own errors.
    errorHandler: (error) => new Response(null, { status: error instanceof RequestError ? 400 : 500, headers }),
  });
  // Without `requireHostHeader` the app answers a missing host itself, with the header that every answer has.
  const server = createServer({ ...limits, requireHostHeader: false }, (incoming, outgoing) => {
    if (hasTwoHosts(incoming)) {
      return void outgoing.writeHead(400, { ...Object.fromEntries(headers), connection: 'close' }).end();
    }
    return answer(incoming, outgoing);
  });
  server.on('checkExpectation', (_, response) => void response.writeHead(417, Object.fromEntries(headers)).end());
  server.on('clientError', (error, socket) => answerClientError(error, socket, headers));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(ctx.env.port, ctx.env.listenHost, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    showSite(next) {
      site = next;
    },
    async close() {
      ctx.stopping.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Repeatedly: a connection becomes idle only when its last answer has ended.
      const closeIdle = setInterval(() => server.closeIdleConnections(), 100);
      const closeAll = setTimeout(() => server.closeAllConnections(), 10_000);
      await closed;
      clearInterval(closeIdle);
      clearTimeout(closeAll);
    },
  };
}
