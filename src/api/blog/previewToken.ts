import { createHmac } from 'node:crypto';
import { dayMs } from '../../shared/time.ts';
import { isSameSecret } from '../hash.ts';

/** What the secret links of a post are made from. */
interface PreviewPost {
  id: string;
  /** Random; stays in the database. */
  preview_token: string;
}

const lifetimeDays = 14;
const pattern = /^([0-9a-f]{32})([0-9a-f]{8})([\w-]{24})$/;

const sign = ({ id, preview_token }: PreviewPost, expiry: string): string =>
  createHmac('sha256', preview_token).update(`${id} ${expiry}`).digest('base64url').slice(0, 24);

/** The token of a link that shows the post for 14 days from now: its id, the day it ends on, a keyed hash of both. */
export function newPreviewToken(post: PreviewPost, now: Date): string {
  const expiry = (Math.floor(now.getTime() / dayMs) + lifetimeDays + 1).toString(16).padStart(8, '0');
  return `${post.id.replaceAll('-', '')}${expiry}${sign(post, expiry)}`;
}

/** The id of the post that a token claims to be of; undefined for what is none. */
export function postIdOf(token: string): string | undefined {
  const [, id] = pattern.exec(token) ?? [];
  return id?.replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
}

/** Whether the token is one of this post and has not ended. */
export function isGoodPreviewToken(token: string, post: PreviewPost, now: Date): boolean {
  const [, , expiry = '', signature = ''] = pattern.exec(token) ?? [];
  return isSameSecret(signature, sign(post, expiry)) && now.getTime() < Number.parseInt(expiry, 16) * dayMs;
}
