import { type BinaryLike, hash } from 'node:crypto';

/** SHA-256 as 64 hex digits. */
export const sha256 = (data: BinaryLike): string => hash('sha256', data, 'hex');

/** SHA-256 in base64url, the shortest form that fits into addresses and keys. */
export const sha256Short = (data: BinaryLike): string => hash('sha256', data, 'base64url');
