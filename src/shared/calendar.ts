import { minuteMs } from './time.ts';
/** One entry of a calendar file. `date` and `time` are in Europe/Istanbul. */
export interface CalendarEntry {
  /** Stable id: a later file with the same id updates the entry instead of adding a second one. */
  uid: string;
  title: string;
  date: string;
  time: string;
  location: string;
  description?: string;
  /** Rises with each change: a calendar takes the highest one. */
  sequence?: number;
  isCancelled?: boolean;
  /** Missing in mails that were queued before products had a duration. */
  duration_minutes?: number;
  url?: string;
  /** When the entry last changed; `stamp` of the file where missing. */
  changed?: Date;
}

/** What a calendar's entry says of an order. */
interface CalendarOrder extends Pick<CalendarEntry, 'date' | 'time' | 'location' | 'duration_minutes' | 'sequence'> {
  id: string;
  code: string;
  event_title: string;
  status: string;
}

/** The entry of an order: one that is cancelled takes it out of a calendar, one that is back puts it in again. */
export const orderEntry = (order: CalendarOrder): CalendarEntry => ({
  uid: order.id,
  title: order.event_title,
  date: order.date,
  time: order.time,
  duration_minutes: order.duration_minutes,
  location: order.location,
  sequence: order.sequence,
  isCancelled: order.status === 'cancelled',
  description: `Sipariş kodu: ${order.code}`,
});

// Turkey has used UTC+3 all year since 7 September 2016.
const zone = [
  'BEGIN:VTIMEZONE',
  'TZID:Europe/Istanbul',
  'BEGIN:STANDARD',
  'DTSTART:20160907T000000',
  'TZOFFSETFROM:+0300',
  'TZOFFSETTO:+0300',
  'TZNAME:+03',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/** Writes an iCalendar file (RFC 5545). `stamp` is the moment it is made, `name` that of a calendar to subscribe to. */
export function calendarFile(entries: CalendarEntry[], stamp: Date, name?: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atolye biletleri//TR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...(name ? [`X-WR-CALNAME:${escapeText(name)}`, 'REFRESH-INTERVAL;VALUE=DURATION:PT6H'] : []),
    ...zone,
    ...entries.flatMap((entry) => eventLines(entry, stamp)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function eventLines(entry: CalendarEntry, stamp: Date): string[] {
  const { uid, title, date, time, location, description, sequence = 0, isCancelled, url } = entry;
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${toBasicFormat((entry.changed ?? stamp).toISOString())}`,
    `DTSTART;TZID=Europe/Istanbul:${localTime(date, time, 0)}`,
    ...(entry.duration_minutes ? [`DTEND;TZID=Europe/Istanbul:${localTime(date, time, entry.duration_minutes)}`] : []),
    `SEQUENCE:${sequence}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(title)}`,
    `LOCATION:${escapeText(location)}`,
    ...(url ? [`URL:${url}`] : []),
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    'END:VEVENT',
  ];
}

const toBasicFormat = (iso: string) => iso.replace(/[-:]|\.\d+/g, '');

/** A time of day, so many minutes later, as the clock on the wall shows it. */
const localTime = (date: string, time: string, minutes: number): string =>
  toBasicFormat(new Date(Date.parse(`${date}T${time}:00Z`) + minutes * minuteMs).toISOString()).slice(0, -1);

const escapeText = (text: string) => text.replace(/[\\;,]/g, '\\$&').replace(/\r\n?|\n/g, '\\n');

/** Breaks a line after at most 75 octets without splitting a character. Continued lines start with a blank. */
function fold(line: string): string {
  let folded = '';
  let size = 0;
  for (const character of line) {
    const octets = octetsOf(character.codePointAt(0) as number);
    if (size + octets > 75) {
      folded += '\r\n ';
      size = 1;
    }
    folded += character;
    size += octets;
  }
  return folded;
}

/** Length of a code point in UTF-8. */
const octetsOf = (code: number) => (code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4);
