import type { Context } from 'hono';
import type { Access } from '../../contract/endpoint.ts';
import { findSession, type SessionUser } from '../account/sessions.service.ts';
import { Refusal } from '../errors.ts';
import type { Platform } from '../platform.ts';

/** The bearer token of a request, or undefined. */
export const readToken = (context: Context): string | undefined => readBearer(context.req.header('authorization'));

/** The token in an `Authorization` header, or undefined. */
export const readBearer = (header = ''): string | undefined => /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(header)?.[1];

/**
 * Who calls, checked against what the endpoint asks for: 401 without a living session, 403 with the wrong role.
 * Public calls never look at the token (CONTRACT.md 1), so a stale one cannot fail them.
 */
export async function authorise(
  platform: Platform,
  access: Access,
  token: string | undefined,
): Promise<SessionUser | undefined> {
  if (access === 'public') return undefined;
  const session = token && (await findSession(platform, token));
  if (!session) throw new Refusal('unauthenticated');
  if (access === 'admin' && session.user.role !== 'admin') throw new Refusal('forbidden');
  return session;
}
