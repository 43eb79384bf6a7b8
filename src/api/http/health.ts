import { sql } from 'drizzle-orm';
import type { Hono } from 'hono';
import type { AppContext } from '../context.ts';

/** Mounts `/healthz`, which always answers, and `/readyz`, which answers 503 if database or storage do not. */
export function mountHealth(app: Hono, { db, storage, log }: AppContext): void {
  app.get('/healthz', (context) => context.json({ status: 'ok' }, 200, { 'cache-control': 'no-store' }));
  const checkParts = async () => {
    const [database, files] = await Promise.allSettled([db.execute(sql`select 1`), storage.check()]);
    for (const part of [database, files]) {
      if (part.status === 'rejected') log.warn({ err: part.reason }, 'not ready');
    }
    return { database: database.status === 'fulfilled', storage: files.status === 'fulfilled' };
  };
  let running: ReturnType<typeof checkParts> | undefined;
  /** Joins a check that began within a second: anybody may ask, and a silent bucket keeps each open for 15 seconds. */
  const joinCheck = () => {
    if (running) return running;
    const check = checkParts();
    const forget = () => {
      if (running === check) running = undefined;
    };
    setTimeout(forget, 1000).unref();
    check.then(forget);
    running = check;
    return check;
  };
  app.get('/readyz', async (context) => {
    const parts = await joinCheck();
    const ready = parts.database && parts.storage;
    return context.json({ status: ready ? 'ok' : 'unavailable', ...parts }, ready ? 200 : 503, {
      'cache-control': 'no-store',
    });
  });
}
