import { pino } from 'pino';
import type { AppContext } from '../../src/api/context.ts';
import { readEnv } from '../../src/api/env.ts';
import { openContext } from '../../src/api/openContext.ts';

/** Opens a context on a database that no process of the product has open, while `work` runs. */
export async function withContext<T>(
  environment: Record<string, string>,
  work: (ctx: AppContext) => Promise<T>,
): Promise<T> {
  const ctx = await openContext(readEnv({ LOG_LEVEL: 'silent', ...environment }), pino({ level: 'silent' }));
  try {
    return await work(ctx);
  } finally {
    await ctx.close();
  }
}
