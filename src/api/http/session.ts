import type { Context } from 'hono';
import type { Access } from '../../contract/endpoint.ts';
import { findSessions, type SessionUser } from '../account/sessions.service.ts';
import { together } from '../db/together.ts';
import { Refusal } from '../errors.ts';
import type { Platform } from '../platform.ts';

/** The bearer token of a request, or undefined. */
export const readToken = (context: Context): string | undefined => readBearer(context.req.header('authorization'));

/** The token in an `Authorization` header, or undefined. */
export const readBearer = (header = ''): string | undefined => /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(header)?.[1];

/** Tells who calls, checked against what an endpoint asks for. */
export type Authorise = (access: Access, token: string | undefined) => Promise<SessionUser | undefined>;

/**
 * Who calls: 401 without a living session, 403 with the wrong role. Public calls never look at the token
 * (CONTRACT.md 1), so a stale one cannot fail them. Callers of one moment are looked up together.
 */
export function createAuthorise(platform: Platform): Authorise {
  const findSession = together((tokens: string[]) => findSessions(platform, tokens));
  return async (access, token) => {
    if (access === 'public') return undefined;
    const session = token && (await findSession(token));
    if (!session) throw new Refusal('unauthenticated');
    if (access === 'admin' && session.user.role !== 'admin') throw new Refusal('forbidden');
    return session;
  };
}
