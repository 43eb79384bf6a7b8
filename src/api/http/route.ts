import type { Context } from 'hono';
import type { z } from 'zod';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { AllEndpoints, HandlerInput, Key, Reply } from '../../contract/endpoints.ts';
import type { SessionUser } from '../account/sessions.service.ts';
import type { AppContext } from '../context.ts';
import { invalid, notFound } from '../errors.ts';
import { type PageRange, readPageRange } from '../paging.ts';
import type { CachedAnswer, createAnswerCache } from './answerCache.ts';
import { type Files, readBody } from './body.ts';
import { clientAddress, isUnnamedProxy } from './clientAddress.ts';
import { chooseEncoding } from './compress.ts';
import { type Authorise, readToken, whileAllowed } from './session.ts';
import { sendStream } from './stream.ts';

/** What a handler receives: parsed input, caller and address. */
type Call<E> = HandlerInput<E> & {
  session: E extends { access: 'public' } ? undefined : SessionUser;
  files: Files;
  /** The body as it was sent, before parsing. */
  sent: unknown;
  /** Which part of a list; undefined asks for all of it. */
  page: PageRange | undefined;
  ip: string;
  header(name: string): string | undefined;
  /**
   * Aborted when the caller goes away; a stream's also when the process stops. A function because few handlers need it
   * and creating it costs as much as the rest of the call.
   */
  signal(): AbortSignal;
};

/** Handles one call. A list answers rows and the full count, a stream an iterable of events. */
type Handler<E extends Endpoint> = (
  call: Call<E>,
) => E extends { stream: true }
  ? AsyncIterable<Reply<E>>
  : E extends { raw: string }
    ? Promise<RawAnswer>
    : E extends { status: 303 }
      ? Promise<string>
      : Promise<E extends { list: true } ? { rows: Reply<E>; total: number } : Reply<E>>;

