import { loadCalendar } from '../web/calendarFile.ts';

/** The calendar of all products at the time of the build, for static hosts; a server makes it for each request. */
export async function GET(): Promise<Response> {
  return new Response(await loadCalendar(), { headers: { 'content-type': 'text/calendar; charset=utf-8' } });
}
