import type { Hono } from 'hono';
import type { AppContext } from '../context.ts';
import type { createAnswerCache } from '../http/answerCache.ts';
import { sendShared } from '../http/route.ts';
import { readCalendar } from './calendar.service.ts';

/** Answers the calendar of all products as it is now. A static host has it as a file of each release. */
export function mountCalendar(app: Hono, ctx: AppContext, sharedAnswer: ReturnType<typeof createAnswerCache>): void {
  const headers = { 'content-type': 'text/calendar; charset=utf-8' };
  const read = async () => ({ text: await readCalendar(ctx), headers });
  app.get('/atolyeler.ics', async (context) => sendShared(context, await sharedAnswer('/atolyeler.ics', read)));
}
