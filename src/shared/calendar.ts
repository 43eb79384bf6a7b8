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
}

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

/** Writes an iCalendar file (RFC 5545). `stamp` is the moment it is made. */
export function calendarFile(entries: CalendarEntry[], stamp: Date): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Atolye biletleri//TR',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    ...zone,
    ...entries.flatMap((entry) => eventLines(entry, stamp)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${fold(line)}\r\n`).join('');
}

function eventLines(entry: CalendarEntry, stamp: Date): string[] {
  const { uid, title, date, time, location, description, sequence = 0, isCancelled } = entry;
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${stamp.toISOString().replace(/[-:]|\.\d+/g, '')}`,
    `DTSTART;TZID=Europe/Istanbul:${date.replaceAll('-', '')}T${time.replace(':', '')}00`,
    `SEQUENCE:${sequence}`,
    `STATUS:${isCancelled ? 'CANCELLED' : 'CONFIRMED'}`,
    `SUMMARY:${escapeText(title)}`,
    `LOCATION:${escapeText(location)}`,
    ...(description ? [`DESCRIPTION:${escapeText(description)}`] : []),
    'END:VEVENT',
  ];
}

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
