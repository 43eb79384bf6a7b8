import type { AllEndpoints, CallInput, Key, Reply } from '../contract/endpoints.ts';
import type { ErrorBody, ErrorCode } from '../contract/errors.ts';
import { readServerTime } from './serverClock.ts';
import { readToken, reportRefusedToken } from './token.ts';

/** A call that was refused, or (`code` null, `status` 0) one that got no answer. `message` can be shown to people. */
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

/** Why the API refused a call, in its words; `fallback` where the call failed without an answer of the API. */
export const readReason = (error: unknown, fallback: string): string =>
  error instanceof CallError && error.code ? error.message : fallback;

interface CallOptions {
  /** Bearer token; the stored one if not given, null for none. */
  token?: string | null;
  headers?: Record<string, string>;
  /** The one status that is success; any of 200 to 299 if not given. */
  status?: number;
  signal?: AbortSignal;
}

type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };
/** Every list takes `page` and `size`. */
type Paging<K extends Key> = AllEndpoints[K] extends { list: true }
  ? { query?: { page?: number; size?: number } }
  : unknown;
type Input<K extends Key> = CallInput<AllEndpoints[K]> & Paging<K>;
export type Arguments<K extends Key> =
  Record<never, never> extends Input<K>
    ? [input?: Input<K>, options?: CallOptions]
    : [input: Input<K>, options?: CallOptions];

/** Origin of the API: given by the environment while the site is built; empty in a browser on the same origin. */
export const apiOrigin: string = import.meta.env.SSR
  ? ((globalThis as { process?: { env: Record<string, string | undefined> } }).process?.env.BUILD_API_URL ??
    'http://localhost:4321')
  : (import.meta.env.PUBLIC_API_URL ?? '');

/**
 * Headers of calls while the site is built. No keep-alive: a busy renderer would notice a closed connection only by a
 * failed call. No compression: it takes longer than sending a long answer to a renderer nearby.
 */
const buildHeaders: Record<string, string> = import.meta.env.SSR
  ? { connection: 'close', 'accept-encoding': 'identity' }
  : {};

/** Method and address of a call; what is blank in its query, as filters of lists are, is left out. */
export function toRequest(key: Key, { params = {}, query = {} }: AnyInput): { method: string; url: string } {
  const [method, pattern] = key.split(' ') as [string, string];
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== '') search.set(name, String(value));
  return { method, url: `${apiOrigin}${path}${search.size ? `?${search}` : ''}` };
}

/** The error of a refused call. A refusal of the stored token is reported to the session. */
export function toCallError(status: number, body: Partial<ErrorBody>, storedToken: string | null): CallError {
  if (status === 401 && storedToken) reportRefusedToken(storedToken);
  return new CallError(status, body);
}

/** How long a call waits for its answer; what is silent behind the API is given up after 30 s. */
const answerMs = 60_000;

async function send<K extends Key>(key: K, input: Input<K> | undefined, options: CallOptions): Promise<Response> {
  const { body } = (input ?? {}) as AnyInput;
  const storedToken = options.token === undefined ? readToken() : null;
  const token = options.token ?? storedToken;
  const isForm = body instanceof FormData;
  const { method, url } = toRequest(key, input ?? {});
  options.signal?.throwIfAborted();
  const end = new AbortController();
  const abort = () => end.abort();
  // An upload has no limit of time: a slow line needs minutes for pictures.
  const timer = isForm ? undefined : setTimeout(abort, answerMs);
  options.signal?.addEventListener('abort', abort);
  const response = await fetch(url, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body !== undefined && !isForm ? { 'content-type': 'application/json' } : {}),
      ...buildHeaders,
      ...options.headers,
    },
    body: body === undefined || isForm ? body : JSON.stringify(body),
    signal: end.signal,
  })
    .catch((error) => {
      if (options.signal?.aborted) throw error;
      throw new CallError(0, {});
    })
    .finally(() => clearTimeout(timer));
  readServerTime(response);
  if (response.ok && response.status === (options.status ?? response.status)) return response;
  throw toCallError(response.status, await response.json().catch(() => ({})), storedToken);
}

/** Makes a declared call: `call('GET /api/blogs/:slug', { params: { slug } })`. Throws CallError. */
export async function call<K extends Key>(
  key: K,
  ...[input, options = {}]: Arguments<K>
): Promise<Reply<AllEndpoints[K]>> {
  const response = await send(key, input, options);
  const text = await response.text();
  return text ? JSON.parse(text) : (undefined as Reply<AllEndpoints[K]>);
}

/** As `call`, for a reply that is a text. A byte order mark is taken off. */
export async function callText<K extends Key>(key: K, ...[input, options = {}]: Arguments<K>): Promise<string> {
  return (await send(key, input, options)).text();
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
 * Reads a stream of server-sent events until the connection or `options.signal` ends it. Not with EventSource, which
 * cannot send a token. Throws CallError when the stream is refused.
 */
export async function openStream<K extends Key>(
  key: K,
  onMessage: (message: Reply<AllEndpoints[K]>) => void,
  options: CallOptions,
): Promise<void> {
  const response = await send(key, undefined as Input<K> | undefined, options);
  // A reader, because Safari cannot iterate over a stream.
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    const messages = (rest + chunk.value).split('\n\n');
    rest = messages.pop() ?? '';
    for (const message of messages) {
      const data = /^data: ?(.*)$/m.exec(message)?.[1];
      if (data) onMessage(JSON.parse(data));
    }
  }
}

/** Reads a JSON file of the site itself. Throws when it does not come. */
export async function readSiteFile<T>(path: string): Promise<T> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path} answered ${response.status}`);
  return response.json();
}
