import { ReadableStream } from 'node:stream/web';
import type { Context } from 'hono';
import type { Endpoint } from '../../contract/endpoint.ts';
import { ApiError } from '../errors.ts';

/** Uploaded files by field name, in the order sent. */
export type Files = Record<string, File[]>;

const defaultMaxBytes = 1_000_000;
/** Limit of nesting in JSON: parsing and walking a deep value takes many times as long as its length suggests. */
const maxDepth = 32;
const maxFileBytes = 10 * 1024 * 1024;
/** How much of a body beyond its limit is still read: a client that is still sending would not read the answer. */
const maxDrainedBytes = 8 * 1024 * 1024;

/** Reads the body as its endpoint declares it: JSON, or multipart with files. Throws the errors of 400, 413 and 415. */
export async function readBody(context: Context, endpoint: Endpoint): Promise<{ body: unknown; files: Files }> {
  const maxBytes = endpoint.maxBytes ?? defaultMaxBytes;
  if (!endpoint.body) {
    if (Number(context.req.header('content-length') ?? 0) > maxBytes) throw new ApiError('too_large');
    return { body: undefined, files: {} };
  }
  const type = (context.req.header('content-type') ?? '').toLowerCase();
  if (endpoint.files && type.startsWith('multipart/form-data')) return readMultipart(context, endpoint.files);
  if (endpoint.files && !endpoint.alsoAcceptsJson) throw new ApiError('unsupported_type');
  const bytes = await readBytes(context, maxBytes);
  if (endpoint.form) {
    const isForm = /^application\/x-www-form-urlencoded\b/.test(type);
    return { body: isForm ? Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString())) : {}, files: {} };
  }
  if (!bytes.length) return { body: {}, files: {} };
  if (!/^application\/(?:[\w.+-]+\+)?json\b/.test(type)) throw new ApiError('unsupported_type');
  if (isTooDeep(bytes)) throw new ApiError('bad_request');
  try {
    return { body: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)), files: {} };
  } catch {
    throw new ApiError('bad_request');
  }
}

/** Whether JSON is nested deeper than `maxDepth`. Looks at its bytes, before it is parsed. */
function isTooDeep(bytes: Uint8Array): boolean {
  const [quote, backslash, openArray, closeArray, openObject, closeObject] = [0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d];
  let depth = 0;
  let inString = false;
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === quote) inString = !inString;
    else if (inString) index += byte === backslash ? 1 : 0;
    else if (byte === openArray || byte === openObject) depth += 1;
    else if (byte === closeArray || byte === closeObject) depth -= 1;
    if (depth > maxDepth) return true;
  }
  return false;
}

/** Throws `bad_request` for a body that ends before its end. */
async function readBytes(context: Context, limit: number): Promise<Uint8Array> {
  try {
    return await readWhole(context, limit);
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('bad_request');
  }
}

async function readWhole(context: Context, limit: number): Promise<Uint8Array> {
  // The HTTP parser holds a body to its declared length, so that the faster built-in way can read it.
  const declared = context.req.header('content-length');
  if (declared !== undefined && Number(declared) <= limit) return new Uint8Array(await context.req.arrayBuffer());
  const chunks: Uint8Array[] = [];
  for await (const chunk of limitBytes(context, limit)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Yields the body as it arrives. Throws `too_large` if it declares more than `limit` bytes or turns out longer. */
async function* limitBytes(context: Context, limit: number): AsyncGenerator<Uint8Array> {
  if (Number(context.req.header('content-length') ?? 0) > limit) throw new ApiError('too_large');
  let size = 0;
  for await (const chunk of context.req.raw.body ?? []) {
    size += chunk.length;
    if (size > limit + maxDrainedBytes) break;
    if (size <= limit) yield chunk;
  }
  if (size > limit) throw new ApiError('too_large');
}

async function readMultipart(
  context: Context,
  allowed: Record<string, number>,
): Promise<{ body: unknown; files: Files }> {
  const maxFiles = Object.values(allowed).reduce((sum, count) => sum + count, 0);
  // Streamed into the parser: buffering first would hold seven photographs, 70 MB, in memory twice.
  const stream = ReadableStream.from(limitBytes(context, maxFiles * (maxFileBytes + 65_536) + defaultMaxBytes));
  const form = await new Response(stream as unknown as BodyInit, {
    headers: { 'content-type': context.req.header('content-type') ?? '' },
  })
    .formData()
    .catch((error) => {
      throw error instanceof ApiError ? error : new ApiError('bad_request');
    });
  const texts = new Map<string, string[]>();
  const files: Files = {};
  for (const [name, value] of form) {
    if (typeof value === 'string') {
      const values = texts.get(name);
      // Pushed, not copied: copying would take quadratic time for many fields of one name.
      if (values) values.push(value);
      else texts.set(name, [value]);
    } else if (Object.hasOwn(allowed, name) && (value.size || value.name)) {
      if (value.size > maxFileBytes) throw new ApiError('too_large', { message: 'Görsel en fazla 10 MB olabilir.' });
      files[name] ??= [];
      files[name].push(value);
    }
  }
  const body = Object.fromEntries([...texts].map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
  return { body, files };
}
