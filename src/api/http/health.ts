import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import type { AppContext } from '../context.ts';

/** Mounts `/healthz`, which always answers, and `/readyz`, which answers 503 if database or storage do not. */
export function mountHealth(app: Hono, { db, storage, log }: AppContext): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }));
  const check = () => Promise.allSettled([db.execute(sql`select 1`), storage.check()]);
  let checking: ReturnType<typeof check> | undefined;
  app.get('/readyz', async (context) => {
    // Shared while it runs: anybody may ask, and a silent bucket keeps each check of its own open for 15 seconds.
    checking ??= check().finally(() => {
      checking = undefined;
    });
    const [database, files] = await checking;
    const parts = { database: database.status === 'fulfilled', storage: files.status === 'fulfilled' };
    for (const part of [database, files]) {
      if (part.status === 'rejected') log.warn({ err: part.reason }, 'not ready');
    }
    const ready = parts.database && parts.storage;
    return context.json({ status: ready ? 'ok' : 'unavailable', ...parts }, ready ? 200 : 503, {
      'cache-control': 'no-store',
    });
  });
}
