import { readFile } from 'node:fs/promises';
import type { Hono } from 'hono';
import { pino } from 'pino';
import { inject } from 'vitest';
import { users } from '../../src/api/account/account.tables.ts';
import { openSession } from '../../src/api/account/sessions.service.ts';
import { createApp } from '../../src/api/app.ts';
import type { AppContext } from '../../src/api/context.ts';
import type { Connection } from '../../src/api/db/connection.ts';
import { openEmbedded } from '../../src/api/db/embedded.ts';
import { openPostgres } from '../../src/api/db/postgres.ts';
import { readEnv } from '../../src/api/env.ts';
import { mountMedia } from '../../src/api/http/media.ts';
import { createContext } from '../../src/api/openContext.ts';
import type { AllEndpoints, Key, Reply } from '../../src/contract/endpoints.ts';
import type { ErrorBody } from '../../src/contract/errors.ts';
import { newDatabase } from '../load/postgres.ts';
import { addCleanup, tempFolder } from './cleanup.ts';

interface Answer<T> {
  status: number;
  headers: Headers;
  /** The reply or the error body: check `status` first. */
  body: T & ErrorBody;
  text: string;
}

export interface Send {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  /** An object is sent as JSON, FormData as multipart, a string unchanged. */
  body?: unknown;
  token?: string;
  headers?: Record<string, string>;
  ip?: string;
  /** Another method than that of the call. */
  method?: string;
}

export interface TestApi {
  app: Hono;
  ctx: AppContext;
  /** Advances the clock of the whole API. */
  advance(milliseconds: number): void;
  send<K extends Key>(key: K, input?: Send): Promise<Answer<Reply<AllEndpoints[K]>>>;
  /** Adds an activated account with a session. */
  signUp(details?: Partial<typeof users.$inferInsert>): Promise<{ id: string; email: string; token: string }>;
}

/**
 * Opens the real app on a new database: in memory, or on the PostgreSQL server of the vitest project. Closed after the
 * test file.
 */
export async function openTestApi(environment: Record<string, string> = {}): Promise<TestApi> {
  const dataDir = tempFolder('test');
  const connection = await openConnection();
  let shift = 0;
  const env = readEnv({ DATA_DIR: dataDir, SITE_URL: 'http://site.test', LOG_LEVEL: 'silent', ...environment });
  const ctx = await createContext(env, connection, pino({ level: 'silent' }), () => new Date(Date.now() + shift));
  const app = createApp(ctx);
  mountMedia(app, ctx);
  addCleanup(() => connection.close());

  let count = 1;
  return {
    app,
    ctx,
    advance(milliseconds) {
      shift += milliseconds;
    },
    async send(key, input = {}) {
      const response = await app.request(...toRequest(key, input));
      const text = await response.text();
      const isJson = response.headers.get('content-type')?.includes('json');
      return {
        status: response.status,
        headers: response.headers,
        body: isJson && text ? JSON.parse(text) : undefined,
        text,
      };
    },
    async signUp(details = {}) {
      const { email = `kisi${count}@ornek.com` } = details;
      count += 1;
      const person = { name: 'Deniz', surname: 'Yılmaz', activated_at: ctx.clock(), search: `deniz yilmaz ${email}` };
      const [row] = await ctx.db
        .insert(users)
        .values({ ...person, ...details, email })
        .returning();
      const id = row?.id as string;
      return { id, email, token: await openSession(ctx.db, id, 'test', ctx.clock()) };
    },
  };
}

function toRequest(
  key: string,
  { params = {}, query = {}, body, token, headers = {}, ip = '192.0.2.1', method }: Send,
) {
  const [own, path = ''] = key.split(' ');
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const raw = typeof body === 'string' || body instanceof FormData;
  const init = {
    method: method ?? own,
    body: body === undefined ? undefined : raw ? (body as string | FormData) : JSON.stringify(body),
    headers: {
      ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...headers,
    },
  };
  return [
    `http://site.test${filled}${search.size ? `?${search}` : ''}`,
    init,
    { incoming: { socket: { remoteAddress: ip } } },
  ] as const;
}

async function openConnection(): Promise<Connection> {
  const server = inject('postgresUrl');
  if (server) return openPostgres(await newDatabase(server, inject('migratedDatabase')));
  image ??= readImage(inject('databaseImage') as string);
  return openEmbedded(undefined, await image);
}

let image: Promise<Blob> | undefined;

/** Reads the image of an empty database. A usual blob copies its bytes twice each time, half of what opening takes. */
async function readImage(file: string): Promise<Blob> {
  const { buffer } = new Uint8Array(await readFile(file));
  return Object.assign(new Blob(), { arrayBuffer: async () => buffer });
}
