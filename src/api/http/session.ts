import type { Context } from 'hono';
import type { Access } from '../../contract/endpoint.ts';
import { findSessions, type SessionUser } from '../account/sessions.service.ts';
import type { AppContext } from '../context.ts';
import { createBatcher } from '../db/batcher.ts';
import { ApiError } from '../errors.ts';
import { succeeds } from '../promises.ts';

/** The bearer token of a request, or undefined. */
export const readToken = (context: Context): string | undefined => readBearer(context.req.header('authorization'));

/** The token in an `Authorization` header, or undefined. */
export const readBearer = (header = ''): string | undefined => /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(header)?.[1];

/** Finds the caller and checks the access that an endpoint requires; without `isUse` the session's end stays. */
export type Authorise = (access: Access, token?: string, isUse?: boolean) => Promise<SessionUser | undefined>;

/**
 * Finds who calls: 401 without a valid session, 403 with the wrong role. Public calls ignore the token, so that a stale
 * one cannot fail them. Concurrent lookups share a query.
 */
export function createAuthorise(ctx: AppContext): Authorise {
  const findSession = createBatcher((tokens: string[]) => findSessions(ctx, tokens));
  return async (access, token, isUse = true) => {
    if (access === 'public') return undefined;
    const session = token && (isUse ? await findSession(token) : (await findSessions(ctx, [token], false))[0]);
    if (!session) throw new ApiError('unauthenticated');
    if (access === 'admin' && session.user.role !== 'admin') throw new ApiError('forbidden');
    return session;
  };
}

/** Yields events until `check` throws: the caller signed out, was deactivated or has another role. */
export async function* whileAllowed<T>(events: AsyncIterable<T>, check: () => Promise<unknown>): AsyncGenerator<T> {
  for await (const event of events) {
    if (!(await succeeds(check()))) return;
    yield event;
  }
}
