import { apiOrigin } from './http.ts';

/** The calendar of all products. Throws when it does not come. */
export async function loadCalendar(): Promise<string> {
  const response = await fetch(`${apiOrigin}/atolyeler.ics`);
  if (!response.ok) throw new Error(`the calendar answered ${response.status}`);
  return response.text();
}
