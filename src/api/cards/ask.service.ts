import { setTimeout as sleep } from 'node:timers/promises';
import type { AppContext } from '../context.ts';
import type { Limit } from '../limits/limits.service.ts';
import { succeeds } from '../promises.ts';
import {
  type CardAttemptRow,
  findAttemptByToken,
  findAttemptsToAsk,
  nextAsk,
  serviceRef,
  updateAttempt,
} from './attempts.service.ts';
import { CardServiceError } from './provider.ts';
import { settleAttempt } from './settle.service.ts';

/** After so many silences in a row the service is down, and the rest waits for the next round. */
const maxSilences = 3;

/** Asks the service what became of an attempt and settles it. False where the service does not say. */
async function askAfter(ctx: AppContext, attempt: CardAttemptRow): Promise<boolean> {
  const { code, token, provider } = attempt;
  if (!token || ctx.cards?.name !== provider) return false;
  try {
    const outcome = await ctx.cards.ask({ attempt: serviceRef(attempt), code, token });
    await settleAttempt(ctx, attempt, outcome);
    return true;
  } catch (error) {
    if (!(error instanceof CardServiceError)) throw error;
    ctx.log.warn({ attempt: attempt.id, provider, reason: error.message }, 'card payment could not be asked after');
    return false;
  }
}

/**
 * Asks after attempts that nobody told of: at 2, 10 and 30 minutes, then hourly for a day. After a standstill of more
 * than a day the times that were missed stand for tries, one a round, until the service answers.
 */
export async function askAfterAttempts(ctx: AppContext, signal?: AbortSignal): Promise<void> {
  if (!ctx.cards) return;
  const now = ctx.clock();
  let silences = 0;
  for (const attempt of await findAttemptsToAsk(ctx.db, ctx.cards.name, now)) {
    if (signal?.aborted || silences === maxSilences) return;
    const next = nextAsk(attempt.created_at, now);
    const missed = nextAsk(attempt.created_at, attempt.ask_at ?? now);
    await updateAttempt(ctx.db, attempt.id, { ask_at: next ?? missed });
    const isAnswered = await askAfter(ctx, attempt);
    if (isAnswered && !next && missed) await updateAttempt(ctx.db, attempt.id, { ask_at: null });
    silences = isAnswered ? 0 : silences + 1;
  }
}

/** How long a browser that comes back waits for the service's answer; the rest is asked after. */
const returnMs = 5_000;

/** Whoever has the token of an attempt could have the service asked without end; what is refused is asked after. */
const tokenLimit: Limit = { name: 'card token', points: 30, seconds: 3600 };

/**
 * Asks about the attempt of a token that came with a browser or a notice, and returns the code of its checkout;
 * undefined for an unknown token. Only the service's answer counts, nothing else that came with the token.
 */
export async function askByToken(ctx: AppContext, token: string): Promise<string | undefined> {
  // The service makes tokens of these signs only. PostgreSQL refuses some others, such as NUL.
  if (!/^[\w-]{1,200}$/.test(token)) return undefined;
  const attempt = await findAttemptByToken(ctx.db, token);
  if (attempt?.provider !== 'iyzico') return undefined;
  if (attempt.state === 'paid' || !(await succeeds(ctx.limits.consume(tokenLimit, attempt.id)))) return attempt.code;
  const asking = askAfter(ctx, attempt).catch((error) => {
    ctx.log.error({ err: error, attempt: attempt.id }, 'card payment could not be settled');
  });
  await Promise.race([asking, sleep(returnMs, undefined, { ref: false })]);
  return attempt.code;
}
