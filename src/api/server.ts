import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import type { Hono } from 'hono';
import { createApp } from './app.ts';
import { mountMedia } from './http/media.ts';
import { readSite, type Site, serveSite } from './http/site.ts';
import type { Platform } from './platform.ts';

/** The whole product on one port: `/api`, `/media` and the site. */
export interface Server {
  app: Hono;
  port: number;
  /** Serves the release in this folder from now on. */
  show(folder: string): Promise<void>;
  /** Lets running requests end, at most 10 s, then closes. */
  close(): Promise<void>;
}

/** Listens on the platform's port. Throws the listen error (`EADDRINUSE`, …). */
export async function listen(platform: Platform): Promise<Server> {
  const app = createApp(platform);
  mountMedia(app, platform);
  let site: Site | undefined;
  app.get('*', (context) => serveSite(site, context));
  const server = await new Promise<ServerType>((resolve, reject) => {
    const starting = serve({ fetch: app.fetch, port: platform.env.port, overrideGlobalObjects: false }, () =>
      resolve(starting),
    );
    starting.once('error', reject);
  });
  return {
    app,
    port: (server.address() as AddressInfo).port,
    async show(folder) {
      site = await readSite(folder);
    },
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      if ('closeIdleConnections' in server) server.closeIdleConnections();
      const late = setTimeout(() => 'closeAllConnections' in server && server.closeAllConnections(), 10_000);
      await closed;
      clearTimeout(late);
    },
  };
}
