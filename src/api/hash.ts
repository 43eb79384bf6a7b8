import { type BinaryLike, hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 as 64 hex digits. */
export const sha256 = (data: BinaryLike): string => hash('sha256', data, 'hex');

/** SHA-256 in base64url, the shortest form that fits into addresses and keys. */
export const sha256Short = (data: BinaryLike): string => hash('sha256', data, 'base64url');

/** Compares hashes, so that neither content nor length of the secret shows in the time it takes. */
export const isSameSecret = (given: string, secret: string): boolean =>
  timingSafeEqual(hash('sha256', given, 'buffer'), hash('sha256', secret, 'buffer'));
