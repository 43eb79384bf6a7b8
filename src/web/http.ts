import type { AllEndpoints, CallInput, Key, Reply } from '../contract/endpoints.ts';
import type { ErrorBody, ErrorCode } from '../contract/errors.ts';
import { readToken } from './token.ts';

/** A call that was refused, or (`code` null) one that got no answer at all. `message` can be shown as it is. */
export class CallError extends Error {
  readonly code: ErrorCode | null;
  readonly status: number;
  readonly body: Partial<ErrorBody>;

  constructor(status: number, body: Partial<ErrorBody>) {
    super(body.message ?? '');
    this.code = body.code ?? null;
    this.status = status;
    this.body = body;
  }

  get fields(): Record<string, string> {
    return this.body.fields ?? {};
  }
}

export interface CallOptions {
  /** Bearer token; the one in local storage if not given, null for none. */
  token?: string | null;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

type Loose = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
/** `page` and `size` are understood by every list. */
type Paged<K extends Key> = AllEndpoints[K] extends { list: true }
  ? { query?: { page?: number; size?: number } }
  : unknown;
type Input<K extends Key> = CallInput<AllEndpoints[K]> & Paged<K>;
export type Arguments<K extends Key> =
  Record<never, never> extends Input<K>
    ? [input?: Input<K>, options?: CallOptions]
    : [input: Input<K>, options?: CallOptions];

/** Where the API is: while the site is built, in the browser, or (same origin) nowhere in particular. */
export const apiOrigin: string = import.meta.env.SSR
  ? ((globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env.BUILD_API_URL ??
    'http://localhost:4321')
  : (import.meta.env.PUBLIC_API_URL ?? '');

/** The address of a call, for what cannot go through `call`: event streams, progress of uploads. */
export function callUrl<K extends Key>(key: K, ...[input]: Arguments<K>): string {
  const { params = {}, query = {} } = (input ?? {}) as Loose;
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return `${apiOrigin}${path}${search.size ? `?${search}` : ''}`;
}

async function send<K extends Key>(key: K, input: Input<K> | undefined, options: CallOptions): Promise<Response> {
  const { body } = (input ?? {}) as Loose;
  const token = options.token === undefined ? readToken() : options.token;
  const isForm = typeof FormData !== 'undefined' && body instanceof FormData;
  const response = await fetch(callUrl(key, ...([input] as unknown as Arguments<K>)), {
    method: key.slice(0, key.indexOf(' ')),
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
      ...options.headers,
    },
    body: body === undefined ? undefined : isForm ? (body as FormData) : JSON.stringify(body),
    signal: options.signal,
  }).catch((error) => {
    if (options.signal?.aborted) throw error;
    throw new CallError(0, {});
  });
  if (response.ok) return response;
  // The kept token is dead: whoever shows the session hears it (account/session.store.ts).
  if (response.status === 401 && token && options.token === undefined) {
    dispatchEvent(new CustomEvent('session-refused', { detail: token }));
  }
  throw new CallError(response.status, await response.json().catch(() => ({})));
}

/** Makes a declared call: `call('GET /api/blogs/:slug', { params: { slug } })`. Throws CallError. */
export async function call<K extends Key>(
  key: K,
  ...[input, options = {}]: Arguments<K>
): Promise<Reply<AllEndpoints[K]>> {
  const response = await send(key, input, options);
  return response.status === 204 ? (undefined as Reply<AllEndpoints[K]>) : response.json();
}

/** As `call`, for one page of a list: its rows and how many there are in all. */
export async function callPage<K extends Key>(
  key: K,
  ...[input, options = {}]: Arguments<K>
): Promise<{ rows: Reply<AllEndpoints[K]>; total: number }> {
  const response = await send(key, input, options);
  return { rows: await response.json(), total: Number(response.headers.get('x-total-count') ?? 0) };
}

/**
 * Follows a stream of server-sent events until `signal` ends or the connection does. Not EventSource: that cannot
 * carry a token. Throws CallError when the stream is refused.
 */
export async function openStream<K extends Key>(
  key: K,
  hear: (event: Reply<AllEndpoints[K]>) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await send(key, undefined as Input<K> | undefined, { signal });
  let rest = '';
  for await (const text of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    const events = (rest + text).split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) {
      const data = /^data: ?(.*)$/m.exec(event)?.[1];
      if (data) hear(JSON.parse(data));
    }
  }
}
