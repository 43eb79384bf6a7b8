import { loadCalendar } from '../web/calendarFile.ts';

/** The calendar of all products as it is when the site is built, for static hosts; a server answers it anew. */
export async function GET(): Promise<Response> {
  return new Response(await loadCalendar(), { headers: { 'content-type': 'text/calendar; charset=utf-8' } });
}
