import type { Hono } from 'hono';
import type { AppContext } from '../context.ts';
import { sha256Short } from '../hash.ts';
import { readCalendar } from './calendar.service.ts';

/** Answers the calendar of all products, always as it is now. A static host has it as a file of each release. */
export function mountCalendar(app: Hono, ctx: AppContext): void {
  app.get('/atolyeler.ics', async (context) => {
    const text = await readCalendar(ctx);
    const etag = `"${sha256Short(text)}"`;
    const headers = { etag, 'cache-control': 'public, no-cache', 'content-type': 'text/calendar; charset=utf-8' };
    const isKnown = context.req.header('if-none-match')?.includes(etag);
    return isKnown ? context.body(null, 304, headers) : context.body(text, 200, headers);
  });
}
