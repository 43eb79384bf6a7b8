import { fold } from '../../../../shared/fold.ts';

/** What a sheet holds in one place. A day is text as the bank writes it. */
export type Cell = string | number | null;

const months = 'ocak subat mart nisan mayis haziran temmuz agustos eylul ekim kasim aralik'.split(' ');

/** A day whose month is a word, alone in its cell but for a weekday and an hour. */
const namedDay =
  /^(\d{1,2})[\s./-]+([a-z]{3,7})[\s./-]+(\d{4})(?:[\s,-]+(?:pazartesi|sali|carsamba|persembe|cuma|cumartesi|pazar))?(?:[\s,-]+\d{1,2}[:.]\d{2}[:.\d]*)?$/;

/** Writes the month of a day as a number: `29 Kasım 2026`, `29-Kas-2026`. */
function toNumericDay(text: string): string {
  const [, day, word = '', year] = namedDay.exec(fold(text)) ?? [];
  const month = word && months.findIndex((name) => name.startsWith(word)) + 1;
  return month ? `${day}.${month}.${year}` : text;
}

/** Reads a day: `21.11.2026`, `21/11/2026-14:05:09`, `2026-11-21T14:05`, `21 Kasım 2026`. */
export function parseDay(cell: Cell): string | undefined {
  if (typeof cell !== 'string') return undefined;
  const trimmed = cell.trim();
  const text = /^\d{1,2}[\s./-]+\p{L}/u.test(trimmed) ? toNumericDay(trimmed) : trimmed;
  const iso = /^(\d{4})-(\d{2})-(\d{2})(?!\d)/.exec(text);
  const local = /^(\d{1,2})[./-](\d{1,2})[./-](\d{4})(?!\d)/.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : local ? [local[3], local[2], local[1]] : [];
  if (!year || !month || !day) return undefined;
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const moment = new Date(`${date}T12:00:00Z`);
  return Number.isNaN(moment.getTime()) || moment.toISOString().slice(0, 10) !== date ? undefined : date;
}

const shortYear = /^\s*(\d{1,2}(?:[./]\d{1,2}[./]|[\s./-]+\p{L}{3,7}[\s./-]+))([2-9]\d)(?=$|[\sT-])/u;

/** Days whose years have two digits (`05.11.26`, `05-Kas-26`), with four: day first, as Turkish banks write. */
export const lengthenYears = (cells: Cell[][]): Cell[][] =>
  cells.map((line) =>
    line.map((cell) => {
      const long = typeof cell === 'string' ? cell.replace(shortYear, '$120$2') : cell;
      return parseDay(long) ? long : cell;
    }),
  );

/** Reads an amount in whole kuruş: `1.250,00`, `-1250.5`, `1.250,00 TL`, `250,00-`. */
export function parseAmount(cell: Cell): number | undefined {
  if (typeof cell === 'number') return Math.round(cell * 100);
  const text = (cell ?? '').replace(/[\s\u00a0₺+]|TL|TRY/g, '').replace(/[\u2012-\u2015\u2212]/g, '-');
  const sign = /^-|-$|^\(.*\)$/.test(text) ? -1 : 1;
  const digits = text.replace(/^-|-$|[()]/g, '');
  if (!/^\d[\d.,]*$/.test(digits)) return undefined;
  const [, whole = '', decimals = ''] = /^(.*?)(?:[.,](\d{1,2}))?$/.exec(digits) ?? [];
  if (!/^\d+$|^\d{1,3}([.,]\d{3})+$/.test(whole)) return undefined;
  // Account and receipt numbers are no amounts.
  if (whole.replace(/\D/g, '').length > 11) return undefined;
  return sign * (Number(whole.replace(/\D/g, '')) * 100 + Number(decimals.padEnd(2, '0')));
}
