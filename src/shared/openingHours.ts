import { fold } from './fold.ts';

/** Days as schema.org names them, Monday first. */
const weekDays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;
type WeekDay = (typeof weekDays)[number];

/** Hours of some days; times are HH:MM. */
interface OpenHours {
  days: WeekDay[];
  opens: string;
  closes: string;
}

/** Names of days as `fold` leaves them, since people also write 'PAZARTESI' or 'carsamba'. */
const dayNames: [RegExp, number[]][] = [
  [/^hafta ?ici/, [0, 1, 2, 3, 4]],
  [/^hafta ?sonu/, [5, 6]],
  [/^her ?gun/, [0, 1, 2, 3, 4, 5, 6]],
  [/^(?:pazartesi|pzt)/, [0]],
  [/^sali?/, [1]],
  [/^(?:carsamba|car)/, [2]],
  [/^(?:persembe|per)/, [3]],
  [/^(?:cumartesi|cmt)/, [5]],
  [/^(?:cuma|cum)/, [4]],
  [/^(?:pazar|paz)/, [6]],
];
const range = /^(?:[-–—]|ile\b|ila\b|['’]?[dt][ae]n\b)/;
const hours = /^(\d{1,2})(?:[.:](\d{2}))?\s*(?:[-–—]|ile|ila)\s*(\d{1,2})(?:[.:](\d{2}))?/;

const toTime = (hour: string, minute = '00') => `${hour.padStart(2, '0')}:${minute}`;
const isTime = (time: string) => /^(?:[01]\d|2[0-3]):[0-5]\d$/.test(time);

/** Adds named days, in a range all from the last one on. */
function addDays(days: number[], named: number[], isRange: boolean): number[] {
  const last = days.at(-1);
  const [first = 0] = named;
  if (!isRange || last === undefined || first <= last) return [...days, ...named];
  const between = weekDays.map((_, at) => at).filter((one) => one > last && one <= first);
  return [...days, ...between];
}

const toWeekDays = (days: number[]) => [...new Set(days)].map((one) => weekDays[one] as WeekDay);

const leavesDaysOut = /\b(?:hafta ?sonu|pzt|sal|car|per|cum|cmt|paz)\D*(?:haric|disinda)/;

/** Blank for hours such as 'Pazar hariç her gün': the days that are left out would be read as open ones. */
function foldHours(text: string): string {
  const folded = fold(text);
  return leavesDaysOut.test(folded) ? '' : folded;
}

/**
 * Reads opening hours as people write them: `Hafta içi 09.00–19.00, cumartesi 10–16`. What it cannot read is left out,
 * so it says less than the text at worst.
 */
export function readOpeningHours(text: string): OpenHours[] {
  const found: OpenHours[] = [];
  let rest = foldHours(text);
  let days: number[] = [];
  let isRange = false;
  /** Whether the next day starts a new list, because hours or 'kapalı' ended the last one. */
  let isComplete = true;
  const skip = (length: number) => {
    rest = rest.slice(length).trimStart();
  };
  while (rest) {
    const day = dayNames.find(([name]) => name.test(rest));
    const time = hours.exec(rest);
    if (day) {
      const [name, numbers] = day;
      days = addDays(isComplete ? [] : days, numbers, isRange);
      isComplete = false;
      isRange = false;
      skip((name.exec(rest) as RegExpExecArray)[0].length);
    } else if (time) {
      const opens = toTime(time[1] as string, time[2]);
      const closes = toTime(time[3] as string, time[4]);
      if (days.length > 0 && isTime(opens) && isTime(closes) && opens < closes)
        found.push({ days: toWeekDays(days), opens, closes });
      isComplete = true;
      skip(time[0].length);
    } else if (/^kapali/.test(rest)) {
      days = [];
      isComplete = true;
      skip(6);
    } else {
      const between = range.exec(rest);
      if (between && !isComplete) isRange = true;
      skip(between?.[0].length ?? /^(?:[\p{L}’']+|.)/u.exec(rest)?.[0].length ?? 1);
    }
  }
  return found;
}

const shortDays = ['Pzt', 'Sal', 'Çar', 'Per', 'Cum', 'Cmt', 'Paz'];

/** `Pzt, Sal 09.00–19.00`: what was read, for the person who typed it. */
export const describeOpeningHours = (read: OpenHours[]): string =>
  read
    .map(({ days, opens, closes }) => {
      const names = days.map((day) => shortDays[weekDays.indexOf(day)]);
      const isRun =
        days.length > 2 && days.every((day, at) => weekDays.indexOf(day) === weekDays.indexOf(days[0]!) + at);
      const when = isRun ? `${names[0]}–${names.at(-1)}` : names.join(', ');
      return `${when} ${opens.replace(':', '.')}–${closes.replace(':', '.')}`;
    })
    .join('; ');