/** An answer that is not JSON. */
interface RawAnswer {
  content: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

/** The handlers of a room: exactly the calls its contract declares. */
export type Handlers<Declared> = { [K in Extract<keyof Declared, Key>]: Handler<AllEndpoints[K]> };

/** A handler whose call is checked by its own declaration only. */
export type AnyHandler = (call: never) => unknown;

/** What all calls of an app share. */
interface RouteDeps {
  ctx: AppContext;
  authorise: Authorise;
  sharedAnswer: ReturnType<typeof createAnswerCache>;
}

/** Products whose log names a proxy already. */
const warned = new WeakSet<AppContext>();

/** Runs one declared call: access, parse, handle, make durable, answer. */
export async function route(
  context: Context,
  endpoint: Endpoint,
  handler: AnyHandler,
  { ctx, authorise, sharedAnswer }: RouteDeps,
): Promise<Response> {
  const token = readToken(context);
  const session = await authorise(endpoint.access, token);
  const params = endpoint.params?.safeParse(context.req.param());
  if (params && !params.success) throw notFound();
  const { body, files } = await readBody(context, endpoint);
  const ip = clientAddress(context, ctx.env.trustedProxies);
  if (!warned.has(ctx) && isUnnamedProxy(ip, context.req.header('x-forwarded-for'))) {
    warned.add(ctx);
    ctx.log.warn({ proxy: ip }, 'TRUSTED_PROXIES does not name this proxy: all its visitors count as one');
  }
  const call = {
    params: params?.data,
    query: parse(endpoint.query, context.req.query()),
    body: parse(endpoint.body, body),
    files,
    sent: body,
    session,
    page: endpoint.list ? readPageRange(context.req.query()) : undefined,
    ip,
    header: (name: string) => context.req.header(name),
    signal: () =>
      endpoint.stream ? AbortSignal.any([context.req.raw.signal, ctx.stopping.signal]) : context.req.raw.signal,
  };
  const handle = () => handler(call as never);

  if (endpoint.stream) {
    return sendStream(context, endpoint, { ip, anonymous: !session }, () => {
      const events = handle() as AsyncIterable<unknown>;
      return session ? whileAllowed(events, () => authorise(endpoint.access, token, false)) : events;
    });
  }
  if (endpoint.cacheable) {
    // The key contains parsed parameters only, so that unknown ones cannot bypass the cache.
    const answer = await sharedAnswer(`${context.req.path} ${JSON.stringify([call.query, call.page])}`, async () =>
      render(endpoint, await handle()),
    );
    return sendShared(context, answer);
  }

  const reply = await handle();
  if (context.req.method !== 'GET') await ctx.connection.durable();
  context.header('cache-control', 'no-store');
  if (endpoint.raw) {
    const { content, headers } = reply as RawAnswer;
    return context.body(content, 200, { 'content-type': endpoint.raw, ...headers });
  }
  if (endpoint.status === 303) return context.redirect(reply as string, 303);
  if (endpoint.status === 204) return context.body(null, 204);
  if (endpoint.download) context.header('content-disposition', `attachment; filename="${endpoint.download}"`);
  const { body: answer, headers } = renderOnce(endpoint, reply);
  return context.body(answer, endpoint.status ?? 200, {
    ...headers,
    'content-type': 'application/json; charset=UTF-8',
  });
}

/** Sends an answer that is the same for everybody: compressed where the caller takes it, 304 where they have it. */
export async function sendShared(context: Context, answer: CachedAnswer): Promise<Response> {
  const encoding = chooseEncoding(context.req.header('accept-encoding') ?? '', answer.body.length);
  const headers = {
    // Weak where compressed: the same list in other bytes.
    etag: encoding ? `W/${answer.etag}` : answer.etag,
    vary: 'Origin, Accept-Encoding',
    'cache-control': 'public, no-cache',
    'content-type': 'application/json; charset=UTF-8',
    ...answer.headers,
  };
  if (etagMatches(context.req.header('if-none-match'), answer.etag)) return context.body(null, 304, headers);
  if (!encoding) return context.body(answer.body, 200, headers);
  return context.body(await answer.compressed(encoding), 200, { ...headers, 'content-encoding': encoding });
}

interface RenderedReply {
  body: string | Uint8Array<ArrayBuffer>;
  headers: Record<string, string>;
}

const renderedReplies = new WeakMap<object, RenderedReply & { endpoint: Endpoint }>();

/** As `render`; a frozen reply is serialised once however often a call answers it. */
function renderOnce(endpoint: Endpoint, reply: unknown): RenderedReply {
  const isFrozen = typeof reply === 'object' && reply !== null && Object.isFrozen(reply);
  const known = isFrozen && renderedReplies.get(reply);
  if (known && known.endpoint === endpoint) return known;
  const { text, headers } = render(endpoint, reply);
  if (!isFrozen) return { body: text, headers };
  const rendered = { body: Buffer.from(text), headers, endpoint };
  renderedReplies.set(reply, rendered);
  return rendered;
}

/** Serialises a reply through its schema, so that undeclared fields cannot leak. */
function render(endpoint: Endpoint, reply: unknown): { text: string; headers: Record<string, string> } {
  if (!endpoint.list) return { text: JSON.stringify(endpoint.reply.parse(reply)), headers: {} };
  const { rows, total } = reply as { rows: unknown; total: number };
  return { text: JSON.stringify(endpoint.reply.parse(rows)), headers: { 'x-total-count': String(total) } };
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  // A default in Turkish, where the contract has no sentence, instead of the library's English one.
  const result = schema.safeParse(value, { error: () => 'Bu alan geçersiz.' });
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) fields[issue.path.join('.') || 'body'] ??= issue.message;
  throw invalid(fields);
}

function etagMatches(header: string | undefined, etag: string): boolean {
  return (
    header !== undefined &&
    (header === '*' || header.split(',').some((item) => item.trim().replace(/^W\//, '') === etag))
  );
}
