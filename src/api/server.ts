import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { createApp } from './app.ts';
import type { AppContext } from './context.ts';
import { mountMedia } from './http/media.ts';
import { type Site, serveSite } from './http/site.ts';
import { createRedirects } from './redirects/redirects.service.ts';

/** The whole product on one port: `/api`, `/media` and the site. */
export interface Server {
  app: Hono;
  port: number;
  /** Serves this release from now on. */
  show(site: Site): void;
  /** Lets running requests end, at most 10 s, then closes. */
  close(): Promise<void>;
}

/**
 * How long a caller may take: to send the head of a request, the whole of it (seven photographs over a slow line), and
 * between two requests. Without these a few patient strangers could hold every connection.
 */
const patience = {
  headersTimeout: 15_000,
  requestTimeout: 300_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 5_000,
};

/** Answers what is not HTTP, or came too slowly, without a word about why. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const status = statuses[error.code ?? ''] ?? '400 Bad Request';
  socket.end(`HTTP/1.1 ${status}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n`);
}

const statuses: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: '413 Content Too Large',
};

/** Listens on the configured port. Throws the listen error (`EADDRINUSE`, …). */
export async function listen(ctx: AppContext, waits = patience): Promise<Server> {
  const app = createApp(ctx);
  mountMedia(app, ctx);
  let site: Site | undefined;
  const findRedirect = createRedirects(ctx);
  app.on(['GET', 'POST'], '*', (context) => serveSite(site, context, findRedirect));
  const answer = getRequestListener(app.fetch);
  // Where no host is named the app refuses: Node's own answer would lack the header that every answer carries.
  const server = createServer({ ...waits, requireHostHeader: false }, (incoming, outgoing) => {
    // Here, because not every answer comes from the app: an address that cannot be read never reaches it.
    outgoing.setHeader('x-content-type-options', 'nosniff');
    return answer(incoming, outgoing);
  });
  server.on('clientError', refuse);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(ctx.env.port, resolve);
  });
  return {
    app,
    port: (server.address() as AddressInfo).port,
    show(next) {
      site = next;
    },
    async close() {
      ctx.stopping.abort();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // Again and again: a connection whose last answer has just ended is kept alive for the next request.
      const sweep = setInterval(() => server.closeIdleConnections(), 100);
      const late = setTimeout(() => server.closeAllConnections(), 10_000);
      await closed;
      clearInterval(sweep);
      clearTimeout(late);
    },
  };
}
