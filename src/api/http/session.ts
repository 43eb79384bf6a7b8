import type { Context } from 'hono';
import type { Access } from '../../contract/endpoint.ts';
import { findSessions, type SessionUser } from '../account/sessions.service.ts';
import type { AppContext } from '../context.ts';
import { createBatcher } from '../db/batcher.ts';
import { ApiError } from '../errors.ts';

/** The bearer token of a request, or undefined. */
export const readToken = (context: Context): string | undefined => readBearer(context.req.header('authorization'));

/** The token in an `Authorization` header, or undefined. */
export const readBearer = (header = ''): string | undefined => /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(header)?.[1];

/** Finds the caller and checks the access that an endpoint requires. */
export type Authorise = (access: Access, token: string | undefined) => Promise<SessionUser | undefined>;

/**
 * Finds who calls: 401 without a valid session, 403 with the wrong role. Public calls ignore the token, so that a stale
 * one cannot fail them. Concurrent lookups share a query.
 */
export function createAuthorise(ctx: AppContext): Authorise {
  const findSession = createBatcher((tokens: string[]) => findSessions(ctx, tokens));
  return async (access, token) => {
    if (access === 'public') return undefined;
    const session = token && (await findSession(token));
    if (!session) throw new ApiError('unauthenticated');
    if (access === 'admin' && session.user.role !== 'admin') throw new ApiError('forbidden');
    return session;
  };
}
