import { saveFile } from '../ui/saveFile.ts';

/** Spreadsheets run a cell that starts like this as a formula, even one that a visitor typed into a form. */
const formulaStart = /^[=+\-@\t\r]/;

/** One cell: a formula is escaped, quotes are added where needed. */
function cell(value: string | number): string {
  if (typeof value === 'number') return String(value).replace('.', ',');
  const text = formulaStart.test(value) ? `'${value}` : value;
  return /[";\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Rows as CSV for Turkish Excel: UTF-8 with a byte order mark, semicolons, decimal commas, CRLF. */
export function toCsv(head: string[], rows: (string | number)[][]): string {
  return `\ufeff${[head, ...rows].map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
}

export const saveCsv = (name: string, csv: string): void => saveFile(name, csv, 'text/csv');

const dayAndTime = new Intl.DateTimeFormat('tr-TR', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'Europe/Istanbul',
});
/** An instant as spreadsheets read it: `14.12.2026 09:30` in Istanbul. Screens have `formatDateTime`. */
export const formatInstant = (instant: string): string => dayAndTime.format(new Date(instant));

/** `2026-12-14` as `14.12.2026`. */
export const formatShortDay = (date: string): string => date.split('-').reverse().join('.');
