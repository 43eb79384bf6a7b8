import type { BucketKey } from './sign.ts';

const unreadable = 'STORAGE_URL must read s3://<key id>:<secret>@<host>/<bucket>?region=<region>';

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
  const path = url.pathname.replace(/\/*$/, '/');
  if (!url.username || !url.password || path === '/') throw new Error(unreadable);
  const key = {
    id: readPart(url.username),
    secret: readPart(url.password),
    region: url.searchParams.get('region') ?? 'us-east-1',
  };
  const publicUrl = url.searchParams.get('public')?.replace(/\/+$/, '');
  if (publicUrl !== undefined && !/^https?:\/\/[^/]/.test(publicUrl)) {
    throw new Error('public= in STORAGE_URL must be an address that starts with https://');
  }
  return { origin: url.origin, folder: path.split('/').map(readPart).map(writePart).join('/'), key, publicUrl };
}

function readPart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new Error(`${unreadable}; a percent sign is written %25`);
  }
}

/** A part of a path as S3 signs it: everything but letters, digits, `-`, `.`, `_` and `~` escaped. */
const writePart = (part: string) =>
  encodeURIComponent(part).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
