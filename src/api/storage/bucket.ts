import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { sha256 } from '../hash.ts';
import type { Storage } from './storage.ts';

/** A bucket cannot be reached, or refuses a request: callers are answered 503. */
export class BucketError extends Error {}

const timeoutMs = 15_000;
/** Delays before the second and third attempt: S3 asks clients to repeat requests it answers with 500 or 503. */
const retryDelaysMs = [100, 400];

/** Stores files in an S3-compatible bucket. Without a public address /media reads them: the bucket can stay private. */
export function createBucketStorage({ origin, folder, key, publicUrl }: Bucket): Storage {
  const client = new AwsClient({ ...key, service: 's3' });

  async function request(method: string, name: string, signal: AbortSignal, body?: Buffer, type?: string) {
    const signed = await client.sign(`${origin}${folder}${name}`, {
      method,
      headers: {
        'x-amz-content-sha256': sha256(body ?? ''),
        ...(type && { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }),
      },
      body: body && new Uint8Array(body),
    });
    // Not in the Request: what connects its signal to the call is collected as garbage, and nothing ends the call then.
    const response = await fetch(signed, { signal });
    return { status: response.status, ok: response.ok, bytes: Buffer.from(await response.arrayBuffer()) };
  }

  /** Returns the answer's body, or undefined for 404. Requests may be repeated: a name always has the same content. */
  async function send(method: string, name: string, body?: Buffer, type?: string): Promise<Buffer | undefined> {
    const signal = AbortSignal.timeout(timeoutMs);
    for (let attempt = 0; ; attempt += 1) {
      const answer = await request(method, name, signal, body, type).catch(() => undefined);
      if (answer?.ok) return answer.bytes;
      const delay = retryDelaysMs[attempt];
      if ((!answer || answer.status >= 500) && delay !== undefined && !signal.aborted) {
        await sleep(delay);
        continue;
      }
      if (!answer) throw new BucketError(`the bucket at ${new URL(origin).host} cannot be reached`);
      const text = answer.bytes.toString('utf8', 0, 4096);
      if (answer.status === 404 && method !== 'PUT' && !text.includes('NoSuchBucket')) return undefined;
      throw new BucketError(explainAnswer(answer.status, text));
    }
  }

  return {
    async put(name, data, type) {
      await send('PUT', name, data, type);
    },
    get: (name) => send('GET', name),
    async remove(name) {
      await send('DELETE', name);
    },
    async check() {
      await send('GET', 'bu-dosya-yok');
    },
    url: (name) => `/media/${name}`,
    publicUrl,
  };
}

/** Where a bucket is and how to sign in. */
interface Bucket {
  origin: string;
  /** `/bucket/prefix/`, with a slash at both ends. */
  folder: string;
  key: { accessKeyId: string; secretAccessKey: string; region: string };
  /** Public address of the folder (the bucket's own, or a CDN's in front of it), without a slash at the end. */
  publicUrl: string | undefined;
}

const unreadable = 'STORAGE_URL must read s3://<key id>:<secret>@<host>/<bucket>?region=<region>';

/**
 * Parses `s3://<key id>:<secret>@<host>/<bucket>[/<folder>][?region=<region>][&public=<address>]`. `http://` instead of
 * `s3://` connects without TLS. `/` and `+` in the secret are written `%2F` and `%2B`.
 */
export function parseBucketUrl(address: string): Bucket {
  const url = new URL(address.replace(/^s3:/, 'https:'));
  const path = url.pathname.replace(/\/*$/, '/');
  if (!url.username || !url.password || path === '/') throw new Error(unreadable);
  const key = {
    accessKeyId: decodePart(url.username),
    secretAccessKey: decodePart(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
  };
  const publicUrl = url.searchParams.get('public')?.replace(/\/+$/, '');
  if (publicUrl !== undefined && !/^https?:\/\/[^/]/.test(publicUrl)) {
    throw new Error('public= in STORAGE_URL must be an address that starts with https://');
  }
  return { origin: url.origin, folder: path.split('/').map(decodePart).map(encodePart).join('/'), key, publicUrl };
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error(`${unreadable}; a percent sign is written %25`);
  }
}

/** Escapes a part of a path as S3 signs it: everything but letters, digits, `-`, `.`, `_` and `~`. */
const encodePart = (part: string) =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);

/** Advice for the error codes of S3. */
const advice: Record<string, string> = {
  SignatureDoesNotMatch: 'the secret in STORAGE_URL is not that of its key id',
  InvalidAccessKeyId: 'the key id in STORAGE_URL is unknown there',
  AccessDenied: 'the key in STORAGE_URL may not do this, or is wrong',
  RequestTimeTooSkewed: "this machine's clock is wrong: let it follow a time server",
  NoSuchBucket: 'there is no such bucket: make it, or mend its name in STORAGE_URL',
  AuthorizationHeaderMalformed: "region= in STORAGE_URL is not the bucket's",
  PermanentRedirect: 'the bucket is at another host: mend it, and region=, in STORAGE_URL',
  QuotaExceeded: 'the bucket is full',
};

const readTag = (xml: string, tag: string) => new RegExp(`<${tag}>([\\w.-]{1,64})</${tag}>`).exec(xml)?.[1];

/** Says in one line what an error answer of S3 means: its status, its code, and what to do. */
export function explainAnswer(status: number, body: string): string {
  const code = readTag(body, 'Code') ?? '';
  const region = code === 'AuthorizationHeaderMalformed' && readTag(body, 'Region');
  const meaning = Object.hasOwn(advice, code) ? `: ${advice[code]}` : '';
  return `the bucket answered ${[status, code].filter(Boolean).join(' ')}${meaning}${region ? `, which is ${region}` : ''}`;
}
