import { type BucketKey, sha256, sign } from './sign.ts';
import type { Storage } from './storage.ts';

/** A bucket cannot be reached, or refuses what it must do: 503 for whoever waits for it. */
export class BucketFault extends Error {}

const patience = 15_000;

/** Where a bucket is and how to get in. */
export interface Bucket {
  origin: string;
  /** `/bucket/prefix/`, with a slash at both ends. */
  folder: string;
  key: BucketKey;
  /** Address of the folder for everybody (the bucket's own, or a CDN's before it), without a slash at the end. */
  publicUrl: string | undefined;
}

/**
 * Reads `s3://<key id>:<secret>@<host>/<bucket>[/<folder>][?region=<region>][&public=<address>]`; `http://` instead of
 * `s3://` speaks to a server without TLS. Characters like `/` and `+` in the secret are written as `%2F` and `%2B`.
 */
export function readBucket(address: string): Bucket {
  const url = new URL(address.replace(/^s3:/, 'https:'));
  const folder = url.pathname.replace(/\/*$/, '/');
  if (!url.username || !url.password || folder === '/') {
    throw new Error('STORAGE_URL must read s3://<key id>:<secret>@<host>/<bucket>?region=<region>');
  }
  const key = {
    id: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
  };
  const publicUrl = url.searchParams.get('public')?.replace(/\/+$/, '');
  if (publicUrl !== undefined && !/^https?:\/\/[^/]/.test(publicUrl)) {
    throw new Error('public= in STORAGE_URL must be an address that starts with https://');
  }
  return { origin: url.origin, folder, key, publicUrl };
}

/**
 * Files in an S3-compatible bucket. Without a public address browsers ask us for /media, and the bucket can stay
 * private.
 */
export function createBucketStorage({ origin, folder, key, publicUrl }: Bucket, clock: () => Date): Storage {
  async function send(method: string, name: string, body?: Buffer, type?: string): Promise<Response> {
    const path = `${folder}${name}`;
    const headers: Record<string, string> = {
      host: new URL(origin).host,
      ...(type ? { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' } : {}),
    };
    const { host: _, ...signed } = sign(key, method, path, headers, sha256(body ?? ''), clock());
    return fetch(`${origin}${path}`, {
      method,
      headers: signed,
      body: body && new Uint8Array(body),
      signal: AbortSignal.timeout(patience),
    }).catch(() => {
      throw new BucketFault('the bucket cannot be reached');
    });
  }
  return {
    async put(name, data, type) {
      const { ok, status } = await send('PUT', name, data, type);
      if (!ok) throw new BucketFault(`the bucket answered ${status} to a new file`);
    },
    async get(name) {
      const response = await send('GET', name);
      if (response.ok) return Buffer.from(await response.arrayBuffer());
      if (response.status === 404) return undefined;
      throw new BucketFault(`the bucket answered ${response.status} to a question for a file`);
    },
    async remove(name) {
      const { ok, status } = await send('DELETE', name);
      if (!ok && status !== 404) throw new BucketFault(`the bucket answered ${status} to a removal`);
    },
    async check() {
      const response = await send('GET', 'bu-dosya-yok');
      if (!response.ok && response.status !== 404) throw new BucketFault(`the bucket answered ${response.status}`);
      if ((await response.text()).includes('NoSuchBucket')) throw new BucketFault('there is no such bucket');
    },
    url: (name) => `/media/${name}`,
    publicUrl,
  };
}
